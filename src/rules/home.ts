/** The calls of the home page and the footer, word for word (§7 Home requests, §9). */
export const NEW_ARRIVALS_REQUEST = { limit: 10, sortBy: 'newest' } as const;
export const FEATURED_REQUEST = { limit: 10, page: 1, featured: 'true' } as const;
export const TOP_CATEGORIES_REQUEST = { limit: 6, status: 'active' } as const;

/** 'View All New Products' is linked from this many on (A11). */
export const VIEW_ALL_NEW_FROM = 8;
