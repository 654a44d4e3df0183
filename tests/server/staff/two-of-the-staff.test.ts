// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toOrderId } from '../../../contract/fields.ts';
import { setOrderStatus } from '../../../contract/admin.ts';
import { jobs, knownStaffBrowsers, limitUses, orders, staff, staffSessions } from '../../../server/db/schema.ts';
import { toStaffEvent } from '../../../server/modules/staff/staff-orders.rules.ts';
import { STAFF } from '../../../server/modules/staff/staff-login-throttle.service.ts';
import * as repository from '../../../server/modules/staff/staff.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getDraft, order } from '../orders/ordering.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const readRows = async (id: string) => ({
  staff: await shop.db.sql.select().from(staff).where(eq(staff.id, id)),
  sessions: await shop.db.sql.select().from(staffSessions).where(eq(staffSessions.staffId, id)),
  browsers: await shop.db.sql.select().from(knownStaffBrowsers).where(eq(knownStaffBrowsers.staffId, id)),
});

test('H1: renewing one account keeps the sessions, browsers and password of another', async () => {
  const { staff: renewed } = await shop.signInStaff();
  const { staff: other } = await shop.signInStaff();
  const later = new Date(shop.clock.now().getTime() + 60_000);
  for (const { id } of [renewed, other]) await repository.putStaffBrowser(shop.db.sql, 'the same browser', id, later);
  const before = await readRows(other.id);
  const request = {
    email: renewed.email,
    name: '',
    role: renewed.role,
    password: 'a long enough Passw0rd',
    by: 'test',
  };
  expect((await shop.services.staffAccounts.add(request)).isNew).toBe(false);
  expect(await readRows(other.id)).toEqual(before);
  expect(await readRows(renewed.id)).toMatchObject({ sessions: [], browsers: [] });
});

test('D13: a token is valid for the account that logged in, until it expires', async () => {
  const [one, other] = [await shop.signInStaff(), await shop.signInStaff()];
  const sessions = await shop.db.sql.select().from(staffSessions);
  for (const { staff: expected } of [one, other]) {
    const session = sessions.find(({ staffId }) => staffId === expected.id);
    const { tokenHash = '', expiresAt = new Date() } = session ?? {};
    const before = new Date(expiresAt.getTime() - 1);
    expect(await repository.findStaffBySession(shop.db.sql, tokenHash, before)).toMatchObject({ id: expected.id });
    expect(await repository.findStaffBySession(shop.db.sql, tokenHash, expiresAt)).toBeNull();
  }
});

test('D26: a browser is known for the account that used it, until its entry expires', async () => {
  const [{ staff: one }, { staff: other }] = [await shop.signInStaff(), await shop.signInStaff()];
  const end = new Date(shop.clock.now().getTime() + 60_000);
  const before = new Date(end.getTime() - 1);
  await repository.putStaffBrowser(shop.db.sql, 'first', one.id, shop.clock.now());
  await repository.putStaffBrowser(shop.db.sql, 'first', one.id, end);
  await repository.putStaffBrowser(shop.db.sql, 'second', other.id, end);
  const isKnown = (browser: string, email: string, at = before) =>
    repository.hasStaffBrowserLogin(shop.db.sql, browser, email, at);
  expect([await isKnown('first', one.email), await isKnown('second', other.email)]).toEqual([true, true]);
  expect([await isKnown('first', other.email), await isKnown('second', one.email)]).toEqual([false, false]);
  expect(await isKnown('first', one.email, end)).toBe(false);
});

test('H1: finds each staff account by its own e-mail', async () => {
  for (const email of ['first@staff.test', 'second@staff.test'])
    await shop.services.staffAccounts.add({
      email,
      name: '',
      role: 'orders',
      password: 'a long enough Passw0rd',
      by: 'test',
    });
  for (const find of [repository.findStaff, repository.lockStaff])
    expect([
      (await find(shop.db.sql, 'first@staff.test'))?.email,
      (await find(shop.db.sql, 'second@staff.test'))?.email,
      await find(shop.db.sql, 'nobody@staff.test'),
    ]).toEqual(['first@staff.test', 'second@staff.test', null]);
});

