import { createConcurrencyLimit } from '../../concurrency-limit.ts';
import type { Deps } from '../../deps.ts';
import { listCategories } from './catalogue.repository.ts';
import { INDEXED_PAGES, sitemapIndex, URL_SET_END, URL_SET_START, toUrlEntries } from './sitemap.rules.ts';
import { countProducts, findSlugsAfter, type SlugRange } from './sitemap.repository.ts';

/** Products per query, which bounds the memory per sitemap file. */
const AT_ONCE = 1_000;
/** Maximum number of URLs per file that search engines accept. */
const FILE_SIZE = 50_000;
const MOST_CATEGORIES = 1_000;
/** Low, because sitemaps are long and shoppers have priority. */
const QUERIES_AT_ONCE = 2;

/** Sitemaps: an index, the pages, and the products in files of a bounded size. */
export function createSitemapService(
  { db, env: { publicOrigin } }: Pick<Deps, 'db' | 'env'>,
  { fileSize = FILE_SIZE } = {},
) {
  const limit = createConcurrencyLimit({ places: QUERIES_AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  const files = async () => Math.ceil((await countProducts(db.reads)) / fileSize);

  /** Streams one file of products. */
  async function* streamProducts(file: number): AsyncGenerator<string> {
    yield URL_SET_START;
    let behind: string | null = null;
    const skipped = (file - 1) * fileSize;
    for (let left = fileSize; left > 0;) {
      const request: SlugRange = { behind, skipped, limit: Math.min(AT_ONCE, left) };
      const rows = await limit.run(() => findSlugsAfter(db.reads, request));
      yield toUrlEntries(
        publicOrigin,
        rows.map(({ slug }) => `/product/${encodeURIComponent(slug)}`),
      );
      behind = rows.at(-1)?.id ?? null;
      left = rows.length < request.limit ? 0 : left - rows.length;
    }
    yield URL_SET_END;
  }

  return {
    async index(): Promise<string> {
      const products = Array.from({ length: await files() }, (_, index) => `/sitemap-products-${index + 1}.xml`);
      return sitemapIndex(publicOrigin, ['/sitemap-pages.xml', ...products]);
    },
    /** Returns the sitemap of pages and categories. */
    async pages(): Promise<string> {
      const shelves = await listCategories(db.reads, MOST_CATEGORIES);
      const lists = shelves.map(({ slug }) => `/products?category=${encodeURIComponent(slug)}`);
      return URL_SET_START + toUrlEntries(publicOrigin, [...INDEXED_PAGES, ...lists]) + URL_SET_END;
    },
    /** Streams the products of a file, counted from 1. `null` when there is no such file. */
    async products(file: number): Promise<AsyncGenerator<string> | null> {
      return file >= 1 && file <= (await files()) ? streamProducts(file) : null;
    },
  };
}
