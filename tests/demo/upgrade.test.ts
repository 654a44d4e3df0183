import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '../../contract/auth.ts';
import { listMyOrders, ORDER_STATUSES } from '../../contract/orders.ts';
import { pickupStationsAt } from '../../contract/pickup.ts';
import { migrate } from '../../server/db/migrate.ts';
import { migrations } from '../../server/db/migrations/index.ts';
import { pickupStations, productStock } from '../../server/db/schema.ts';
import { brands, categories, demoProducts } from '../../demo/catalogue/index.ts';
import { demoOrders } from '../../demo/orders.ts';
import { seedDemoShopper } from '../../demo/fillings/0003-shopper.ts';
import { fillCatalogue } from '../../server/modules/catalogue/import.repository.ts';
import { idOf } from '../../server/db/ids.ts';
import { demoStations } from '../../demo/stations.ts';
import { seed } from '../../demo/fillings/index.ts';
import { createTestApp, type TestApp } from '../support/server.ts';

/** Tables of the first release, before payments and stations. */
const FIRST_RELEASE = 4;

let shop: TestApp;
const id = randomUUID();

beforeAll(async () => {
  shop = await createTestApp();
  await shop.db.run('drop schema public cascade');
  await shop.db.run('create schema public');
  await migrate(shop.db, { migrations: migrations.slice(0, FIRST_RELEASE) });
  const now = shop.clock.now();
  await fillCatalogue(shop.db, { categories, brands, products: demoProducts }, now, () => undefined);
  await seedDemoShopper(shop.deps);
  const at = now.toISOString();
  await shop.db.sql.execute(sql`
    insert into orders (id, short_id, user_id, status, payment_method, items_price, shipping_price, tax_price, total_price, is_paid, paid_at, is_delivered, delivered_at,
      delivery_method, recipient_name, recipient_phone, address, city, postal_code, country, vat_included, created_at, updated_at)
    select ${id}, ${id.slice(0, 8)}, id, 'delivered', 'cod', 1299, 0, 0, 1299, true, ${at}, true, ${at},
      'home_delivery', name, phone, 'Moi Avenue 12', 'Nairobi', '00000', 'Kenya', 179, ${at}, ${at} from users`);
  await shop.db.sql.execute(sql`
    insert into order_lines (id, order_id, product_id, position, name, quantity, price, image, vat_included, reservation)
    values (${randomUUID()}, ${id}, ${idOf('product', 'anker-powerline-usb-c-cable-1-8m')}, 0, 'Cable', 1, 1299, '', 179, 'committed')`);
});
afterAll(() => shop.close());

async function stock() {
  const rows = await shop.db.sql.select().from(productStock);
  return new Map(rows.map(({ productId, onHand, reserved }) => [productId, onHand - reserved]));
}

test('R32: the data of the first release opens, gets stations and the demo orders, and keeps what it had', async () => {
  const before = await stock();
  await migrate(shop.db);
  await seed(shop.deps);
  const { body } = await shop.call(login, { email: 'shopper@duka.test', password: 'Karibu2026' });
  const token = 'token' in body.data ? body.data.token : '';
  const { orders } = (await shop.call(listMyOrders, {}, { token })).body.data;
  expect(orders).toHaveLength(demoOrders.length + 1);
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
  expect(orders.find(({ _id }) => _id === id)).toMatchObject({
    status: 'delivered',
    isPaid: true,
    totalPrice: 1299,
    expiresAt: null,
    cancelReason: null,
    shippingAddress: { deliveryMethod: 'home_delivery' },
  });
  expect((await shop.call(pickupStationsAt, { county: 'Nairobi', city: 'Westlands' })).body.data.stations).toHaveLength(
    3,
  );
  expect(await stock()).toEqual(before);
});

test('R32: a paid order of the first release is paid in the books too', async () => {
  const rows = await shop.db.sql.execute(sql`select money from orders where id = ${id}`);
  expect((rows as { rows: unknown[] }).rows).toEqual([{ money: 'paid' }]);
});

test('R32: the next start finds nothing to do', async () => {
  const steps: number[] = [];
  await migrate(shop.db, { onStep: (done) => steps.push(done) });
  await seed(shop.deps);
  expect(steps).toEqual([]);
  expect(await shop.db.sql.select().from(pickupStations)).toHaveLength(demoStations.length);
});
