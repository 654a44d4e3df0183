import { createServices } from '../../server/composition.ts';
import type { Services } from '../../server/services.ts';
import { readDemo } from '../../demo/data.ts';
import { getSeeds } from '../../demo/seeds/index.ts';
import { seed } from '../../server/db/seed.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createDeps } from '../../server/deps.ts';
import { readEnv } from '../../server/env/env.ts';
import { createLog } from '../../server/log.ts';
import { PORT, withCatalogues, withShop, type CatalogueOptions, type Settings } from './catalogues.ts';
import { loadReads } from './load.ts';
import type { LoadResult } from './load.ts';
import { origin, startReference } from './processes.ts';
import type { Running } from './processes.ts';
import type { Reference } from './reference.ts';
import { recordReads } from './record-statements.ts';
import type { RecordedRead } from './record-statements.ts';

/**
 * `npm run bench -- catalogue`: reads of a shopper, at catalogues of several sizes on both databases: without a cache
 * beside a thin reference that sends the same statements, with the shop's cache beside a bare Fastify that sends the
 * same bytes, and how much slower a list gets as the catalogue grows. If other programs disturb the rates, the CPU time
 * per reply is still comparable with the reference's.
 */

const CONNECTIONS = [10, 50];
const POOL = 10;
/** Disables the rate limits. */
const UNLIMITED = { RATE_LIMIT_FACTOR: '1000000' };
const PAGES = 10;

type ListPaths = Readonly<Record<string, readonly string[]>>;

/** Requests at one size: single addresses, and the lists whose first pages are walked. */
interface Questions {
  readonly api: Readonly<Record<string, string>>;
  readonly pages: Readonly<Record<string, string>>;
  readonly ways: ListPaths;
}

export async function benchCatalogue(options: CatalogueOptions & { readonly isOnlyCached: boolean }): Promise<void> {
  let walked = new Map<number, Map<string, number>>();
  await withCatalogues(
    options,
    async ({ settings, url, size }) => {
      walked.set(size, await measure({ ...settings, ...UNLIMITED }, url, options));
    },
    () => {
      if (!options.isOnlyCached) printGrowth(walked);
      walked = new Map();
    },
  );
}

/** Prints the loads and returns the time of a page of each list. Milliseconds. */
async function measure(
  settings: Settings,
  url: string | null,
  { seconds, isOnlyCached }: { readonly seconds: number; readonly isOnlyCached: boolean },
): Promise<Map<string, number>> {
  const uncached = { ...settings, CATALOGUE_KEPT_MS: '0' };
  const { questions, reads } = await prepare(uncached);
  const every = { ...questions.api, ...questions.pages };
  const measureFresh = async (shop: Running): Promise<[Map<string, number>, ReadonlyMap<string, Comparison>]> => [
    await walk(questions.ways, seconds),
    await besideReference(
      shop,
      url === null ? null : { kind: 'thin', port: PORT + 2, url, pool: POOL, reads },
      questions.api,
      seconds,
    ),
  ];
  const [walks, fresh] = isOnlyCached
    ? [new Map<string, number>(), new Map<string, Comparison>()]
    : await withShop(uncached, measureFresh);
  const kept = await withShop(settings, async (shop) =>
    besideReference(
      shop,
      { kind: 'bare', port: PORT + 4, url: '', pool: 0, reads: [...reads, ...(await pagesAt(questions.pages))] },
      every,
      seconds,
    ),
  );
  for (const at of kept.keys()) {
    const parts = [`cached ${formatComparison(kept.get(at), 'bare Fastify')}`];
    if (fresh.has(at)) parts.unshift(formatComparison(fresh.get(at), 'thin reference'));
    console.log(`  ${at.padEnd(20)} ${parts.join('   ')}`);
  }
  return walks;
}

async function prepare(settings: Settings): Promise<{ questions: Questions; reads: RecordedRead[] }> {
  const env = readEnv(settings);
  const log = createLog('silent');
  const db = await openDatabase(env, log);
  try {
    await migrate(db);
    const deps = await createDeps({ env, db, log });
    await seed(deps, getSeeds(readDemo()));
    const { catalogue } = createServices(deps);
    const questions = await questionsFor(catalogue);
    return { questions, reads: await recordReads(deps, Object.values(questions.api)) };
  } finally {
    await db.close();
  }
}

