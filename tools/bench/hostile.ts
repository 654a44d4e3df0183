import { setTimeout as wait } from 'node:timers/promises';
import { PORT, withCatalogues, withShop, type CatalogueOptions } from './catalogues.ts';
import { origin } from './processes.ts';
import { compareBeside, measureHonest } from './response-times.ts';

/**
 * `npm run bench -- hostile`: response times of honest browsers beside expensive calls: lists beside filters that no
 * cache holds (X57), and cart checks beside a flood of `/api/ready` (X53). The shop uses its own limits and cache.
 */

/**
 * Multiple of the other benchmarks' duration: among 40 calls the 95th percentile would be the third-slowest call, which
 * means little.
 */
const LENGTHS = 3;
/** The rate observed in X57. */
const FACETS_PER_SECOND = 6;
/** The rate observed in X53, below the limit per address. */
const READY_PER_SECOND = 40;
const LIST = '/api/products?limit=12&activeOnly=true&sortBy=price_low';

/** Each request is unique: a wide price range, words, an unknown parameter. */
function hostileFacets(n: number): string {
  const kinds = [
    `minPrice=${n}&maxPrice=${900_000 + n}`,
    `minPrice=1&maxPrice=${19_000_000 - n}&search=s`,
    `search=a&minPrice=${n}`,
    `unknown${n}=${n}`,
    `sortBy=rating&Key${n}=${n}&maxPrice=${800_000 + n}`,
  ];
  return `/api/products/facets?${kinds[n % kinds.length]}`;
}

export async function benchHostile(options: CatalogueOptions): Promise<void> {
  const seconds = options.seconds * LENGTHS;
  await withCatalogues(options, ({ settings }) =>
    withShop(settings, async () => {
      // A different list each time, so that it reaches the database.
      let page = 0;
      const list = () => measureHonest(PORT, { path: () => `${LIST}&page=${(page += 1)}` }, seconds);
      await compareBeside('lists beside hostile /products/facets', list, () =>
        ask(FACETS_PER_SECOND, seconds, hostileFacets),
      );
      const items = [await findItem()];
      const check = () => measureHonest(PORT, { path: () => '/api/cart/check', body: { items } }, seconds);
      await compareBeside('cart/check beside an /api/ready flood', check, () =>
        ask(READY_PER_SECOND, seconds, () => '/api/ready'),
      );
    }),
  );
}

async function findItem() {
  const reply = await fetch(`${origin(PORT)}/api/products?limit=1`);
  const { data } = (await reply.json()) as { data: { products: { _id: string; price: number }[] } };
  const [product] = data.products;
  return { product: product?._id, quantity: 1, price: product?.price };
}

async function ask(perSecond: number, seconds: number, path: (n: number) => string) {
  let [answered, refused] = [0, 0];
  const asked: Promise<void>[] = [];
  const one = async (n: number) => {
    const reply = await fetch(origin(PORT) + path(n));
    await reply.arrayBuffer();
    if (reply.ok) answered += 1;
    else refused += 1;
  };
  for (let n = 0; n < seconds * perSecond; n += 1) {
    asked.push(one(n));
    await wait(1_000 / perSecond);
  }
  await Promise.all(asked);
  return { answered, refused };
}