test('H1: trims the name, and uses the part before the @ when it is blank', async () => {
  const { add } = shop.services.staffAccounts;
  const request = { role: 'orders', password: 'a long enough Passw0rd', by: 'test' } as const;
  expect(await add({ ...request, email: 'one@staff.test', name: ' Otieno ' })).toMatchObject({ name: 'Otieno' });
  expect(await add({ ...request, email: 'two@staff.test', name: ' ' })).toMatchObject({ name: 'two' });
});

test('A36: explains why an order cannot be changed', async () => {
  const { token } = await shop.signInStaff();
  const products = [await addProduct(shop, { stock: 9 })];
  const place = async (method: 'mpesa' | 'cod') =>
    (await order(shop, await shop.signIn(), { ...getDraft(products), paymentMethod: method }, randomUUID())).body.data
      .order._id;
  const refusal = async (id: string) =>
    (await shop.call(setOrderStatus, { id, status: 'delivered' }, { token })).body.message;
  const [unpaid, held, cash] = [await place('mpesa'), await place('mpesa'), await place('cod')];
  await shop.db.sql.update(orders).set({ money: 'held' }).where(eq(orders.id, held));
  expect(await refusal(unpaid)).toBe('This order has not been paid yet.');
  expect(await refusal(held)).toBe('The back office holds this order.');
  expect(await refusal(cash)).toBe('This is not possible in the order’s present state.');
  await shop.call(setOrderStatus, { id: unpaid, status: 'cancelled' }, { token });
  expect(await refusal(unpaid)).toBe('This is not possible in the order’s present state.');
});

test('A36: trims the tracking number, and treats a blank one as missing', async () => {
  expect(toStaffEvent('shipped', ' KE 1 ')).toEqual({ type: 'staff.ship', trackingNumber: 'KE 1' });
  expect(toStaffEvent('shipped', '  ')).toEqual({ type: 'staff.ship', trackingNumber: null });
  const { body } = await order(shop, await shop.signIn(), getDraft([await addProduct(shop)]), randomUUID());
  const { staff: mover } = await shop.signInStaff();
  const { moveWithin } = shop.services.staffOrders;
  const move = (trackingNumber: string) =>
    shop.db.tx((tx) =>
      moveWithin(
        tx,
        { id: mover.id, email: mover.email },
        { id: toOrderId(body.data.order._id), status: 'processing', trackingNumber },
      ),
    );
  await expect(move(' KE 1 ')).rejects.toMatchObject({ kind: 'invalid' });
  expect(await move('  ')).toMatchObject({ status: 'processing' });
});

test('D26: the lock of a staff login lasts for an hour', async () => {
  const { guard } = shop.services.staffWaits;
  const email = 'guessed@staff.test';
  const before = shop.clock.now().getTime();
  await guard(email, { ip: '192.0.2.9', knownBrowser: null, browser: 'b' }, async () => ({ isRight: false }));
  const rows = await shop.db.sql.select().from(limitUses);
  const lock = rows.find(({ key }) => key === `staffLogin ${STAFF.toLimitKey(email)}`);
  expect(lock?.expiresAt.getTime()).toBeGreaterThanOrEqual(before + 3_600_000);
});

test('D26: the account’s owner gets a notice of the fifth wrong password, not of the fourth', async () => {
  const { staff: guessed } = await shop.signInStaff();
  const { guard } = shop.services.staffWaits;
  const readJobs = async () => (await shop.db.sql.select().from(jobs)).length;
  const wrong = () =>
    guard(guessed.email, { ip: '192.0.2.9', knownBrowser: null, browser: 'b' }, async () => ({ isRight: false }));
  const before = await readJobs();
  for (let number = 0; number < 4; number += 1) await wrong();
  expect(await readJobs()).toBe(before);
  await wrong();
  expect(await readJobs()).toBe(before + 1);
});
