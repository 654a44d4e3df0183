/** All routes of the shop (§2 route table). Only this file spells them out. */
export const paths = {
  home: '/',
  products: '/products',
  search: '/search',
  product: (idOrSlug: string) => `/product/${encodeURIComponent(idOrSlug)}`,
  /** With the reviews open. */
  reviews: (idOrSlug: string) => `/product/${encodeURIComponent(idOrSlug)}?tab=reviews`,
  /** Address of a suggestion (A1); uses the id when the product has no slug. */
  suggestion: (product?: { readonly _id: string; readonly slug: string }) =>
    product?.slug
      ? `/products/${encodeURIComponent(product.slug)}`
      : `/product/${encodeURIComponent(product?._id ?? '')}`,
  category: (slug: string) => `/products?category=${encodeURIComponent(slug)}`,
  brand: (slug: string) => `/products?brand=${encodeURIComponent(slug)}`,
  searchFor: (text: string) => `/products?search=${encodeURIComponent(text)}`,
  newest: '/products?sortBy=newest',
  flashDeals: '/products?deals=flash',
  cart: '/cart',
  wishlist: '/wishlist',
  checkout: '/checkout',
  orderSuccess: (orderId?: string) => (orderId === undefined ? '/order-success' : `/order-success?order=${orderId}`),
  login: '/auth/login',
  signUp: '/auth/signup',
  forgotPassword: '/auth/forgot-password',
  /** Without the token of the link (D15). */
  resetPassword: '/auth/reset-password',
  confirmEmail: '/auth/confirm-email',
  profile: (section?: 'account' | 'orders' | 'address' | 'logout') =>
    section === undefined ? '/profile' : `/profile?section=${section}`,
  /** Without an id: the page to choose an order. */
  trackOrder: (orderId = '') => (orderId === '' ? '/track-order' : `/track-order/${encodeURIComponent(orderId)}`),
  /** The page of an order with the dialog of a payment by hand (PAY-C1). */
  payByHand: (orderId: string) => `/track-order/${encodeURIComponent(orderId)}?pay=hand`,
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  contact: '/contact',
  about: '/about',
  customerService: '/customer-service',
  returnPolicy: '/return-policy',
} as const;
