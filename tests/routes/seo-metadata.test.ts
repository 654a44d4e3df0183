import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Product } from '../../contract/catalogue.ts';
import { callKey } from '../../contract/endpoint.ts';
import { shop } from '../../contract/shop.config.ts';
import { INDEXED_PAGES } from '../../server/modules/catalogue/sitemap.rules.ts';
import { planPage, render } from '../../src/entry-server.tsx';
import { buildSeoMetadata } from '../../src/routes/seo-metadata.ts';
import { findRoute, routes } from '../../src/routes/table.ts';
import { products, television } from '../flows/support/catalogue.samples.ts';
import { banners } from '../flows/support/home.samples.ts';

const origin = 'https://duka.test';
const address = v.pipe(v.string(), v.url(), v.startsWith(origin));
const of = <Type extends string>(type: Type) => ({
  '@context': v.literal('https://schema.org'),
  '@type': v.literal(type),
});

const Breadcrumb = v.strictObject({
  ...of('BreadcrumbList'),
  itemListElement: v.pipe(
    v.array(
      v.strictObject({
        '@type': v.literal('ListItem'),
        position: v.pipe(v.number(), v.integer(), v.minValue(1)),
        name: v.pipe(v.string(), v.nonEmpty()),
        item: address,
      }),
    ),
    v.minLength(2),
    v.check((items) => items.every(({ position }, index) => position === index + 1)),
  ),
});
const Offer = v.strictObject({
  '@type': v.literal('Offer'),
  url: address,
  price: v.pipe(v.number(), v.integer(), v.minValue(1)),
  priceCurrency: v.literal('KES'),
  availability: v.picklist(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
  priceValidUntil: v.optional(v.pipe(v.string(), v.isoDate())),
  seller: v.strictObject({ '@type': v.literal('Organization'), name: v.literal(shop.name) }),
});
const ProductData = v.strictObject({
  ...of('Product'),
  '@id': address,
  name: v.pipe(v.string(), v.nonEmpty()),
  description: v.string(),
  url: address,
  image: v.optional(v.pipe(v.array(v.pipe(v.string(), v.url())), v.minLength(1))),
  brand: v.optional(v.strictObject({ '@type': v.literal('Brand'), name: v.pipe(v.string(), v.nonEmpty()) })),
  category: v.optional(v.pipe(v.string(), v.nonEmpty())),
  offers: Offer,
  aggregateRating: v.optional(
    v.strictObject({
      '@type': v.literal('AggregateRating'),
      ratingValue: v.pipe(v.number(), v.minValue(0), v.maxValue(5)),
      reviewCount: v.pipe(v.number(), v.integer(), v.minValue(1)),
      bestRating: v.literal(5),
    }),
  ),
});
const deal: Product = {
  ...television,
  isFlashDeal: true,
  flashPrice: 39_999,
  finalPrice: 39_999,
  flashEndsAt: '2026-01-06T12:00:00.000Z',
};

/** Renders a page of a shop with this product, `found` products in its lists and `shown` banners. */
function page(url: string, product: Product = television, found = 10, shown = 0) {
  const getBody = (key: string) => {
    if (key.startsWith('GET /banners')) return { banners: banners(shown) };
    if (key.startsWith('GET /categories'))
      return {
        categories: [
          { _id: 'c', name: 'TVs & Sound', slug: 'tvs', isActive: true, order: 0, parent: null, productCount: 9 },
        ],
      };
    if (key.startsWith('GET /products?'))
      return { products: products(found), pagination: { page: 1, limit: 12, total: 10, pages: 1 } };
    if (key.startsWith('GET /products/facets')) return { brands: [], specifications: [] };
    if (key.startsWith('GET /products/price-range')) return {};
    return key.startsWith('GET /products/') ? { product } : null;
  };
  const replies = Object.fromEntries(
    planPage(url)
      .calls.map(({ endpoint, request }) => callKey(endpoint, request))
      .flatMap((key) => (getBody(key) === null ? [] : [[key, { success: true, data: getBody(key) }]])),
  );
  return render({ url, now: Date.UTC(2026, 0, 5, 9), replies, origin });
}

const graph = (head: string) =>
  Object.fromEntries(
    [...head.matchAll(/<meta property="([^"]+)" content="([^"]*)"\/>/g)].map(([, name, text]) => [name, text]),
  );
const canonical = (head: string) => [...head.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href);
const isLeftOut = (head: string) => head.includes('<meta name="robots" content="noindex"');

describe('metadata for search engines', () => {
  test('§2: a page without title, description and picture omits their tags', () => {
    const { head } = buildSeoMetadata({ url: '/contact', head: '', origin, replies: {} });
    expect(head.replaceAll(/<meta property="[^"]+" content="[^"]+"\/>/g, '')).toBe('');
    expect(Object.keys(graph(head))).toEqual(['og:type', 'og:site_name', 'og:locale']);
  });

  test('§2 home: Open Graph, the organisation and the site', () => {
    const { head, linkedData } = page('/');
    expect(graph(head)).toMatchObject({
      'og:type': 'website',
      'og:site_name': 'Duka',
      'og:url': `${origin}/`,
      'og:title': `${shop.name}: ${shop.tagline}`,
      'og:image': expect.stringMatching(/^https:\/\/duka\.test\/media\/.+w=960&#38;f=jpeg$/) as string,
    });
    const withBanner = graph(page('/', television, 10, 2).head)['og:image'];
    expect(withBanner).toContain('/media/banner-1?');
    expect(graph(head)['og:image']).not.toBe(withBanner);
    expect(linkedData).toStrictEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        '@id': `${origin}/#organisation`,
        name: shop.name,
        url: `${origin}/`,
        logo: `${origin}/favicon.svg`,
        description: shop.tagline,
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer support',
          telephone: shop.phone,
          email: shop.email,
          areaServed: 'KE',
        },
        address: { '@type': 'PostalAddress', streetAddress: shop.address, addressCountry: 'KE' },
      },
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: shop.name,
        url: `${origin}/`,
        publisher: { '@id': `${origin}/#organisation` },
      },
    ]);
  });

  test('§2: a picture of the shop has its size in Open Graph, an external picture does not', () => {
    const own = graph(page('/product/sony-tv', { ...television, images: ['/media/a-1'] }).head);
    expect(own).toMatchObject({ 'og:image:width': '960', 'og:image:height': '960' });
    const other = graph(page('/product/sony-tv', { ...television, images: ['https://cdn.test/b.jpg'] }).head);
    expect(other['og:image']).toBe('https://cdn.test/b.jpg');
    expect(Object.keys(other).filter((name) => name.startsWith('og:image:'))).toEqual([]);
  });

  test('A2: the price equals that of the product page when a reply has no final price', () => {
    const { finalPrice: _, ...old } = television;
    const { head, linkedData } = page('/product/sony-tv', {
      ...old,
      price: 1000,
      originalPrice: null,
      discount: 10,
    } as unknown as Product);
    expect(graph(head)['product:price:amount']).toBe('1000');
    expect(linkedData[0]).toMatchObject({ offers: { price: 1000 } });
  });

  test('§2: a flash deal without an end has no `priceValidUntil`', () => {
    const { offers } = v.parse(ProductData, page('/product/sony-tv', { ...deal, flashEndsAt: null }).linkedData[0]);
    expect(offers).not.toHaveProperty('priceValidUntil');
  });

  test('§2: omits empty values from the head', () => {
    const { head } = page('/product/sony-tv', { ...television, description: '', images: [] });
    expect(head).not.toContain('undefined');
    expect(head).not.toMatch(/property="[^"]*" content=""/);
  });

  test.each([null, '', { _id: 'x1', name: '', slug: '' }])(
    '§2: omits the brand and category of a product that has %j for both',
    (none) => {
      const { linkedData } = page('/product/sony-tv', { ...television, brand: none, category: none } as Product);
      expect(linkedData[0]).not.toHaveProperty('brand');
      expect(linkedData[0]).not.toHaveProperty('category');
      expect(v.parse(Breadcrumb, linkedData[1]).itemListElement).toHaveLength(2);
    },
  );

  test('§2: omits the picture of a product whose first picture has no address', () => {
    const { head } = page('/product/sony-tv', { ...television, images: [''] });
    expect(Object.keys(graph(head)).filter((name) => name.startsWith('og:image'))).toEqual([]);
  });

  test('§2 product: price, availability, rating and breadcrumb', () => {
    const { head, linkedData } = page('/product/sony-tv');
    const price = television.finalPrice ?? television.price;
    expect(graph(head)).toMatchObject({
      'og:type': 'product',
      'og:title': expect.stringContaining(television.name) as string,
      'og:url': `${origin}/product/sony-tv`,
      'product:price:amount': String(price),
      'product:price:currency': 'KES',
      'product:availability': 'in stock',
    });
    const [product, way] = linkedData;
    expect(v.parse(ProductData, product)).toMatchObject({
      name: television.name,
      url: `${origin}/product/sony-tv`,
      offers: { price, availability: 'https://schema.org/InStock' },
      aggregateRating: { ratingValue: television.rating, reviewCount: television.numReviews },
    });
    const names = v.parse(Breadcrumb, way).itemListElement.map(({ name }) => name);
    expect([names[0], names.at(-1)]).toEqual(['Home', television.name]);
  });

  test.each([
    ['2026-12-31T20:59:59.999Z', '2026-12-31'],
    ['2026-12-31T21:00:00.000Z', '2026-12-31'],
    ['2026-12-31T21:00:00.001Z', '2027-01-01'],
    ['2026-12-31T22:30:00.000Z', '2027-01-01'],
  ])('X73: gives the last day in Nairobi of a deal that ends at %s', (flashEndsAt, day) => {
    const { offers } = v.parse(ProductData, page('/product/sony-tv', { ...deal, flashEndsAt }).linkedData[0]);
    expect(offers.priceValidUntil).toBe(day);
  });

  test('A3: the price and last day of a running deal', () => {
    const offer = v.parse(ProductData, page('/product/sony-tv', deal).linkedData[0]).offers;
    expect(offer).toMatchObject({ price: 39_999, priceValidUntil: '2026-01-06' });
  });

  test('a sold-out product is marked out of stock, and has no rating without reviews', () => {
    const { head, linkedData } = page('/product/sony-tv', { ...television, stock: 0, rating: 0, numReviews: 0 });
    expect(graph(head)).toMatchObject({ 'product:availability': 'out of stock' });
    const { offers, aggregateRating } = v.parse(ProductData, linkedData[0]);
    expect([offers.availability, aggregateRating]).toEqual(['https://schema.org/OutOfStock', undefined]);
  });

  test('one review is a rating', () => {
    const { linkedData } = page('/product/sony-tv', { ...television, rating: 4, numReviews: 1 });
    expect(v.parse(ProductData, linkedData[0]).aggregateRating).toMatchObject({ ratingValue: 4, reviewCount: 1 });
  });

  test('H6, X83: a picture of the shop gets an absolute address, an external picture keeps its own', () => {
    const images = ['/media/a-1', '/placeholder.svg', 'https://cdn.test/b.jpg'];
    const { image } = v.parse(ProductData, page('/product/sony-tv', { ...television, images }).linkedData[0]);
    expect(image).toEqual([`${origin}/media/a-1?w=960&f=jpeg`, `${origin}/placeholder.svg`, 'https://cdn.test/b.jpg']);
    const one = page('/product/sony-tv', { ...television, images: ['/media/a-1'] });
    expect(one.linkedData[0]).toMatchObject({ image: [`${origin}/media/a-1?w=960&f=jpeg`] });
    const bare = page('/product/sony-tv', { ...television, images: [], brand: null, category: 'TVs' });
    expect(v.parse(ProductData, bare.linkedData[0])).toMatchObject({ category: 'TVs' });
    const way = v.parse(Breadcrumb, bare.linkedData[1]).itemListElement;
    expect(way.map(({ name }) => name)).toEqual(['Home', television.name]);
    expect(bare.linkedData[0]).not.toHaveProperty('image');
    expect(graph(bare.head)).not.toHaveProperty('og:image');
  });

  test('§2: a product names its brand and category, and its breadcrumb contains the category', () => {
    const brand = { _id: 'b1', name: 'Sony', slug: 'sony' };
    const category = { _id: 'c1', name: 'TVs', slug: 'tvs' };
    const known = page('/product/sony-tv', { ...television, brand, category } as Product);
    expect(known.linkedData[0]).toMatchObject({ brand: { name: 'Sony' }, category: 'TVs' });
    expect(v.parse(Breadcrumb, known.linkedData[1]).itemListElement.map(({ name, item }) => [name, item])).toEqual([
      ['Home', `${origin}/`],
      ['TVs', `${origin}/products?category=tvs`],
      [television.name, `${origin}/product/sony-tv`],
    ]);
  });

  test('§2 list: a category has its breadcrumb and its own address', () => {
    const { head, linkedData } = page('/products?category=tvs');
    expect(v.parse(Breadcrumb, linkedData[0]).itemListElement).toMatchObject([
      { name: 'Home', item: `${origin}/` },
      { name: 'TVs & Sound', item: `${origin}/products?category=tvs` },
    ]);
    expect(canonical(head)).toEqual([`${origin}/products?category=tvs`]);
    expect(graph(head)['og:url']).toBe(`${origin}/products?category=tvs`);
  });

  test.each([
    ['/products', '/products'],
    ['/products?utm_source=x', '/products'],
    ['/products?sortBy=price_low', '/products'],
    ['/products?minPrice=1000&RAM=8+GB', '/products'],
    ['/products?brand=sony&page=2', '/products?brand=sony&amp;page=2'],
    ['/products?category=tvs&page=2', '/products?category=tvs&amp;page=2'],
    ['/products?category=tvs&sortBy=rating', '/products?category=tvs'],
  ])('X83: %s has the canonical address %s', (url, its) => {
    const { head } = page(url);
    expect(canonical(head)).toEqual([`${origin}${its}`]);
    expect(isLeftOut(head)).toBe(false);
    expect(graph(head)['og:url']).toBe(`${origin}${its}`);
  });

  test.each(['/products?brand=sony', '/products?page=2'])('X83: %s has one product and is indexed', (url) => {
    expect(isLeftOut(page(url, television, 1).head)).toBe(false);
  });

  test.each(['/products?brand=nobody', '/products?page=2', '/products?category=tvs&page=9999'])(
    'X83: %s has no products and is not indexed',
    (url) => {
      const { head, linkedData } = page(url, television, 0);
      expect(isLeftOut(head)).toBe(true);
      expect(canonical(head)).toEqual([]);
      expect(head).not.toContain('og:');
      expect(linkedData).toEqual([]);
    },
  );

  test('X83: a description is cut between characters', () => {
    const description = `${'a'.repeat(159)}👨‍👩‍👧 and more`;
    const { head } = page('/product/sony-tv', { ...television, description });
    expect(graph(head)['og:description']).toBe(`${'a'.repeat(159)}👨‍👩‍👧`);
  });

  const LEFT_OUT = [
    '/search',
    '/search?search=tv',
    '/products?search=tv',
    '/products?category=tvs&search=tv',
    '/product',
    '/cart',
    '/wishlist',
    '/checkout',
    '/order-success',
    '/profile',
    '/track-order',
    '/track-order/o1',
    '/auth/login',
    '/auth/signup',
    '/auth/forgot-password',
    '/auth/reset-password',
    '/auth/reset-password/secret',
    '/auth/confirm-email',
    '/auth/confirm-email/secret',
    '/nowhere',
  ];

  test('these tests cover every route, as indexed or not indexed', () => {
    const tried = [...INDEXED_PAGES, ...LEFT_OUT, '/products', '/products/sony-tv', '/product/sony-tv'];
    const reached = new Set(tried.map((url) => findRoute(url.split('?')[0] ?? '').entry.path));
    expect(routes.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  test.each(LEFT_OUT)('%s is not indexed and has no metadata', (url) => {
    const { head, linkedData } = page(url);
    expect(isLeftOut(head)).toBe(true);
    expect(head).not.toContain('og:');
    expect(linkedData).toEqual([]);
  });

  test.each(INDEXED_PAGES)('%s is in the sitemap with its canonical address', (url) => {
    const { head, status } = page(url);
    expect(status).toBe(200);
    expect(isLeftOut(head)).toBe(false);
    expect(canonical(head)).toEqual([`${origin}${url}`]);
  });

  test('D20: the texts of a product are escaped in attributes', () => {
    const evil = '"><script>alert(1)</script>';
    const { head } = page('/product/sony-tv', {
      ...television,
      name: evil,
      description: evil,
      images: [`/media/${evil}`],
    });
    expect(head).not.toContain('<script');
    expect(graph(head)['og:title']).toContain('&lt;script&gt;');
    expect(graph(head)['og:image']).toContain('&#34;&#62;&#60;script&#62;');
  });
});
