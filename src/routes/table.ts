import { matchPath } from 'react-router-dom';
import { lazyRoute } from './lazy-route.tsx';
import type { LazyRoute, RoutePlace } from './lazy-route.tsx';
import { paths } from '../rules/paths.ts';

export interface RouteEntry {
  /** A pattern for `matchPath`. The first match wins. */
  readonly path: string;
  /** `customer` pages are for logged-in shoppers only (§2 Route table). */
  readonly access: 'public' | 'customer';
  readonly Page: LazyRoute;
  /** The page's source file. It names the page's chunk and styles in the build's manifest. */
  readonly module: string;
}

const home = page('src/routes/home/home.route.tsx', () => import('./home/home.route.tsx'));
const productList = page(
  'src/routes/catalogue/product-list.route.tsx',
  () => import('./catalogue/product-list.route.tsx'),
);
const productDetail = page(
  'src/routes/catalogue/product-detail.route.tsx',
  () => import('./catalogue/product-detail.route.tsx'),
);
const resetPassword = page(
  'src/routes/account/reset-password.route.tsx',
  () => import('./account/reset-password.route.tsx'),
);
const notFound = page('src/routes/shell/not-found.route.tsx', () => import('./shell/not-found.route.tsx'));
const trackOrder = page(
  'src/routes/orders/order-tracking.route.tsx',
  () => import('./orders/order-tracking.route.tsx'),
);

/** Maps addresses to pages (§2 Route table). Views and compose take addresses from paths.ts. */
export const routes: readonly RouteEntry[] = [
  { path: paths.home, access: 'public', ...home },
  { path: paths.products, access: 'public', ...productList },
  { path: paths.search, access: 'public', ...productList },
  { path: '/products/:idOrSlug', access: 'public', ...productDetail },
  { path: '/product/:idOrSlug', access: 'public', ...productDetail },
  // Without an id there is no product to show, so the page redirects home (A13).
  { path: '/product', access: 'public', ...productDetail },
  {
    path: paths.cart,
    access: 'public',
    ...page('src/routes/cart/cart.route.tsx', () => import('./cart/cart.route.tsx')),
  },
  {
    path: paths.wishlist,
    access: 'public',
    ...page('src/routes/cart/wishlist.route.tsx', () => import('./cart/wishlist.route.tsx')),
  },
  {
    path: paths.checkout,
    access: 'customer',
    ...page('src/routes/checkout/checkout.route.tsx', () => import('./checkout/checkout.route.tsx')),
  },
  {
    path: '/order-success',
    access: 'customer',
    ...page('src/routes/orders/order-success.route.tsx', () => import('./orders/order-success.route.tsx')),
  },
  {
    path: '/profile',
    access: 'customer',
    ...page('src/routes/account/profile.route.tsx', () => import('./account/profile.route.tsx')),
  },
  { path: '/track-order', access: 'customer', ...trackOrder },
  { path: '/track-order/:orderId', access: 'customer', ...trackOrder },
  {
    path: paths.login,
    access: 'public',
    ...page('src/routes/account/login.route.tsx', () => import('./account/login.route.tsx')),
  },
  {
    path: paths.signUp,
    access: 'public',
    ...page('src/routes/account/sign-up.route.tsx', () => import('./account/sign-up.route.tsx')),
  },
  {
    path: paths.forgotPassword,
    access: 'public',
    ...page('src/routes/account/forgot-password.route.tsx', () => import('./account/forgot-password.route.tsx')),
  },
  { path: paths.resetPassword, access: 'public', ...resetPassword },
  { path: `${paths.resetPassword}/:token`, access: 'public', ...resetPassword },
  {
    path: paths.confirmEmail,
    access: 'public',
    ...page('src/routes/account/email-confirmation.route.tsx', () => import('./account/email-confirmation.route.tsx')),
  },
  {
    path: paths.terms,
    access: 'public',
    ...page('src/routes/shell/terms.route.tsx', () => import('./shell/terms.route.tsx')),
  },
  {
    path: paths.privacy,
    access: 'public',
    ...page('src/routes/shell/privacy.route.tsx', () => import('./shell/privacy.route.tsx')),
  },
  {
    path: paths.returnPolicy,
    access: 'public',
    ...page('src/routes/shell/return-policy.route.tsx', () => import('./shell/return-policy.route.tsx')),
  },
  {
    path: paths.contact,
    access: 'public',
    ...page('src/routes/shell/contact.route.tsx', () => import('./shell/contact.route.tsx')),
  },
  {
    path: paths.customerService,
    access: 'public',
    ...page('src/routes/shell/customer-service.route.tsx', () => import('./shell/customer-service.route.tsx')),
  },
  {
    path: paths.about,
    access: 'public',
    ...page('src/routes/shell/about.route.tsx', () => import('./shell/about.route.tsx')),
  },
];

/** Any other path: the 404 page. */
export const fallback: RouteEntry = { path: '*', access: 'public', ...notFound };

/** Returns the route of an address with the parameters of its pattern. */
export function findRoute(pathname: string): { readonly entry: RouteEntry; readonly params: RoutePlace['params'] } {
  const decoded = decodePath(pathname);
  for (const entry of routes) {
    const match = decoded === null ? null : matchPath(entry.path, decoded);
    if (match !== null) return { entry, params: match.params };
  }
  return { entry: fallback, params: {} };
}

/**
 * Decodes a path as the router does: part by part, so that encoded slashes stay inside a part. `null` when it cannot be
 * decoded.
 */
function decodePath(pathname: string): string | null {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return null;
  }
}

function page(module: string, load: Parameters<typeof lazyRoute>[0]): Pick<RouteEntry, 'Page' | 'module'> {
  return { module, Page: lazyRoute(load) };
}
