import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { PORT, withCatalogues, withShop, type CatalogueOptions } from './catalogues.ts';
import { toLoadResult } from './load.ts';
import { origin } from './processes.ts';

/**
 * `npm run bench -- searched`: response times of others while one address requests the most expensive lists up to its
 * rate limit (F11 of the audit), with the shop's own limits and cache.
 */

/** Slightly below 600 per minute. */
const PER_SECOND = 9.5;
const HONEST_PER_SECOND = 5;

/** Each request is unique, so that no cached reply helps. */
function createExpensiveSearch(n: number): string {
  const words = ['sams', 'usb c', 'samsnug', 'tv 55', 'a', 'lap', 'phnoe', 'galxy'];
  const keys = Array.from({ length: 10 }, (_, key) => `Key${key}=${n}`).join('&');
  const kinds = [
    `search=${words[n % words.length]}+${n}&sortBy=price_low`,
    `search=${words[n % words.length]}&page=${1 + (n % 400)}`,
    `sortBy=rating&page=${1 + n}`,
    `sortBy=price_high&minPrice=${n}&maxPrice=${900_000 + n}`,
    keys,
  ];
  return `/api/products?limit=100&activeOnly=true&${kinds[n % kinds.length]}`;
}

export async function benchSearched(options: CatalogueOptions): Promise<void> {
  await withCatalogues(options, ({ settings }) =>
    withShop(settings, async () => {
      const item = await anItem();
      const alone = await honest(item, options.seconds);
      const [others, attacker] = await Promise.all([honest(item, options.seconds), search(options.seconds)]);
      print('POST /cart/check alone', alone);
      print('beside the searches', others);
      print('the searches', attacker);
    }),
  );
}

async function anItem() {
  const reply = await fetch(`${origin(PORT)}/api/products?limit=1`);
  const { data } = (await reply.json()) as { data: { products: { _id: string; price: number }[] } };
  const [product] = data.products;
  return { product: product?._id, quantity: 1, price: product?.price };
}

async function honest(item: object, seconds: number) {
  const result = await autocannon({
    url: `${origin(PORT)}/api/cart/check`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [item] }),
    connections: 5,
    overallRate: HONEST_PER_SECOND,
    duration: seconds,
  });
  return { ...toLoadResult(result, seconds), longest: result.latency.max };
}

async function search(seconds: number) {
  const times: number[] = [];
  let failed = 0;
  const one = async (n: number) => {
    const started = performance.now();
    const reply = await fetch(origin(PORT) + createExpensiveSearch(n));
    await reply.arrayBuffer();
    if (reply.ok) times.push(performance.now() - started);
    else failed += 1;
  };
  const asked: Promise<void>[] = [];
  for (let n = 0; n < seconds * PER_SECOND; n += 1) {
    asked.push(one(n));
    await wait(1_000 / PER_SECOND);
  }
  await Promise.all(asked);
  times.sort((a, b) => a - b);
  const at = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0);
  return { perSecond: Math.round(times.length / seconds), p50: at(0.5), p99: at(0.99), longest: at(0.9999), failed };
}

function print(name: string, load: Awaited<ReturnType<typeof honest>>) {
  const { perSecond, p50, p99, longest, failed } = load;
  console.log(
    `  ${name.padEnd(24)} ${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms, ${failed} refused or failed`,
  );
}
