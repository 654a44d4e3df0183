/** Groups of flows on the map of the atlas, in reading order; a test checks that none is missing. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Finding things': [
    'home-section',
    'hero-carousel',
    'flash-countdown',
    'brand-carousel',
    'top-categories',
    'category-nav',
    'search-box',
    'product-list',
    'filters',
    'price-filter',
    'product-detail',
    'reviews',
    'wishlist',
  ],
  'Buying and paying': [
    'cart',
    'checkout',
    'delivery',
    'purchase',
    'order-placement',
    'mpesa-payment',
    'by-hand',
    'payment-screen',
    'waiting-payment',
    'payment-record',
    'order-success',
  ],
  'After the order': ['order-tracking', 'order-history'],
  Account: [
    'login',
    'sign-up',
    'google-sign-in',
    'phone-verification',
    'forgot-password',
    'reset-password',
    'profile',
    'profile-form',
    'change-password',
    'email-confirmation',
    'address-book',
  ],
  'Around every page': ['session', 'connection', 'menu', 'protected-page', 'contact'],
  'On the server': ['order', 'parcel', 'payment-attempt', 'circuit', 'refund', 'claim'],
};

export function findGroup(flow: string): string {
  return Object.entries(GROUPS).find(([, flows]) => flows.includes(flow))?.[0] ?? 'Others';
}
