import { formatPhone } from '../../contract/rules/phone.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { shop } from '../../contract/shop.config.ts';
import { planPage, render } from '../../src/entry-server.tsx';
import { toDeals, createFacets, products, television } from '../flows/support/catalogue.samples.ts';
import { banners } from '../flows/support/home.samples.ts';

const now = Date.UTC(2026, 0, 5, 9);

/** Renders a page with every call answered by `bodyOf`. */
function page(url: string, bodyOf: (key: string) => unknown) {
  const calls = planPage(url).calls;
  const replies = Object.fromEntries(
    calls
      .map(({ endpoint, request }) => callKey(endpoint, request))
      .map((key) => [key, bodyOf(key)])
      .filter(([, body]) => body !== undefined),
  );
  return render({ url, now, replies, origin: 'https://duka.test' });
}

const shopBody = (key: string) => {
  if (key.startsWith('GET /categories')) return { success: true, data: { categories: [] } };
  if (key.startsWith('GET /banners')) return { success: true, data: { banners: [] } };
  if (key.startsWith('GET /deals/flash')) return { success: true, data: { flashDeals: toDeals(3) } };
  if (key.startsWith('GET /brands')) return { success: true, data: { brands: createFacets('RAM').brands } };
  if (key.startsWith('GET /orders/')) return { success: true, data: { products: products(5) } };
  if (key.startsWith('GET /products/facets')) return { success: true, data: createFacets('RAM') };
  if (key.startsWith('GET /products/price-range')) return { success: true, data: { minPrice: 500, maxPrice: 90_000 } };
  if (key.startsWith('GET /products?'))
    return { success: true, data: { products: products(10), pagination: { page: 1, limit: 12, total: 10, pages: 1 } } };
  return { success: true, data: { product: television } };
};

