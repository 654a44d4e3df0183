// @engine pglite
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../server/control/commands.ts';
import { listenForCommands } from '../../../server/control/control-socket.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { audit, jobs, staff } from '../../../server/db/schema.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { runCommandLine } from '../../support/command.ts';
import { handShop, newReceipt, orderRow, unpaidOrder, type HandShop } from '../by-hand/by-hand-steps.ts';
import { claim, claimsOf, findState, questionsOf, tell, UNCLEAR, type Scene } from './claim-scene.ts';

const PASSWORD = 'Sokoni 2026';

let dataDir: string;
let shop: HandShop;
let release: () => Promise<void>;
let stop: () => Promise<void>;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-claims-'));
  shop = await handShop({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent' } });
  const { staff: row } = await shop.signInStaff({ email: 'ben@duka.example', role: 'orders' });
  const passwordHash = await createPasswordsService().hash(PASSWORD);
  await shop.db.sql.update(staff).set({ passwordHash }).where(eq(staff.id, row.id));
  // As in a running shop.
  fs.mkdirSync(path.join(dataDir, 'db'));
  release = await lockDirectory(dataDir);
  stop = await listenForCommands(shop, commands);
});
afterAll(async () => {
  await stop();
  await release();
  await shop.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const LOGIN = `ben@duka.example\n${PASSWORD}\n`;
const run = (args: readonly string[], typed?: string) =>
  runCommandLine('mpesa', args, { DATA_DIR: dataDir, TZ: 'Africa/Nairobi' }, typed);

/** A claim whose parties M-Pesa does not tell apart, with its handle. */
async function unclear(): Promise<{ scene: Scene; handle: string }> {
  const scene: Scene = { shop, order: await unpaidOrder(shop), receipt: newReceipt() };
  await claim(scene);
  await tell(scene, UNCLEAR);
  return { scene, handle: (await claimsOf(scene))[0]?.id.slice(0, 8) ?? '' };
}

test('PAY-S2: npm run mpesa -- claims lists both parties, and decides with a staff login and a reason', async () => {
  expect((await run(['claims'])).output).toContain('No claim waits for a decision.');
  const { scene, handle } = await unclear();
  const order = scene.order.id.slice(0, 8).toUpperCase();
  const { output } = await run(['claims']);
  expect(output).toContain(`${handle}  `);
  expect(output).toContain(`${scene.receipt} for order ${order}  M-Pesa does not tell who paid whom`);
  expect(output).toContain(`${scene.order.shopper.user.phone} - John Doe and unknown - Duka`);

  const silent = await run(['claims', 'attach', handle], LOGIN);
  expect([silent.code, silent.output]).toEqual([1, expect.stringContaining('--note TEXT is missing') as string]);
  const wrong = await run(['claims', 'attach', handle, '--note', 'The SMS was shown'], 'ben@duka.example\nwrong\n');
  expect([wrong.code, await findState(scene)]).toEqual([1, 'forStaff']);
  const attached = await run(['claims', 'attach', handle, '--note', 'The SMS was shown'], LOGIN);
  expect([attached.code, attached.output]).toEqual([
    0,
    expect.stringContaining(`Claim ${handle}: Its money pays the order.`) as string,
  ]);
  expect([await findState(scene), (await orderRow(shop, scene.order.id)).money]).toEqual(['accepted', 'paid']);
  expect(await run(['claims', 'attach', handle, '--note', 'The SMS was shown'], LOGIN)).toEqual({
    code: 1,
    output: expect.stringContaining('This claim is decided.') as string,
  });
});

test('PAY-S2: npm run mpesa -- claims refuse tells the shopper, with an entry in the audit', async () => {
  const { scene, handle } = await unclear();
  const asked = questionsOf(scene).length;
  expect((await run(['claims', 'ask', handle], LOGIN)).output).toContain('M-Pesa is asked.');
  await shop.deps.jobs.runDue();
  expect(questionsOf(scene)).toHaveLength(asked + 1);
  expect((await run(['claims', 'refuse', handle, '--note', 'Another shop was paid'], LOGIN)).output).toContain(
    `Claim ${handle}: It is refused, and the shopper is told.`,
  );
  expect(await findState(scene)).toBe('refused');
  const id = (await claimsOf(scene))[0]?.id ?? '';
  const entries = await shop.db.sql
    .select()
    .from(audit)
    .where(eq(audit.subject, `claim ${id}`));
  expect(entries).toMatchObject([
    { action: 'claim.refuse', actor: 'ben@duka.example', after: { reason: 'Another shop was paid' } },
  ]);
  const news = await shop.db.sql.select().from(jobs).where(eq(jobs.kind, 'news.sms'));
  expect(news.filter(({ dedupeKey }) => dedupeKey.includes(`claimRefused ${id}`))).toHaveLength(1);
});

test('a claim that does not exist, and words that are no command, change nothing', async () => {
  const unknown = await run(['claims', 'refuse', 'ffffffff', '--note', 'Another shop was paid'], LOGIN);
  expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('There is no such claim.') as string]);
  expect((await run(['claims', 'burn', 'ffffffff'])).output).toContain('usage: npm run mpesa');
});
