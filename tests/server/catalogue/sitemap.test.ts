// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueCounts, products } from '../../../server/db/schema.ts';
import { createSitemapService } from '../../../server/modules/catalogue/sitemap.service.ts';
import { mountSitemap } from '../../../server/modules/catalogue/sitemap.routes.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, addProducts, changeProduct } from './products.ts';

const FILE_SIZE = 1_500;
const COUNT = 3_100;

describe('sitemap and robots.txt', () => {
  let shop: TestApp;

  beforeAll(async () => {
    shop = await createTestApp({
      env: { PUBLIC_ORIGIN: 'https://duka.test' },
      extras: (deps) => [
        (app) => mountSitemap(app, deps, { sitemap: createSitemapService(deps, { fileSize: FILE_SIZE }) }),
      ],
    });
    const { id: _id, slug: _slug, ...like } = await addProduct(shop);
    const more = Array.from({ length: COUNT - 1 }, (_, index) => ({
      ...like,
      id: randomUUID(),
      slug: `more-${index}`,
    }));
    for (let from = 0; from < more.length; from += 500) await addProducts(shop, more.slice(from, from + 500));
  });
  afterAll(() => shop.close());

  const get = (url: string) => shop.app.inject({ url, remoteAddress: '198.51.100.1' });
  const locs = (body: string) => [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);

  test("robots.txt names the sitemap at the public origin and disallows a shopper's own pages", async () => {
    const { body, headers, statusCode } = await get('/robots.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect(body).toContain('\nSitemap: https://duka.test/sitemap.xml\n');
    for (const path of ['/api/', '/auth/', '/cart', '/checkout', '/profile', '/track-order'])
      expect(body).toContain(`\nDisallow: ${path}\n`);
  });

  test('the index names one file of pages and the necessary files of products', async () => {
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(body).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="http:\/\/www\.sitemaps\.org\//,
    );
    expect(locs(body)).toEqual(
      ['pages', 'products-1', 'products-2', 'products-3'].map((name) => `https://duka.test/sitemap-${name}.xml`),
    );
  });

  test('lists every active product in exactly one file, within the size of a file', async () => {
    const all: (string | undefined)[] = [];
    for (const file of [1, 2, 3]) {
      const { body } = await get(`/sitemap-products-${file}.xml`);
      expect(body.endsWith('</urlset>\n')).toBe(true);
      const here = locs(body);
      expect(here.length).toBeLessThanOrEqual(FILE_SIZE);
      all.push(...here);
    }
    const rows = await shop.db.sql.select({ slug: products.slug }).from(products).where(eq(products.isActive, true));
    expect(all.toSorted()).toEqual(rows.map(({ slug }) => `https://duka.test/product/${slug}`).toSorted());
    expect(rows).toHaveLength(COUNT);
  });

  test('omits a product that is no longer sold', async () => {
    const [one] = await shop.db.sql.select().from(products).limit(1);
    const hide = (isActive: boolean) => changeProduct(shop, one?.id ?? '', { isActive });
    await hide(false);
    const files = await Promise.all([1, 2, 3].map((file) => get(`/sitemap-products-${file}.xml`)));
    expect(files.flatMap(({ body }) => locs(body))).not.toContain(`https://duka.test/product/${one?.slug}`);
    await hide(true);
  });

  test('lists the fixed pages and the categories', async () => {
    const here = locs((await get('/sitemap-pages.xml')).body);
    expect(here).toEqual(expect.arrayContaining(['https://duka.test/', 'https://duka.test/about']));
    expect(here.filter((loc) => loc?.includes('?category=')).length).toBeGreaterThan(0);
  });

  test.each([
    '/sitemap-products-0.xml',
    '/sitemap-products-4.xml',
    '/sitemap-products-999999.xml',
    '/sitemap-products-x.xml',
  ])('%s does not exist', async (url) => expect((await get(url)).statusCode).toBe(404));

  test('a file has up to 50,000 products, the maximum of search engines', async () => {
    const large = await createTestApp({ extras: (deps, services) => [(app) => mountSitemap(app, deps, services)] });
    await addProduct(large);
    const readFiles = async (count: number) => {
      await large.db.sql.update(catalogueCounts).set({ products: count });
      const { body } = await large.app.inject({ url: '/sitemap.xml' });
      return locs(body).filter((loc) => loc?.includes('-products-')).length;
    };
    expect([await readFiles(50_000), await readFiles(50_001), await readFiles(100_000)]).toEqual([1, 2, 2]);
    await large.close();
  });

  test('names the 1,000 first categories, each with an encoded address', async () => {
    const large = await createTestApp({ extras: (deps, services) => [(app) => mountSitemap(app, deps, services)] });
    await large.db.sql.execute(sql`insert into categories (id, slug, name)
      select gen_random_uuid(), 'a&b ' || n, 'N' from generate_series(1, 1001) as n`);
    const { body } = await large.app.inject({ url: '/sitemap-pages.xml' });
    const categories = locs(body).filter((loc) => loc?.includes('?category='));
    expect(categories).toHaveLength(1_000);
    expect(categories[0]).toMatch(/\/products\?category=a%26b%20\d+$/);
    await large.close();
  });

  test('a shop that sells nothing has pages and no products', async () => {
    const empty = await createTestApp({ extras: (deps, services) => [(app) => mountSitemap(app, deps, services)] });
    const { body } = await empty.app.inject({ url: '/sitemap.xml' });
    expect(locs(body)).toEqual(['http://localhost:3000/sitemap-pages.xml']);
    await empty.close();
  });
});
