// @engine pglite
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../server/control/commands.ts';
import { listenForCommands } from '../../../server/control/control-socket.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { staff } from '../../../server/db/schema.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { runCommandLine } from '../../support/command.ts';
import type { TestApp } from '../../support/server.ts';
import { dueRefund, readAudit, readRefund, refundingShop, type DueRefund } from './refund-steps.ts';

const PASSWORD = 'Sokoni 2026';

let dataDir: string;
let shop: TestApp;
let refund: DueRefund;
let release: () => Promise<void>;
let stop: () => Promise<void>;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-refunds-'));
  shop = await refundingShop({ env: { DATA_DIR: dataDir } });
  refund = await dueRefund(shop);
  const { staff: row } = await shop.signInStaff({ email: 'otto@duka.example', role: 'owner' });
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

const run = (args: readonly string[], typed?: string) =>
  runCommandLine('refunds', args, { DATA_DIR: dataDir, TZ: 'Africa/Nairobi' }, typed);

test('npm run refunds lists, and asks for a staff login before each change', async () => {
  const name = `refund-${refund.id.slice(0, 8)}`;
  const listed = await run([]);
  expect([listed.code, listed.output]).toEqual([0, expect.stringContaining(`${name}  `) as string]);
  expect(listed.output).toContain('due  Ksh\u00A03,000 to 254712345678');
  const wrong = await run(['approve', name], `otto@duka.example\nwrong password\n`);
  expect(wrong.code).toBe(1);
  expect((await readRefund(shop, refund.id)).state).toBe('due');
  expect(await run(['approve', name], `otto@duka.example\n${PASSWORD}\n`)).toEqual({
    code: 0,
    output: expect.stringContaining(`${name} is approved.`) as string,
  });
  expect((await readAudit(shop, refund.id)).map(({ actor }) => actor)).toEqual(['otto@duka.example']);
  const dropped = await run(['drop', name], `otto@duka.example\n${PASSWORD}\n`);
  expect([dropped.code, dropped.output]).toEqual([1, expect.stringContaining('--note TEXT is missing') as string]);
});
