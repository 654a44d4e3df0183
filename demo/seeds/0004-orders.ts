import { createHash, randomBytes } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { initialTransition, transition } from 'xstate';
import { toOrderId, type OrderId } from '../../contract/fields.ts';
import { toShillings, sumShillings, multiplyShillings, getIncludedVat } from '../../contract/rules/money.ts';
import type { Sql } from '../../server/db/client.ts';
import type { Seed } from '../../server/db/seed.ts';
import { toStableId } from '../../server/db/ids.ts';
import { orderLines, orders as orderRows, paymentAttempts, products } from '../../server/db/schema.ts';
import { orderMachine } from '../../server/machines/order.machine.ts';
import type { OrderMachineEvent } from '../../server/machines/order.types.ts';
import { findByEmail, type UserRow } from '../../server/modules/users/users.repository.ts';
import { insertPayment } from '../../server/modules/settlement/attempts.repository.ts';
import { NO_PARCEL, toParcelState } from '../../server/modules/settlement/parcel-state.rules.ts';
import { toOrderColumns } from '../../server/modules/settlement/order-state.rules.ts';
import { insertEvent, type LineRow, type OrderRow } from '../../server/modules/settlement/stored-orders.repository.ts';
import { bookOnHand, bookOrder, changeReserved, SHOPPER, SYSTEM } from '../../server/modules/stock/stock.repository.ts';
import { DEMO_HOME, DEMO_SHOPPER } from '../account.ts';
import { demoOrders, type DemoOrder, type HistoryStep } from '../orders.ts';
import type { DemoData, DemoStation } from '../data.ts';
import { stationId } from './0002-stations.ts';

type Product = Pick<typeof products.$inferSelect, 'id' | 'name' | 'price' | 'images'>;

const MINUTE = 60_000;
const SHORT_ID_LENGTH = 8;

/**
 * Adds the demo shopper's order history: all statuses, products of the catalogue at their prices, with relative dates.
 * Waits for the account and for all products.
 */
export const orders = ({ stations }: DemoData): Seed => ({
  name: '0004-orders',
  async run(sql, { env, now }) {
    if (env.demoPassword === null) return false;
    const ids = demoOrders.map(orderId);
    const [any] = await sql.select({ id: orderRows.id }).from(orderRows).where(inArray(orderRows.id, ids)).limit(1);
    // The seed adds all orders or none. If some exist, the owner has deleted the others.
    if (any !== undefined) return true;
    const owner = await findByEmail(sql, DEMO_SHOPPER.email);
    const slugs = demoOrders.flatMap(({ lines }) => lines.map(({ slug }) => slug));
    const sold = await findProductsBySlug(sql, slugs);
    if (owner === null || slugs.some((slug) => !sold.has(slug))) return false;
    for (const order of demoOrders) await addOrder(sql, order, { owner, sold, stations, now });
    return true;
  },
});

/** Returns the id of an order, the same in every demo shop. */
export function orderId({ name }: Pick<DemoOrder, 'name'>): OrderId {
  return toOrderId(toStableId('order', name));
}

async function findProductsBySlug(db: Sql, slugs: readonly string[]): Promise<ReadonlyMap<string, Product>> {
  const rows = await db
    .select({
      slug: products.slug,
      id: products.id,
      name: products.name,
      price: products.price,
      images: products.images,
    })
    .from(products)
    .where(inArray(products.slug, [...slugs]));
  return new Map(rows.map(({ slug, ...product }) => [slug, product]));
}

/** Data to build orders from. */
interface OrderSources {
  readonly owner: UserRow;
  /** By slug. */
  readonly sold: ReadonlyMap<string, Product>;
  readonly stations: readonly DemoStation[];
  readonly now: Date;
}

async function addOrder(tx: Sql, demo: DemoOrder, around: OrderSources): Promise<void> {
  const { order, lines, events } = toRows(demo, around);
  await tx.insert(orderRows).values(order);
  await tx.insert(orderLines).values([...lines]);
  await insertEvent(tx, {
    orderId: order.id,
    type: 'created',
    data: { paymentMethod: order.paymentMethod },
    at: order.createdAt,
  });
  for (const { event, at } of events) await insertEvent(tx, { orderId: order.id, type: event.type, data: event, at });
  await addPrompt(tx, demo, order);
  const isInShop = order.status === 'pending' || order.status === 'processing';
  // Items of past orders were never in this stock.
  if (isInShop) await addToStock(tx, order, lines);
}

/** Adds the items of an unshipped order to the stock and reserves them, so that the available stock stays the same. */
async function addToStock(tx: Sql, { id, createdAt: at }: OrderRow, lines: readonly LineRow[]): Promise<void> {
  const received = { reason: 'received', source: `demo order ${id}`, at, ...SYSTEM } as const;
  await bookOnHand(
    tx,
    lines.map(({ productId, quantity }) => ({ productId, difference: quantity, ...received })),
  );
  await changeReserved(
    tx,
    lines.map(({ productId, quantity }) => ({ product: productId, quantity })),
  );
  if (lines[0]?.reservation === 'committed') await bookOrder(tx, 'sale', { orderId: id, at, ...SHOPPER });
}

interface DemoRows {
  readonly order: OrderRow;
  readonly lines: readonly LineRow[];
  readonly events: readonly { readonly event: OrderMachineEvent; readonly at: Date }[];
}

