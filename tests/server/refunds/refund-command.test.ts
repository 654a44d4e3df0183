// @engine pglite
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refunds, staff } from '../../../server/db/schema.ts';
import { runCommandLine } from '../../support/command.ts';
import { commandedShop, OWNER, OWNER_LOGIN, type CommandedShop } from '../../support/commanded-shop.ts';
import type { TestApp } from '../../support/server.ts';
import { dueRefund, readAudit, readRefund, refundingShop, type DueRefund } from './refund-steps.ts';

let commanded: CommandedShop<TestApp>;
let refund: DueRefund;

beforeAll(async () => {
  commanded = await commandedShop(refundingShop);
  refund = await dueRefund(commanded.shop);
});
afterAll(() => commanded.close());

const run = (args: readonly string[], typed?: string) => runCommandLine('refunds', args, commanded.settings, typed);

test('npm run refunds lists, and asks for a staff login before each change', async () => {
  const { shop } = commanded;
  const name = `refund-${refund.id.slice(0, 8)}`;
  const listed = await run([]);
  expect([listed.code, listed.output]).toEqual([0, expect.stringContaining(`${name}  `) as string]);
  expect(listed.output).toContain('due  Ksh\u00A03,000 to 254712345678');
  const wrong = await run(['approve', name], `otto@duka.example\nwrong password\n`);
  expect(wrong.code).toBe(1);
  expect((await readRefund(shop, refund.id)).state).toBe('due');
  expect(await run(['approve', name], OWNER_LOGIN)).toEqual({
    code: 0,
    output: expect.stringContaining(`${name} is approved.`) as string,
  });
  expect((await readAudit(shop, refund.id)).map(({ actor }) => actor)).toEqual(['otto@duka.example']);
  const dropped = await run(['drop', name], OWNER_LOGIN);
  expect([dropped.code, dropped.output]).toEqual([1, expect.stringContaining('--note TEXT is missing') as string]);
});

test('PAY-F2: the command refuses one’s own refund above the limit, and nothing changes', async () => {
  const { shop } = commanded;
  const own = await dueRefund(shop, { price: 5001 });
  const [otto] = await shop.db.sql.select().from(staff).where(eq(staff.email, OWNER.email));
  await shop.db.sql
    .update(refunds)
    .set({ proposerId: otto?.id ?? null })
    .where(eq(refunds.id, own.id));
  const refused = await run(['approve', `refund-${own.id.slice(0, 8)}`], OWNER_LOGIN);
  expect(refused).toEqual({
    code: 1,
    output: expect.stringContaining('Above Ksh\u00A010,000 another owner must approve it.') as string,
  });
  expect((await readRefund(shop, own.id)).state).toBe('due');
  expect(await readAudit(shop, own.id)).toEqual([]);
});
