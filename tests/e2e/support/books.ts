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
  orderId: string | null;
}

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
      const reply = await buy(shop, wish.buyer, wish.product, wish.quantity, wish.key).catch(() => null);
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

  /** Of what the shop has most of, so that nothing runs out before all has. */
  function wishOf(buyer: SignedIn, quantity: number): Wish {
    const left = (product: Product) => product.stock - pieces(wishes, product);
    const product = products.reduce((best, other) => (left(other) > left(best) ? other : best));
    const wish = { buyer, product, quantity, key: randomUUID(), orderId: null };
    wishes.push(wish);
    return wish;
  }

  return {
    /** All buyers at once, each with `count` orders one after the other. */
    async buyAll(count: number, shopNow: () => Promise<Shop>): Promise<void> {
      await Promise.all(
        buyers.map(async (buyer) => {
          for (let number = 0; number < count; number += 1) await persist(wishOf(buyer, 1 + (number % 2)), shopNow);
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
          .filter((product) => product.stock - (stock.get(product._id) ?? 0) !== pieces(wishes, product))
          .map(({ name }) => name),
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
