import { escapeUTF8 } from 'entities';

/** Pages for search engines, besides products and categories. */
export const INDEXED_PAGES = [
  '/',
  '/products',
  '/products?deals=flash',
  '/about',
  '/customer-service',
  '/contact',
  '/return-policy',
  '/terms-of-service',
  '/privacy-policy',
] as const;

/**
 * Pages with data of one shopper. Search results are not listed here, because crawlers must read those pages to find
 * their `noindex`.
 */
const FOR_NOBODY = [
  '/api/',
  '/auth/',
  '/cart',
  '/checkout',
  '/order-success',
  '/profile',
  '/track-order',
  '/wishlist',
] as const;

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function formatRobotsText(origin: string): string {
  return [
    '# Crawlers may read the shop, and nothing that belongs to one shopper.',
    'User-agent: *',
    ...FOR_NOBODY.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

export function sitemapIndex(origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<sitemap><loc>${escapeUTF8(`${origin}${path}`)}</loc></sitemap>\n`).join('');
  return `${HEADER}<sitemapindex ${SCHEMA}>\n${entries}</sitemapindex>\n`;
}

export const URL_SET_START = `${HEADER}<urlset ${SCHEMA}>\n`;
export const URL_SET_END = '</urlset>\n';

/** Returns the URL entries of a sitemap. */
export function toUrlEntries(origin: string, paths: readonly string[]): string {
  return paths.map((path) => `<url><loc>${escapeUTF8(`${origin}${path}`)}</loc></url>\n`).join('');
}
