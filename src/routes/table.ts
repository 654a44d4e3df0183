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

const home = page('src/routes/home.route.tsx', () => import('./home.route.tsx'));
const productList = page('src/routes/product-list.route.tsx', () => import('./product-list.route.tsx'));
const productDetail = page('src/routes/product-detail.route.tsx', () => import('./product-detail.route.tsx'));
const resetPassword = page('src/routes/reset-password.route.tsx', () => import('./reset-password.route.tsx'));
const notFound = page('src/routes/not-found.route.tsx', () => import('./not-found.route.tsx'));
const trackOrder = page('src/routes/order-tracking.route.tsx', () => import('./order-tracking.route.tsx'));

/** §2 Route table. Views and compose take addresses from paths.ts; this says which page answers them. */
export const routes: readonly RouteEntry[] = [
  { path: paths.home, access: 'public', ...home },
  { path: paths.products, access: 'public', ...productList },
  { path: paths.search, access: 'public', ...productList },
  { path: '/products/:idOrSlug', access: 'public', ...productDetail },
  { path: '/product/:idOrSlug', access: 'public', ...productDetail },
  // Without an id there is nothing to show: the page goes home (A13).
  { path: '/product', access: 'public', ...productDetail },
  { path: paths.cart, access: 'public', ...page('src/routes/cart.route.tsx', () => import('./cart.route.tsx')) },
  {
    path: paths.wishlist,
    access: 'public',
    ...page('src/routes/wishlist.route.tsx', () => import('./wishlist.route.tsx')),
  },
  {
    path: paths.checkout,
    access: 'customer',
    ...page('src/routes/checkout.route.tsx', () => import('./checkout.route.tsx')),
  },
  {
    path: '/order-success',
    access: 'customer',
    ...page('src/routes/order-success.route.tsx', () => import('./order-success.route.tsx')),
  },
  {
    path: '/profile',
    access: 'customer',
    ...page('src/routes/profile.route.tsx', () => import('./profile.route.tsx')),
  },
  { path: '/track-order', access: 'customer', ...trackOrder },
  { path: '/track-order/:orderId', access: 'customer', ...trackOrder },
  { path: paths.login, access: 'public', ...page('src/routes/login.route.tsx', () => import('./login.route.tsx')) },
  {
    path: paths.signUp,
    access: 'public',
    ...page('src/routes/sign-up.route.tsx', () => import('./sign-up.route.tsx')),
  },
  {
    path: paths.forgotPassword,
    access: 'public',
    ...page('src/routes/forgot-password.route.tsx', () => import('./forgot-password.route.tsx')),
  },
  { path: paths.resetPassword, access: 'public', ...resetPassword },
  { path: `${paths.resetPassword}/:token`, access: 'public', ...resetPassword },
  {
    path: paths.confirmEmail,
    access: 'public',
    ...page('src/routes/email-confirmation.route.tsx', () => import('./email-confirmation.route.tsx')),
  },
  { path: paths.terms, access: 'public', ...page('src/routes/terms.route.tsx', () => import('./terms.route.tsx')) },
  {
    path: paths.privacy,
    access: 'public',
    ...page('src/routes/privacy.route.tsx', () => import('./privacy.route.tsx')),
  },
  {
    path: paths.returnPolicy,
    access: 'public',
    ...page('src/routes/return-policy.route.tsx', () => import('./return-policy.route.tsx')),
  },
  {
    path: paths.contact,
    access: 'public',
    ...page('src/routes/contact.route.tsx', () => import('./contact.route.tsx')),
  },
  {
    path: paths.customerService,
    access: 'public',
    ...page('src/routes/customer-service.route.tsx', () => import('./customer-service.route.tsx')),
  },
  { path: paths.about, access: 'public', ...page('src/routes/about.route.tsx', () => import('./about.route.tsx')) },
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
