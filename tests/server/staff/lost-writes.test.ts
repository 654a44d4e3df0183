// @engine pglite
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminLogin, setOrderStatus } from '../../../contract/admin.ts';
import { audit, orders, staff, staffSessions } from '../../../server/db/schema.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getDraft, order } from '../orders/ordering.ts';

/** Staff actions are stored with their audit row or not at all. */

const EMAIL = 'admin@duka.example';
const PASSWORD = 'Sokoni 2026';
let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
  const { staff: row } = await shop.signInStaff({ email: EMAIL });
  const passwordHash = await createPasswordsService().hash(PASSWORD);
  await shop.db.sql.update(staff).set({ passwordHash }).where(eq(staff.id, row.id));
});
afterAll(() => shop.close());

/** Runs `work` while writes to a table fail. */
async function whileClosed<T>(table: 'audit' | 'staff_sessions', work: () => Promise<T>): Promise<T> {
  await shop.db.run(`alter table ${table} add constraint nothing_more check (false) not valid`);
  try {
    return await work();
  } finally {
    await shop.db.run(`alter table ${table} drop constraint nothing_more`);
  }
}
const counts = async () => [await shop.db.sql.$count(audit), await shop.db.sql.$count(staffSessions)];

test.each(['audit', 'staff_sessions'] as const)(
  'H1: a login whose row of %s cannot be written creates no session and leaves no rows',
  async (table) => {
    const before = await counts();
    const enter = () => shop.call(adminLogin, { email: EMAIL, password: PASSWORD });
    const refused = await whileClosed(table, enter);
    expect([refused.status, refused.body.success]).toEqual([409, false]);
    expect(await counts()).toEqual(before);
    expect((await enter()).status).toBe(200);
  },
);

test('H1: an order is not changed when its audit row cannot be written', async () => {
  const { token } = await shop.signInStaff();
  const product = await addProduct(shop);
  const placed = await order(shop, await shop.signIn(), getDraft([product]));
  const id = placed.body.data.order._id;
  const move = () => shop.call(setOrderStatus, { id, status: 'processing' } as never, { token });
  const before = await counts();
  const readStatus = async () => (await shop.db.sql.select().from(orders).where(eq(orders.id, id)))[0]?.status;
  const refused = await whileClosed('audit', move);
  expect([refused.status, await readStatus(), await counts()]).toEqual([409, 'pending', before]);
  expect((await move()).status).toBe(200);
  expect(await readStatus()).toBe('processing');
});
