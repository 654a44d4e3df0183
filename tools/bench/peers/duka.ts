import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { InferOutput } from 'valibot';
import type { Category, Product } from '../../../contract/catalogue.ts';
import { origin, run } from '../processes.ts';
import type { CatalogueProduct, Contestant, FoundProduct, Question } from './contestant.ts';

const PAGE = 48;

export interface DukaOptions {
  readonly port: number;
  readonly url: string;
  readonly pool: { readonly writes: number; readonly reads: number };
  readonly products: number;
  readonly isCached: boolean;
  /** Folder for temporary files. */
  readonly work: string;
}

/** Adds the generated products that are missing, and starts the built shop without the demo's products. */
export async function startDuka({ port, url, pool, products, isCached, work }: DukaOptions): Promise<Contestant> {
  const settings = {
    NODE_ENV: 'development',
    DEMO_SHOP: 'off',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: path.join(work, `duka-${port}`),
    DATABASE_URL: url,
    DATABASE_POOL: String(pool.writes),
    DATABASE_READ_POOL: String(pool.reads),
    RATE_LIMIT_FACTOR: '1000000',
    ...(!isCached && { CATALOGUE_KEPT_MS: '0' }),
  };
  const seeded = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'server/cli/seed.ts', '--products', String(products)],
    { env: { ...process.env, ...settings }, encoding: 'utf8' },
  );
  if (seeded.status !== 0) throw new Error(seeded.stderr);
  const running = await run(process.execPath, ['dist/server/main.js'], settings, `${origin(port)}/api/health`);
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
  const mode = isCached ? 'as shipped' : 'without cache';
  const about = isCached
    ? 'replies are cached for 1 s; a load repeats one address, the best case of a cache'
    : 'CATALOGUE_KEPT_MS=0';
  return {
    name: `Duka ${mode}`,
    about: `Duka ${version} ${mode}: ${about}`,
    running,
    ask: (question) => ({ url: origin(port) + toPath(question), method: 'GET', headers: {} }),
    read: (question, reply) => readReply(question, reply as Reply),
  };
}

function toPath(question: Question): string {
  switch (question.kind) {
    case 'list':
      return `/api/products?category=${question.category}&limit=12&activeOnly=true&sortBy=price_low`;
    case 'detail':
      return `/api/products/slug/${question.slug}`;
    case 'search':
      return `/api/products?search=${encodeURIComponent(question.word)}&limit=12&activeOnly=true`;
  }
}

type ApiProduct = InferOutput<typeof Product>;

interface Reply {
  readonly data: {
    readonly product?: ApiProduct;
    readonly products?: readonly ApiProduct[];
    readonly pagination?: { readonly total: number };
  };
}

function readReply(question: Question, { data }: Reply): { total: number; products: FoundProduct[] } {
  if (question.kind === 'detail') return { total: 1, products: data.product ? [toFound(data.product)] : [] };
  return { total: data.pagination?.total ?? 0, products: (data.products ?? []).map(toFound) };
}

function toFound({ slug, name, price, finalPrice }: ApiProduct): FoundProduct {
  return { slug, name, price: finalPrice ?? price };
}

/** Reads all products of the running shop with their categories. Throws when there are not as many as expected. */
export async function readCatalogue(port: number, expected: number): Promise<readonly CatalogueProduct[]> {
  const { categories } = await call<{ categories: Category[] }>(port, '/categories?limit=100');
  const inCategories = new Map<string, { slug: string; name: string }[]>();
  for (const { slug: category, name } of categories)
    for (const slug of await readSlugs(port, `category=${category}&`))
      inCategories.set(slug, [...(inCategories.get(slug) ?? []), { slug: category, name }]);
  const catalogue: CatalogueProduct[] = [];
  for (const slug of await readSlugs(port, '')) {
    const { product } = await call<{ product: ApiProduct }>(port, `/products/slug/${slug}`);
    const { description, brand, stock, specifications } = product;
    catalogue.push({
      ...toFound(product),
      description,
      brand: typeof brand === 'string' ? brand : (brand?.name ?? ''),
      stock: stock ?? 0,
      categories: inCategories.get(slug) ?? [],
      specifications,
    });
  }
  if (catalogue.length !== expected)
    throw new Error(`The shop has ${catalogue.length} products instead of ${expected}`);
  return catalogue;
}

async function readSlugs(port: number, query: string): Promise<string[]> {
  const slugs: string[] = [];
  for (let page = 1; ; page += 1) {
    const { products, pagination } = await call<{ products: ApiProduct[]; pagination: { pages: number } }>(
      port,
      `/products?${query}limit=${PAGE}&page=${page}&activeOnly=true&sortBy=price_low`,
    );
    slugs.push(...products.map(({ slug }) => slug));
    if (page >= pagination.pages) return slugs;
  }
}

async function call<Data>(port: number, address: string): Promise<Data> {
  const response = await fetch(`${origin(port)}/api${address}`);
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: Data }).data;
}
