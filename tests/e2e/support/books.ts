import { randomUUID } from 'node:crypto';
import type { Product } from './orders.ts';
import { buy, readOrders, readProducts } from './orders.ts';
import type { SignedIn } from './customers.ts';
import type { Shop } from './shop.ts';

/** An order that a buyer requests, and the id of its acknowledgement. */
interface Wish {
  readonly buyer: SignedIn;
  readonly product: Product;
  readonly quantity: number;
  readonly key: string;
  readonly paymentMethod: 'cod' | 'mpesa';
  orderId: string | null;
}

/** An acknowledged order that the buyer pays by M-Pesa. */
export interface Owing {
  readonly buyer: SignedIn;
  readonly orderId: string;
  /** Whole shillings. */
  readonly total: number;
}

/** Pays such an order. Without this callback buyers pay nothing. */
export type Pay = (owing: Owing, shopNow: () => Promise<Shop>) => Promise<void>;

export interface Faults {
  /** Acknowledged orders that are missing in the buyer's list. */
  readonly lost: readonly string[];
  /** The number of orders beyond one for each key. */
  readonly surplus: number;
  /** Products whose stock change differs from the ordered quantity. */
  readonly wrongStock: readonly string[];
}

const TRIES = 100;

/** Records what the clients requested and what was acknowledged from now on, to compare it with the shop's orders. */
export async function openBooks(opened: Shop, buyers: readonly SignedIn[]) {
  const ordersIn = async (shop: Shop) =>
    (await Promise.all(buyers.map((buyer) => readOrders(shop, buyer)))).flat().map(({ _id }) => _id);
  const before = new Set(await ordersIn(opened));
  // Without flash deals, whose prices change during the test.
  const products = (await readCatalogue(opened)).filter(({ flashEndsAt }) => flashEndsAt === null);
  const wishes: Wish[] = [];
  let acknowledged = 0;
  let unanswered = 0;
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  /** Sends the order and repeats it with the same key until it is acknowledged. */
  async function persist(wish: Wish, shopNow: () => Promise<Shop>): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const shop = await shopNow();
      const { buyer, product, quantity, key, paymentMethod } = wish;
      const reply = await buy(shop, buyer, product, quantity, key, paymentMethod).catch(() => null);
      if (reply === null) unanswered += 1;
      if (reply === null || reply.status === 503) continue;
      if (reply.status !== 200) throw new Error(`an order answers ${reply.status}: ${JSON.stringify(reply.body)}`);
      wish.orderId = (reply.body as { data: { order: { _id: string } } }).data.order._id;
      acknowledged += 1;
      for (const { resolve } of waiting.filter(({ count }) => acknowledged >= count)) resolve();
      waiting = waiting.filter(({ count }) => acknowledged < count);
      return;
    }
    throw new Error(`no acknowledgement after ${TRIES} tries`);
  }

  /**
   * Chooses the product with the largest stock, so that none sells out first. A second unpaid M-Pesa order of the same
   * product would be the same order (D9).
   */
  function getWish(buyer: SignedIn, quantity: number, paymentMethod: Wish['paymentMethod']): Wish {
    const had = wishes.filter((wish) => wish.buyer === buyer && wish.paymentMethod === 'mpesa');
    const left = (product: Product) => product.stock - pieces(wishes, product);
    const product = products
      .filter(({ _id }) => paymentMethod === 'cod' || had.every((wish) => wish.product._id !== _id))
      .reduce((best, other) => (left(other) > left(best) ? other : best));
    const wish: Wish = { buyer, product, quantity, key: randomUUID(), paymentMethod, orderId: null };
    wishes.push(wish);
    return wish;
  }

  return {
    /**
     * All buyers run in parallel and place `count` orders each: cash on delivery, or every second one paid with `pay`.
     */
    async buyAll(count: number, shopNow: () => Promise<Shop>, pay?: Pay): Promise<void> {
      await Promise.all(
        buyers.map(async (buyer) => {
          for (let number = 0; number < count; number += 1) {
            const isPaid = pay !== undefined && number % 2 === 1;
            const wish = getWish(buyer, 1 + (number % 2), isPaid ? 'mpesa' : 'cod');
            await persist(wish, shopNow);
            if (isPaid && wish.orderId !== null)
              await pay({ buyer, orderId: wish.orderId, total: wish.product.finalPrice * wish.quantity }, shopNow);
          }
        }),
      );
    },
    /** Resolves as soon as that many orders are acknowledged. */
    acknowledgedOnes: (count: number) => new Promise<void>((resolve) => void waiting.push({ count, resolve })),
    counts: () => ({ wished: wishes.length, acknowledged, unanswered }),
    /** Compares with the shop's current orders. Call it only while no buyer is running. */
    async compareWith(shop: Shop): Promise<Faults> {
      const kept = (await ordersIn(shop)).filter((id) => !before.has(id));
      const acknowledgedIds = new Set(wishes.map(({ orderId }) => orderId));
      const stock = new Map((await readCatalogue(shop)).map((product) => [product._id, product.stock]));
      return {
        lost: [...acknowledgedIds].filter((id): id is string => id !== null && !kept.includes(id)),
        surplus: kept.length - acknowledgedIds.size,
        wrongStock: products
          .map((product) => ({ ...product, gone: product.stock - (stock.get(product._id) ?? Number.NaN) }))
          .filter((product) => product.gone !== pieces(wishes, product))
          .map((product) => `${product.name}: ${product.gone} instead of ${pieces(wishes, product)}`),
      };
    },
  };
}

function pieces(wishes: readonly Wish[], { _id }: Product): number {
  return wishes.filter(({ product }) => product._id === _id).reduce((sum, { quantity }) => sum + quantity, 0);
}

async function readCatalogue(shop: Shop): Promise<readonly Product[]> {
  return (await Promise.all([1, 2, 3].map((page) => readProducts(shop, `limit=48&page=${page}`)))).flat();
}
