import { randomUUID } from 'node:crypto';
import type { Product } from './orders.ts';
import { buy, ordersOf, productsOf } from './orders.ts';
import type { SignedIn } from './customers.ts';
import type { Shop } from './shop.ts';

/** An order that a buyer wants, and the id that the shop acknowledged it with. */
interface Wish {
  readonly buyer: SignedIn;
  readonly product: Product;
  readonly quantity: number;
  readonly key: string;
  readonly paymentMethod: 'cod' | 'mpesa';
  orderId: string | null;
}

/** An order to be paid by M-Pesa, as it was acknowledged. */
export interface Owing {
  readonly buyer: SignedIn;
  readonly orderId: string;
  /** Whole shillings. */
  readonly total: number;
}

/** What a buyer does with each of those; nothing where nobody says so. */
export type Pay = (owing: Owing, shopNow: () => Promise<Shop>) => Promise<void>;

export interface Faults {
  /** Acknowledged, but not among the buyer's orders. */
  readonly lost: readonly string[];
  /** Orders of the buyers beyond one a key. */
  readonly surplus: number;
  /** Products whose stock went down by something else than what was ordered. */
  readonly wrongStock: readonly string[];
}

const TRIES = 100;

/**
 * The clients' side of the history from now on: what was wished for and acknowledged, to be compared with the shop's.
 */
export async function openBooks(opened: Shop, buyers: readonly SignedIn[]) {
  const ordersIn = async (shop: Shop) =>
    (await Promise.all(buyers.map((buyer) => ordersOf(shop, buyer)))).flat().map(({ _id }) => _id);
  const before = new Set(await ordersIn(opened));
  // Their prices do not change under the buyers.
  const products = (await catalogueOf(opened)).filter(({ flashEndsAt }) => flashEndsAt === null);
  const wishes: Wish[] = [];
  let acknowledged = 0;
  let unanswered = 0;
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  /** A buyer who wants this order and asks with the same key until it is acknowledged. */
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
   * Of what the shop has most of, so that nothing runs out before all has. The same by M-Pesa once more, while it is
   * unpaid, would be the same order (D9).
   */
  function wishOf(buyer: SignedIn, quantity: number, paymentMethod: Wish['paymentMethod']): Wish {
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
     * All buyers at once, each with `count` orders one after the other: paid at the door, or half of them as `pay` says.
     */
    async buyAll(count: number, shopNow: () => Promise<Shop>, pay?: Pay): Promise<void> {
      await Promise.all(
        buyers.map(async (buyer) => {
          for (let number = 0; number < count; number += 1) {
            const isPaid = pay !== undefined && number % 2 === 1;
            const wish = wishOf(buyer, 1 + (number % 2), isPaid ? 'mpesa' : 'cod');
            await persist(wish, shopNow);
            if (isPaid && wish.orderId !== null)
              await pay({ buyer, orderId: wish.orderId, total: wish.product.finalPrice * wish.quantity }, shopNow);
          }
        }),
      );
    },
    /** Resolves in the moment of that acknowledgement. */
    acknowledgedOnes: (count: number) => new Promise<void>((resolve) => void waiting.push({ count, resolve })),
    counts: () => ({ wished: wishes.length, acknowledged, unanswered }),
    /** Compares with what the shop says now; only where no buyer is under way. */
    async compareWith(shop: Shop): Promise<Faults> {
      const kept = (await ordersIn(shop)).filter((id) => !before.has(id));
      const acknowledgedIds = new Set(wishes.map(({ orderId }) => orderId));
      const stock = new Map((await catalogueOf(shop)).map((product) => [product._id, product.stock]));
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

async function catalogueOf(shop: Shop): Promise<readonly Product[]> {
  return (await Promise.all([1, 2, 3].map((page) => productsOf(shop, `limit=48&page=${page}`)))).flat();
}
