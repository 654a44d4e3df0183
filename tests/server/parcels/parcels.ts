import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { addStations, stationId } from '../../../demo/seeds/0002-stations.ts';
import { readDemo } from '../../../demo/data.ts';
import { listParcelEvents, reportParcel } from '../../../contract/admin.ts';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Role } from '../../../contract/endpoint.ts';
import { audit, jobs, orders, productStock, refunds } from '../../../server/db/schema.ts';
import { registerMessages } from '../../../server/modules/messages/messages.worker.ts';
import { registerParcels } from '../../../server/modules/parcels/parcels.worker.ts';
import { toOrderView } from '../../../server/modules/orders/order-view.rules.ts';
import { findOrder } from '../../../server/modules/settlement/stored-orders.repository.ts';
import type { TestApp, TestOptions } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct } from '../catalogue/products.ts';
import { byStaff, getDraft, order, type Shopper } from '../orders/ordering.ts';
import { attemptIn, callableShop, settle } from '../payments/attempt-steps.ts';
import { NO_IDS } from '../payments/attempt-walk.ts';
import { stopTime } from '../payments/mpesa-steps.ts';

export const RIDER = 'Juma Otieno';
export const STATION = { county: 'Nairobi', town: 'Westlands', name: 'Westlands Sarit' };
export const GRACE = 30_000;
export const DAY = 24 * 3_600_000;

/** An order of A x 2 at 1400 and B x 1 at 200, together Ksh 3,000. */
export interface Placed {
  readonly id: OrderId;
  readonly a: string;
  readonly b: string;
  readonly lineA: string;
  readonly lineB: string;
  readonly shopper: Shopper;
}

/** A shop with the workers of parcels alone. Its clock stands still. */
export async function parcelShop(options: TestOptions): Promise<TestApp> {
  const shop = await callableShop(options);
  stopTime(shop);
  registerMessages(shop.deps, shop.services);
  registerParcels(shop.deps, shop.services);
  return shop;
}

/** A shop whose stations and rider exist. */
export async function openParcels<Shop extends TestApp = TestApp>(
  make: (options: TestOptions) => Promise<Shop> = parcelShop as never,
) {
  const shop = await make({ env: { ...UNBOUND, RIDERS: RIDER } });
  await addStations(shop.db.sql, readDemo().stations);
  return { shop, ...toSteps(shop) };
}
export type Parcels = Awaited<ReturnType<typeof openParcels>>;

type Report = Record<string, unknown> & { readonly type: string };