describe('H11: the first paint', () => {
  test('home contains its products and no loading states', () => {
    const { html, head, status } = page('/', shopBody);
    expect(status).toBe(200);
    expect(html).toContain('Product 1');
    expect(html).not.toMatch(/aria-busy|Loading|<!--\$\?-->/);
    expect(head).toContain('<title>Duka: ');
    expect(head).toContain('<link rel="canonical" href="https://duka.test/"/>');
  });

  test('D13: no style attribute, no inline script or handler', () => {
    for (const url of ['/', '/products', '/product/sony-tv', '/auth/login', '/terms-of-service']) {
      expect(page(url, shopBody).html).not.toMatch(/ style=|<script|\son\w+=/);
    }
  });

  test.each(['/checkout', '/order-success', '/profile'])(
    '§2: %s waits for the session and never shows its content to a guest',
    (path) => {
      const { html } = page(path, () => undefined);
      expect(html).toMatch(/<span role="status"[^>]*>.*Checking authentication\.\.\.<\/span>/);
      expect(html).not.toMatch(/<main[^>]*>.*<(h1|form)/s);
    },
  );

  test.each([
    ['/auth/reset-password/s3cr3t', 'New Password'],
    ['/auth/reset-password?token=s3cr3t', 'New Password'],
    ['/auth/confirm-email?token=s3cr3t', 'Confirming your email address…'],
    ['/auth/reset-password', 'Invalid Reset Link'],
    ['/auth/confirm-email?token=', 'This link is no longer valid.'],
  ])('D15: %s selects its screen by its token and does not render the token', (path, words) => {
    const { html, head, linkedData } = page(path, shopBody);
    expect(html).toContain(words);
    expect(head).toContain('<meta name="robots" content="noindex"/>');
    expect(html + head + JSON.stringify(linkedData)).not.toContain('s3cr3t');
  });

  test.each(['/', '/products', '/cart', '/auth/login'])('§2: %s is public and does not wait for the session', (path) =>
    expect(page(path, shopBody).html).not.toContain('Checking authentication'),
  );

  test('a page whose data could not be loaded leaves loading to the browser', () => {
    expect(page('/product/sony-tv', () => undefined)).toMatchObject({ status: 200 });
  });

  test('A13: an unknown product is a 404 with a link home', () => {
    const { html, head, status } = page('/product/none', (key) =>
      key.startsWith('GET /products/') ? { success: false, message: 'Product not found' } : shopBody(key),
    );
    expect(status).toBe(404);
    expect(html).toContain('Product Not Found');
    expect(head).toContain('<title>Product Not Found | ');
  });

  test('A1: all addresses of a product have the same canonical address', () => {
    for (const url of ['/product/p1', '/product/sony-tv', '/products/sony-tv'])
      expect(page(url, shopBody).head).toContain('<link rel="canonical" href="https://duka.test/product/sony-tv"/>');
  });

  test("§2: any other path is 'Page not found' with links back and home", () => {
    const { html, status } = page('/nowhere', shopBody);
    expect(status).toBe(404);
    for (const words of ['Page not found', 'Go Back', 'Go To Home']) expect(html).toContain(words);
    expect(planPage('/nowhere')).toMatchObject({ status: 404, cacheable: false });
  });

  test.each(['/checkout', '/order-success', '/profile', '/track-order', '/track-order/o1'])(
    "§2: %s shows 'Checking authentication...' and no page content",
    (url) => {
      const { html } = page(url, shopBody);
      expect(html).toContain('Checking authentication...');
      expect(html).not.toMatch(/<h1/);
    },
  );

  test('H11: a waiting page explains that it needs JavaScript', () => {
    expect(page('/cart', shopBody).html).toMatch(/<noscript[^>]*>.*JavaScript is off in this browser\..*<\/noscript>/);
  });

  test('every page is rendered for a guest', () => {
    expect(page('/cart', shopBody).html).toContain('Welcome to our shop');
    expect(page('/cart', shopBody).html).toContain('Login');
  });

  test.each([
    '/',
    '/products',
    '/product/x',
    '/cart',
    '/auth/login',
    '/auth/signup',
    '/terms-of-service',
    '/privacy-policy',
    '/about',
    '/checkout',
    '/profile',
    '/nowhere',
  ])('%s has one title', (url) => expect(page(url, shopBody).head.match(/<title>/g)).toHaveLength(1));

  test('§2: terms have 12 numbered sections and privacy 10, with a contact', () => {
    const numbers = (url: string) =>
      [...page(url, shopBody).html.matchAll(/<h2>(\d+)\. /g)].map(([, number]) => Number(number));
    expect(numbers('/terms-of-service')).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(numbers('/privacy-policy')).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
  });

  test('§9, A46: the terms require 18 years, the privacy policy excludes children under 13', () => {
    const text = (url: string) => page(url, shopBody).html.replaceAll(/<[^>]*>|\s+/g, ' ');
    expect(text('/terms-of-service')).toContain('You must be 18 years or older to open an account');
    expect(text('/privacy-policy')).toContain('not for children under 13');
  });
});

test('A59: the home page contains its first banner, preloads only that picture, and has no tiles', () => {
  const { html, head } = page('/', (key) =>
    key.startsWith('GET /banners') ? { success: true, data: { banners: banners(3) } } : shopBody(key),
  );
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  for (const words of ['Banner 1', 'Subtitle 1', 'Shop 1', '/media/banner-1?w=']) expect(main).toContain(words);
  const preloads = (head + html).match(/<link rel="preload" as="image"[^>]*>/g) ?? [];
  expect(preloads).toHaveLength(1);
  expect(preloads[0]).toContain('/media/banner-1?w=');
  expect(html).not.toMatch(/media\/banner-[23]/);
  expect(main).not.toMatch(/href="\/products\?category=(?!tvs")/);
});

describe('A22: contact and return policy', () => {
  test('A22: the contact page has the configured phone, e-mail and address, and the form', () => {
    const { html, status } = page('/contact', shopBody);
    expect(status).toBe(200);
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
    for (const words of [formatPhone(shop.phone), shop.email, shop.address, 'Send Message'])
      expect(main).toContain(words);
    expect(main).toMatch(/<form[^>]*>.*name="name".*name="email".*name="message".*<\/form>/s);
  });

  test('A22: the return policy states the configured seven days', () => {
    const { html, status } = page('/return-policy', shopBody);
    expect([status, shop.returnDays]).toEqual([200, 7]);
    expect(html).toMatch(/<h1[^>]*>Return Policy<\/h1>/);
    for (const words of ['Return it within 7 days.', '<h2>Within 7 days</h2>']) expect(html).toContain(words);
  });
});