/** The largest category, its two largest brands, and one of their products. */
async function questionsFor(catalogue: Services['catalogue']): Promise<Questions> {
  const [largest] = [...(await catalogue.categories(100))].sort(
    (a, b) => (b.productCount ?? 0) - (a.productCount ?? 0),
  );
  const category = `category=${largest?.slug ?? ''}`;
  const facets = await catalogue.facets(await catalogue.askedOfFacets({ category: largest?.slug }));
  const brand = `brand=${facets.brands
    .slice(0, 2)
    .map(({ slug }) => slug)
    .join(',')}`;
  const [one] = facets.brands;
  const { products } = await catalogue.list(await catalogue.askedOfList({ category: largest?.slug, limit: 1 }));
  const slug = products[0]?.slug ?? '';
  const list = (query: string) => `/api/products?limit=12&activeOnly=true&${query}`;
  const first = (query: string) => Array.from({ length: PAGES }, (_, page) => list(`${query}&page=${page + 1}`));
  const suggested = (search: string) => `/api/products?search=${encodeURIComponent(search)}&limit=8&activeOnly=true`;
  return {
    api: {
      list: list(`${category}&${brand}&sortBy=price_low`),
      facets: `/api/products/facets?${category}`,
      detail: `/api/products/slug/${slug}`,
      suggestions: suggested('sams'),
    },
    pages: { 'home page': '/', 'list page': `/products?${category}`, 'product page': `/product/${slug}` },
    ways: {
      'category, newest': first(category),
      'category, price': first(`${category}&sortBy=price_low`),
      'category, rating': first(`${category}&sortBy=rating`),
      'brand, price': first(`brand=${one?.slug ?? ''}&sortBy=price_high`),
      'category and 2 brands, price': first(`${category}&${brand}&sortBy=price_low`),
      'category and 2 brands, newest': first(`${category}&${brand}`),
      suggestions: ['sa', 'sams', 'samsung ga', 'lap', 'head', 'usb c', 'samsnug', 'tv 55'].map(suggested),
    },
  };
}

/** Includes the CPU seconds of one reply. */
type Load = LoadResult & { readonly cpu: number };

interface Comparison {
  readonly ours: Load;
  readonly reference: Load | null;
}

/** Loads the running shop and the reference in turns, so that both run under the same conditions. */
async function besideReference(
  shop: Running,
  reference: Reference | null,
  asked: Readonly<Record<string, string>>,
  seconds: number,
): Promise<ReadonlyMap<string, Comparison>> {
  const server = reference === null ? null : await startReference(reference);
  const load = async (running: Running, port: number, address: string, connections: number): Promise<Load> => {
    const before = running.cpuSeconds();
    const measured = await loadReads(origin(port), address, connections, seconds);
    return { ...measured, cpu: (running.cpuSeconds() - before) / (measured.perSecond * seconds) };
  };
  try {
    const loads = new Map<string, Comparison>();
    for (const [name, address] of Object.entries(asked))
      for (const connections of CONNECTIONS)
        loads.set(`${name} c=${connections}`, {
          ours: await load(shop, PORT, address, connections),
          reference: reference && server && (await load(server, reference.port, address, connections)),
        });
    return loads;
  } finally {
    await server?.stop();
  }
}

/** Fetches the shop's pages, for the server that only sends the same bytes. */
async function pagesAt(addresses: Readonly<Record<string, string>>): Promise<RecordedRead[]> {
  const pages: RecordedRead[] = [];
  for (const address of Object.values(addresses)) {
    const reply = await fetch(origin(PORT) + address, { headers: { 'accept-encoding': 'identity' } });
    const type = reply.headers.get('content-type') ?? '';
    pages.push({ path: address, statements: [], type, body: await reply.text() });
  }
  return pages;
}

/** Milliseconds per reply of each list, requested one after the other. */
async function walk(ways: ListPaths, seconds: number): Promise<Map<string, number>> {
  const walks = new Map<string, number>();
  for (const [name, addresses] of Object.entries(ways)) {
    await loadReads(origin(PORT), addresses, 1, 1);
    const { perSecond } = await loadReads(origin(PORT), addresses, 1, seconds);
    walks.set(name, 1_000 / perSecond);
  }
  return walks;
}

function printGrowth(walked: ReadonlyMap<number, ReadonlyMap<string, number>>): void {
  const sizes = [...walked.keys()];
  console.log('\n  ms per page, the first ten in turn, without cache (target: 1.5 times, suggestions 2)');
  for (const name of walked.get(sizes[0] ?? 0)?.keys() ?? []) {
    const times = sizes.map((size) => walked.get(size)?.get(name) ?? Number.NaN);
    const [last = 1, before = 1] = [...times].reverse();
    const growth = sizes.length > 1 ? `   ${(last / before).toFixed(2)} times` : '';
    console.log(`  ${name.padEnd(30)} ${times.map((ms) => ms.toFixed(2)).join('  ')}${growth}`);
  }
}

function formatComparison(loads: Comparison | undefined, name: string): string {
  if (loads === undefined) return '';
  const { ours, reference } = loads;
  const own = `${ours.perSecond}/s p99 ${ours.p99} ms${ours.failed > 0 ? ` ${ours.failed} FAILED` : ''}`;
  if (reference === null) return own;
  const [rate, processor] = [ours.perSecond / reference.perSecond, reference.cpu / ours.cpu];
  return `${own}, ${rate.toFixed(2)} of ${name}, by CPU ${processor.toFixed(2)}`;
}
