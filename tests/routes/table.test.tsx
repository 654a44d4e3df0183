import { describe, expect, test } from 'vitest';
import { needsLogin } from '../../src/rules/account/access.ts';
import { paths } from '../../src/rules/paths.ts';
import { hasFooter } from '../../src/routes/shell/shell.tsx';
import { fallback, findRoute, routes } from '../../src/routes/table.ts';
import { existsSync } from 'node:fs';

/** Copy of the route table of §2. */
const SPECIFIED = [
  ['/', 'public'],
  ['/products', 'public'],
  ['/search', 'public'],
  ['/products/some-slug', 'public'],
  ['/product/123', 'public'],
  ['/cart', 'public'],
  ['/terms-of-service', 'public'],
  ['/privacy-policy', 'public'],
  ['/customer-service', 'public'],
  ['/about', 'public'],
  ['/checkout', 'customer'],
  ['/order-success', 'customer'],
  ['/profile', 'customer'],
  ['/track-order', 'customer'],
  ['/track-order/o1', 'customer'],
  ['/auth/login', 'public'],
  ['/auth/signup', 'public'],
  ['/auth/forgot-password', 'public'],
  ['/auth/reset-password', 'public'],
  ['/auth/reset-password/abc', 'public'],
  ['/auth/confirm-email', 'public'],
  ['/contact', 'public'],
  ['/return-policy', 'public'],
] as const;

describe('§2 Route table', () => {
  test.each(SPECIFIED)('%s is %s', (path, access) => {
    const { entry } = findRoute(path);
    expect(entry).not.toBe(fallback);
    expect(entry.access).toBe(access);
  });

  test.each(['/contact', '/return-policy', '/wishlist'])('A22, A23: %s is a separate public page', (path) => {
    expect(findRoute(path).entry).toMatchObject({ path, access: 'public' });
  });

  test('demands a login for the same pages as the guard', () => {
    for (const { path, access } of [...routes, fallback])
      expect([path, access]).toEqual([path, needsLogin(path.replace(/:\w+/, 'x')) ? 'customer' : 'public']);
  });

  test.each(['/nowhere', '/auth', '/auth/login/more', '/products/a/b', '/admin', '/product/%E0%A4%A'])(
    '%s is an unknown path',
    (path) => {
      expect(findRoute(path)).toStrictEqual({ entry: fallback, params: {} });
      expect(findRoute(path).entry.path).toBe('*');
    },
  );

  test('A1: both product addresses parse slugs and ids the same way', () => {
    expect(findRoute('/products/sony-tv')).toMatchObject({ params: { idOrSlug: 'sony-tv' } });
    expect(findRoute('/product/caf%C3%A9')).toMatchObject({ params: { idOrSlug: 'café' } });
    expect(findRoute('/products/sony-tv').entry.Page).toBe(findRoute('/product/1').entry.Page);
  });

  test('every page names its source file', () => {
    for (const { module } of [...routes, fallback]) expect([module, existsSync(module)]).toEqual([module, true]);
  });

  test('every address of `paths` has a route', () => {
    const addresses = [
      ...Object.values(paths).filter((path) => typeof path === 'string'),
      paths.product('x'),
      paths.category('tvs'),
      paths.searchFor('tv'),
      paths.orderSuccess('o1'),
      paths.profile('orders'),
      paths.trackOrder('o1'),
    ];
    for (const address of addresses)
      expect([address, findRoute(address.split('?')[0] ?? '').entry === fallback]).toEqual([address, false]);
  });
});

test.each([
  ['/', true],
  ['/cart', true],
  ['/authors', true],
  ['/track-orders', true],
  ['/auth/login', false],
  ['/auth/signup', false],
  ['/track-order', false],
  ['/track-order/o1', false],
])('A21: footer on %s: %s', (path, shown) => expect(hasFooter(path)).toBe(shown));