test('D20: the texts of a product are escaped everywhere', () => {
  const evil = '</title><img src=x onerror=alert(1)><script>alert(1)</script><b>Bold</b>';
  const product = {
    ...television,
    name: `Name ${evil}`,
    description: `Description ${evil}`,
    brand: { _id: 'b1', name: `Brand ${evil}`, slug: 'sony', logo: null },
    specifications: [{ name: `Spec ${evil}`, value: `Value ${evil}` }],
  };
  const detail = page('/product/sony-tv', (key) =>
    key.startsWith('GET /products/sony-tv') ? { success: true, data: { product } } : shopBody(key),
  );
  const list = page('/products', (key) =>
    key.startsWith('GET /products?')
      ? { success: true, data: { products: [product], pagination: { page: 1, limit: 12, total: 1, pages: 1 } } }
      : shopBody(key),
  );
  for (const { html, head } of [detail, list]) expect(html + head).not.toMatch(/<script>|<b>|onerror=alert\(1\)>/);
  for (const words of ['Name', 'Description'])
    expect(detail.html).toContain(`${words} &lt;/title&gt;&lt;img src=x onerror=alert(1)&gt;`);
});

describe('A58: a category that does not exist', () => {
  const unknown = (key: string) =>
    key.startsWith('GET /products?')
      ? {
          success: true,
          data: { products: [], pagination: { page: 1, limit: 12, total: 0, pages: 0 }, isUnknownCategory: true },
        }
      : shopBody(key);

  test.each(['/products?category=nope', '/products?category=nope&brand=sony&search=tv&page=2'])(
    '%s is a 404 that search engines do not index',
    (url) => {
      const { html, head, status } = page(url, unknown);
      expect(status).toBe(404);
      expect(html).toMatch(/<h1[^>]*>All Products<\/h1>/);
      expect(html).toContain('No products found');
      expect(html).toContain('href="/products"');
      expect(head).toContain('noindex');
      expect(head).not.toContain('canonical');
    },
  );

  test('an existing category without products is a normal page', () => {
    const { html, head, status } = page('/products?category=phones', (key) =>
      key.startsWith('GET /products?')
        ? { success: true, data: { products: [], pagination: { page: 1, limit: 12, total: 0, pages: 0 } } }
        : shopBody(key),
    );
    expect(status).toBe(200);
    expect(html).toMatch(/<h1[^>]*>Phones<\/h1>/);
    expect(head).toContain('canonical');
  });
});

test('U16: a list contains its facets and renders them', () => {
  const { html } = page('/products', (key) =>
    key.startsWith('GET /products/facets')
      ? { success: true, data: createFacets('RAM') }
      : key.startsWith('GET /products/price-range')
        ? { success: true, data: { minPrice: 500, maxPrice: 90_000 } }
        : shopBody(key),
  );
  for (const words of ['Apply Price Filter', 'Sony', 'RAM', '16GB']) expect(html).toContain(words);
  expect(html).not.toContain('Loading');
});

test('A43: the served page contains the flash deals', () => {
  const { html, status } = page('/products?deals=flash', (key) =>
    key.startsWith('GET /deals/flash') ? { success: true, data: { flashDeals: toDeals(3) } } : shopBody(key),
  );
  expect(status).toBe(200);
  expect(html).toMatch(/<h1[^>]*>Flash Deals<\/h1>/);
  expect(html).toContain('3 products');
  expect(html).not.toContain('Apply Price Filter');
});

test('Bad input: the list renders for every query string', () => {
  const key = fc.constantFrom('category', 'brand', 'search', 'minPrice', 'page', 'limit', 'deals', 'RAM', 'spec.', '');
  const value = fc.oneof(
    fc.constantFrom('-1', '1e9', '%00', '%ed%a0%80', '%', 'x'.repeat(5_000), 'flash', '0'),
    fc.string({ unit: 'grapheme', maxLength: 30 }).map(encodeURIComponent),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('products', 'search'),
      fc.array(fc.tuple(key, value), { maxLength: 5 }),
      (path, pairs) => {
        const { html } = page(`/${path}?${pairs.map(([name, text]) => `${name}=${text}`).join('&')}`, () => undefined);
        expect(html).toMatch(/<h1[^>]*>[^<]/);
      },
    ),
    { numRuns: 40 },
  );
});
