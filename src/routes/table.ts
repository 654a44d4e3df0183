import { matchPath } from 'react-router-dom';
import { lazyRoute } from './lazy-route.tsx';
import type { LazyRoute, RoutePlace } from './lazy-route.tsx';
import { paths } from '../rules/paths.ts';

export interface RouteEntry {
  /** A pattern of `matchPath`. The first that fits answers. */
  readonly path: string;
  /** `customer` pages are shown to logged-in shoppers only (§2 Route table). */
  readonly access: 'public' | 'customer';
  readonly Page: LazyRoute;
  /** The page's source file: names its chunk and its styles in the build's manifest. */
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

/** §2 Route table. Views and compose take addresses from paths.ts; this says which page answers them. */
export const routes: readonly RouteEntry[] = [
  { path: paths.home, access: 'public', ...home },
  { path: paths.products, access: 'public', ...productList },
  { path: paths.search, access: 'public', ...productList },
  { path: '/products/:idOrSlug', access: 'public', ...productDetail },
  { path: '/product/:idOrSlug', access: 'public', ...productDetail },
  // Without an id there is nothing to show: the page goes home (A13).
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

/** The route that answers an address, with what its pattern found in it. */
export function routeOf(pathname: string): { readonly entry: RouteEntry; readonly params: RoutePlace['params'] } {
  const decoded = decodedPath(pathname);
  for (const entry of routes) {
    const match = decoded === null ? null : matchPath(entry.path, decoded);
    if (match !== null) return { entry, params: match.params };
  }
  return { entry: fallback, params: {} };
}

/** As the router reads it: each part decoded, with its own slashes kept apart. Null where it cannot be read. */
function decodedPath(pathname: string): string | null {
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