function toRows(demo: DemoOrder, { owner, sold, stations, now }: OrderSources): DemoRows {
  const id = orderId(demo);
  const createdAt = new Date(now.getTime() - demo.hoursAgo * 60 * MINUTE);
  const expiresAt = demo.paymentMethod === 'mpesa' ? createdAt.getTime() + 30 * MINUTE : null;
  const lines = demo.lines.map(({ slug, quantity }, position) =>
    toLine(sold.get(slug), slug, { orderId: id, position, quantity }),
  );
  const itemsPrice = sumShillings(lines.map(({ price, quantity }) => multiplyShillings(price, quantity)));
  let [snapshot] = initialTransition(orderMachine, { paymentMethod: demo.paymentMethod, expiresAt });
  let order: OrderRow = {
    ...BLANK,
    ...toDelivery(demo, stations),
    id,
    shortId: id.slice(0, SHORT_ID_LENGTH),
    userId: owner.id,
    paymentMethod: demo.paymentMethod,
    itemsPrice,
    totalPrice: itemsPrice,
    vatIncluded: sumShillings(lines.map((line) => line.vatIncluded)),
    recipientName: owner.name,
    recipientPhone: owner.phone,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    createdAt,
    updatedAt: createdAt,
  };
  const events = demo.history.map((step) => ({
    event: toEvent(step, id, expiresAt ?? 0),
    at: new Date(createdAt.getTime() + step.minutesLater * MINUTE),
  }));
  for (const { event, at } of events) {
    if (!snapshot.can(event)) throw new Error(`demo order ${demo.name}: ${event.type} cannot happen to it`);
    [snapshot] = transition(orderMachine, snapshot, event);
    order = { ...order, ...toOrderColumns({ order }, snapshot, at) };
    const parcel = toParcelState(order);
    if (parcel !== order.parcel) order = { ...order, parcel, parcelAt: at };
  }
  const { stock } = snapshot.value;
  if (stock === 'reserving') throw new Error('demo order: the stock is neither held nor released');
  return { order, events, lines: lines.map((line) => ({ ...line, reservation: stock })) };
}

/** Initial values. The history overwrites some. */
const BLANK = {
  status: 'pending',
  isPaid: false,
  money: 'unpaid',
  paidAt: null,
  isDelivered: false,
  deliveredAt: null,
  trackingNumber: null,
  cancelReason: null,
  delayedAt: null,
  ...NO_PARCEL,
  shippingPrice: toShillings(0),
  taxPrice: toShillings(0),
  country: 'Kenya',
  postalCode: '00000',
  etims: null,
  pickupStationId: null,
  pickupStation: '',
  pickupCounty: '',
  pickupTown: '',
  pickupInstructions: '',
} as const;

function toDelivery({ station }: DemoOrder, stations: readonly DemoStation[]) {
  if (station === undefined) return { deliveryMethod: 'home_delivery' as const, ...DEMO_HOME };
  const { county, town, name, address } = stations.find((it) => stationId(it) === stationId(station)) ?? {
    ...station,
    address: '',
  };
  return {
    deliveryMethod: 'pickup_station' as const,
    address,
    city: town,
    pickupStationId: stationId(station),
    pickupStation: name,
    pickupCounty: county,
    pickupTown: town,
  };
}

function toLine(
  product: Product | undefined,
  slug: string,
  line: { orderId: OrderId; position: number; quantity: number },
): Omit<LineRow, 'reservation'> {
  if (product === undefined) throw new Error(`demo order: there is no ${slug}`);
  const { id, name, images } = product;
  const price = toShillings(product.price);
  return {
    id: toStableId('order', `${line.orderId} ${slug}`),
    ...line,
    productId: id,
    name,
    price,
    image: images[0] ?? '',
    vatIncluded: toShillings(getIncludedVat(multiplyShillings(price, line.quantity))),
  };
}

function toEvent({ event }: HistoryStep, id: string, expiresAt: number): OrderMachineEvent {
  if (event.type === 'paid') return { type: 'payment.succeeded', payment: attemptId(id), hasStock: true };
  if (event.type === 'expired') return { type: 'expiry.due', now: expiresAt, hasLiveAttempt: false };
  return event;
}

function attemptId(id: string): string {
  return toStableId('order', `${id} attempt`);
}

/** Adds the payment attempt of an M-Pesa order, as Daraja and its callback would have left it. */
async function addPrompt(tx: Sql, { prompt }: DemoOrder, order: OrderRow): Promise<void> {
  if (prompt === undefined) return;
  const id = attemptId(order.id);
  const isPaid = prompt === 'paid';
  const pushedAt = new Date(order.createdAt.getTime() + MINUTE / 6);
  await tx.insert(paymentAttempts).values({
    id,
    orderId: order.id,
    userId: order.userId,
    phone: order.recipientPhone,
    amount: order.totalPrice,
    accountReference: order.shortId.toUpperCase(),
    state: isPaid ? 'succeeded' : 'failed',
    // Hash of an unknown secret, so that no callback is accepted.
    tokenHash: createHash('sha256').update(randomBytes(32)).digest('hex'),
    merchantRequestId: `demo-${order.shortId}`,
    checkoutRequestId: `ws_CO_demo_${order.shortId}`,
    resultCode: isPaid ? '0' : '1032',
    failureReason: isPaid ? null : 'You cancelled the payment.',
    crossCheck: isPaid ? 'agreed' : null,
    runStartedAt: pushedAt,
    createdAt: pushedAt,
    pushedAt,
    updatedAt: order.paidAt ?? pushedAt,
  });
  if (order.paidAt === null) return;
  const receipt = createHash('sha256').update(`receipt ${order.id}`).digest('hex').slice(0, 10).toUpperCase();
  const { id: orderId, recipientPhone: phone, totalPrice: amount, paidAt } = order;
  await insertPayment(tx, { id, attemptId: id, orderId, phone, receipt, amount, paidAt });
}