function toSteps(shop: TestApp) {
  const row = async (id: string) => {
    const [found] = await shop.db.sql.select().from(orders).where(eq(orders.id, id));
    if (found === undefined) throw new Error('no order');
    return found;
  };

  async function place({
    to = 'home',
    by = 'cod',
  }: { to?: 'home' | 'pickup'; by?: 'cod' | 'mpesa' } = {}): Promise<Placed> {
    const shopper = await shop.signIn();
    const a = await addProduct(shop, { price: 1_400, stock: 10 });
    const b = await addProduct(shop, { price: 200, stock: 10 });
    const home = getDraft([{ ...a, quantity: 2 }, b], { paymentMethod: by });
    const pickup = {
      ...home,
      shippingAddress: {
        ...home.shippingAddress,
        deliveryMethod: 'pickup_station' as const,
        pickupStationId: stationId(STATION),
        pickupLocation: { county: STATION.county, town: STATION.town },
      },
      deliveryMethod: 'pickup_station' as const,
      pickupStation: stationId(STATION),
      pickupInstructions: '',
    };
    const { body } = await order(shop, shopper, to === 'pickup' ? pickup : home);
    const { _id, orderItems } = body.data.order;
    const line = (product: string) => orderItems.find((it) => it.product === product)?._id ?? '';
    return { id: toOrderId(_id), a: a.id, b: b.id, lineA: line(a.id), lineB: line(b.id), shopper };
  }

  /** Pays by M-Pesa. Returns the attempt. */
  async function pay({ id, a, shopper }: Placed, total = 3_000): Promise<string> {
    const attempt = await attemptIn(shop, { id, total, productId: a, shopper }, 'expired');
    const receipt = attempt.id.slice(0, 10).toUpperCase();
    await settle(shop, attempt, { type: 'money.received', receipt, ids: NO_IDS, isByQuery: false });
    return attempt.id;
  }

  async function ship(placed: Placed): Promise<Placed> {
    if ((await row(placed.id)).status === 'pending') await byStaff(shop, placed.id, 'processing');
    await byStaff(shop, placed.id, 'shipped', 'T1');
    return placed;
  }

  /** Returns the call of a member of the staff, who is signed in now. */
  async function reporter({ id }: Pick<Placed, 'id'>, report: Report, role: Role = 'owner') {
    const { token } = await shop.signInStaff({ role });
    return () => shop.call(reportParcel, { id, ...report } as never, { token });
  }

  /** Reports an event and returns the status and the message. */
  async function tell(
    placed: Pick<Placed, 'id'>,
    report: Report,
    role: Role = 'owner',
  ): Promise<readonly [number, string]> {
    const call = await reporter(placed, report, role);
    const { status, body } = await call();
    return [status, (body as { message?: string }).message ?? ''];
  }

  /** Reports events that all succeed, more than 30 s apart. */
  async function tellAll(placed: Placed, ...reports: readonly Report[]): Promise<void> {
    for (const report of reports) {
      shop.clock.advance(GRACE);
      const [status, message] = await tell(placed, report);
      if (status !== 200) throw new Error(`${report.type}: ${status} ${message}`);
    }
  }

  /** The order as its shopper reads it. */
  const view = async ({ id }: Pick<Placed, 'id'>) => {
    const found = await findOrder(shop.db.sql, toOrderId(id));
    if (found === null) throw new Error('no order');
    return toOrderView(found);
  };
  const legal = async ({ id }: Pick<Placed, 'id'>, role: Role = 'owner') => {
    const { token } = await shop.signInStaff({ role });
    return (await shop.call(listParcelEvents, { id }, { token })).body.data.events;
  };
  const stock = async (id: string) => {
    const [found] = await shop.db.sql.select().from(productStock).where(eq(productStock.productId, id));
    return [found?.onHand, found?.reserved];
  };
  /** Refunds that no owner dropped. */
  const refundsOf = ({ id }: Pick<Placed, 'id'>) =>
    shop.db.sql
      .select({ amount: refunds.amount, reason: refunds.reason })
      .from(refunds)
      .where(and(eq(refunds.orderId, id), ne(refunds.state, 'dropped')))
      .orderBy(asc(refunds.createdAt));
  const audits = ({ id }: Pick<Placed, 'id'>) =>
    shop.db.sql
      .select()
      .from(audit)
      .where(eq(audit.subject, `order ${id}`))
      .orderBy(asc(audit.at));
  /** Messages of an order in the outbox, sent or not. */
  const outbox = ({ id }: Pick<Placed, 'id'>) =>
    shop.db.sql
      .select()
      .from(jobs)
      .where(and(eq(jobs.kind, 'news.sms'), sql`${jobs.payload} ->> 'orderId' = ${id}`))
      .orderBy(asc(jobs.runAt), asc(jobs.id));
  const subjects = async (placed: Pick<Placed, 'id'>) =>
    (await outbox(placed)).map(({ payload }) => (payload as { about: string }).about);
  /** The collection code in the message that waits. */
  const codeOf = async (placed: Pick<Placed, 'id'>) => {
    const found = (await outbox(placed)).flatMap(({ payload }) => (payload as { code?: string }).code ?? []);
    return found.at(-1) ?? '';
  };
  /** Lets the messages leave. */
  const send = async (ms = GRACE) => {
    shop.clock.advance(ms);
    await shop.deps.jobs.runDue();
  };

  return {
    row,
    place,
    pay,
    ship,
    reporter,
    tell,
    tellAll,
    view,
    legal,
    stock,
    refundsOf,
    audits,
    outbox,
    subjects,
    codeOf,
    send,
  };
}
