import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformWithOxc } from 'vite';
import { origin, run } from '../processes.ts';
import type { Running } from '../processes.ts';
import type { CatalogueProduct, Contestant, FoundProduct, Question } from './contestant.ts';
import { installPeer } from './install.ts';

/** Vendure, the newest version of 2026-11-29. GPL-3.0-or-later, so it is fetched on use and never part of the shop. */
const VENDURE = '3.7.3';
const PG = '8.23.1';

const PROGRAM = path.join(import.meta.dirname, 'vendure-program.ts');
const FACETS = { brand: 'Brand', category: 'Category' };

/** Settings of the program, passed as a file. */
export interface VendureSettings {
  readonly host: string;
  /** Port of the server. The worker's health check uses the next one. */
  readonly port: number;
  readonly url: string;
  readonly pool: number;
  readonly secret: string;
  /** File with the products. */
  readonly csv: string;
  readonly initialData: object;
}

export interface VendureOptions {
  /** Result of `installVendure`. */
  readonly folder: string;
  readonly port: number;
  /** Address of an empty PostgreSQL database. */
  readonly url: string;
  /** Number of database connections of the server. */
  readonly pool: number;
  readonly catalogue: readonly CatalogueProduct[];
  /** Folder for temporary files. */
  readonly work: string;
}

/** Returns the folder of the installed Vendure. Throws when the npm registry does not provide it. */
export function installVendure(): string {
  return installPeer('vendure', { '@vendure/core': VENDURE, pg: PG });
}

/** Fills Vendure's database with the products, and starts its server and its worker. */
export async function startVendure({ folder, port, url, pool, catalogue, work }: VendureOptions): Promise<Contestant> {
  const program = path.join(folder, 'program.mjs');
  const { code } = await transformWithOxc(fs.readFileSync(PROGRAM, 'utf8'), PROGRAM, { target: 'node20' });
  fs.writeFileSync(program, code);
  const csv = path.join(work, 'products.csv');
  fs.writeFileSync(csv, formatCsv(catalogue));
  const initialData = createInitialData(catalogue);
  const settings: VendureSettings = { host: '127.0.0.1', port, url, pool, secret: 'bench', csv, initialData };
  const file = path.join(work, 'vendure.json');
  fs.writeFileSync(file, JSON.stringify(settings));
  const env = { NODE_ENV: 'production', VENDURE_DISABLE_TELEMETRY: 'true' };
  // Asynchronous, so that Ctrl+C stops the benchmark.
  await promisify(execFile)(process.execPath, [program, 'fill', file], {
    cwd: folder,
    env: { ...process.env, ...env },
    maxBuffer: 100_000_000,
  });
  const start = (what: string, at: number) => run(process.execPath, [program, what, file], env, `${origin(at)}/health`);
  const server = await start('server', port);
  const worker = await start('worker', port + 1);
  return {
    name: `Vendure ${VENDURE}`,
    about: `Vendure ${VENDURE} (GPL-3.0-or-later) in production mode: Shop API with the default search, and its worker`,
    running: joinProcesses([server, worker]),
    ask: (question) => ({
      url: `${origin(port)}/shop-api`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toGraphql(question)),
    }),
    read: (question, reply) => readReply(question, reply as GraphqlReply),
  };
}

/** The processor time of a peer is that of all its processes. */
function joinProcesses(all: readonly Running[]): Contestant['running'] {
  const sum = (of: (one: Running) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    readyMs: Math.max(...all.map(({ readyMs }) => readyMs)),
    memory: () => sum((one) => one.memory()),
    cpuSeconds: () => sum((one) => one.cpuSeconds()),
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  };
}

const SHORT = 'slug name variants { priceWithTax }';
const WHOLE =
  'slug name description variants { sku priceWithTax stockLevel } facetValues { name facet { name } } collections { slug name }';
const SEARCHED = 'totalItems items { slug productName priceWithTax { ... on SinglePrice { value } } }';

function toGraphql(question: Question): object {
  switch (question.kind) {
    case 'list':
      return {
        query: `query List($category: String!) { search(input: { collectionSlug: $category, take: 12, sort: { price: ASC } }) { ${SEARCHED} } }`,
        variables: { category: question.category },
      };
    case 'detail':
      return {
        query: `query Detail($slug: String!) { product(slug: $slug) { ${question.isShort ? SHORT : WHOLE} } }`,
        variables: { slug: question.slug },
      };
    case 'search':
      return {
        query: `query Search($term: String!) { search(input: { term: $term, take: 12 }) { ${SEARCHED} } }`,
        variables: { term: question.word },
      };
  }
}

interface GraphqlReply {
  readonly data?: {
    readonly search?: {
      readonly totalItems: number;
      readonly items: readonly { slug: string; productName: string; priceWithTax: { value: number } }[];
    };
    readonly product?: { slug: string; name: string; variants: readonly { priceWithTax: number }[] } | null;
  };
}

function readReply(question: Question, { data }: GraphqlReply): { total: number; products: FoundProduct[] } {
  if (question.kind === 'detail') {
    const { slug = '', name = '', variants = [] } = data?.product ?? {};
    return { total: 1, products: [{ slug, name, price: (variants[0]?.priceWithTax ?? 0) / 100 }] };
  }
  return {
    total: data?.search?.totalItems ?? 0,
    products: (data?.search?.items ?? []).map(({ slug, productName, priceWithTax }) => ({
      slug,
      name: productName,
      price: priceWithTax.value / 100,
    })),
  };
}

/** One product with one variant per line. Brand, categories and specifications are facets. */
function formatCsv(catalogue: readonly CatalogueProduct[]): string {
  const columns =
    'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
  const rows = catalogue.map(({ name, slug, description, brand, categories, specifications, price, stock }, index) => {
    const facets = [
      [FACETS.brand, brand],
      ...categories.map((category) => [FACETS.category, category.slug]),
      ...specifications.map((one) => [one.name, one.value]),
    ].map((pair) => pair.map((text = '') => text.replaceAll(/[:|]/g, '-')).join(':'));
    const row = [name, slug, description, '', facets.join('|'), '', '', `bench-${index}`, price, 'standard'];
    return [...row, stock, true, '', ''].map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',');
  });
  return [columns, ...rows].join('\n');
}

/** A collection per category, and a tax of zero, because our prices include it. */
function createInitialData(catalogue: readonly CatalogueProduct[]): object {
  const categories = new Map(catalogue.flatMap((one) => one.categories.map(({ slug, name }) => [slug, name])));
  return {
    defaultLanguage: 'en',
    defaultZone: 'Africa',
    countries: [{ name: 'Kenya', code: 'KE', zone: 'Africa' }],
    taxRates: [{ name: 'Standard', percentage: 0 }],
    shippingMethods: [],
    paymentMethods: [],
    collections: [...categories].map(([slug, name]) => ({
      name,
      slug,
      filters: [
        { code: 'facet-value-filter', args: { facetValueNames: [`${FACETS.category}:${slug}`], containsAny: false } },
      ],
    })),
  };
}
