import type { Product } from '../../contract/catalogue.ts';
import { toPriceView } from '../../contract/rules/price.ts';
import { shop } from '../../contract/shop.config.ts';
import { listHeading, parseListQuery, type ListQuery } from '../rules/catalogue/list-query.ts';
import { paths } from '../rules/paths.ts';
import { toNairobiDay } from '../../contract/rules/nairobi.ts';

/**
 * Metadata of a page for search engines and messengers. Built on the server only, and not part of the browser's code.
 */
export interface SeoMetadata {
  /** Meta elements to place after those of the page. */
  readonly head: string;
  /** Objects of schema.org. The caller escapes them when it writes them into a document. */
  readonly linkedData: readonly object[];
}

export interface SeoInput {
  /** Path and query. */
  readonly url: string;
  /** The page's own title, meta and link elements, already escaped. */
  readonly head: string;
  readonly origin: string;
  readonly replies: Readonly<Record<string, unknown>>;
}

/**
 * Returns Open Graph and JSON-LD data, built from the page's head. A page that search engines leave out (`noindex`) has
 * neither.
 */
export function buildSeoMetadata({ url, head, origin, replies }: SeoInput): SeoMetadata {
  const { pathname, search } = new URL(url, 'http://localhost');
  if (head.includes('<meta name="robots"')) return NOTHING;

  const list = pathname === paths.products ? parseListQuery(search) : null;
  const product = findProduct(pathname, replies);
  const graph = [
    ['og:type', product === null ? 'website' : 'product'],
    ['og:site_name', escaped(shop.name)],
    ['og:locale', 'en_KE'],
    ['og:title', /<title>([^<]*)<\/title>/.exec(head)?.[1]],
    ['og:description', /<meta name="description" content="([^"]*)"/.exec(head)?.[1]],
    ['og:url', /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1]],
    ...buildPicture(product?.images[0] ?? firstPicture(replies), origin),
    ...(product === null ? [] : buildOffer(product)),
  ];
  const meta = graph.map(([name, value]) => (value ? `<meta property="${name}" content="${value}"/>` : '')).join('');
  return { head: meta, linkedData: buildLinkedData({ pathname, origin, product, list, replies }) };
}

const NOTHING: SeoMetadata = { head: '', linkedData: [] };

/** Returns the picture for messengers. With a size given, they show it on the first share. */
function buildPicture(image: string | undefined, origin: string): [string, string][] {
  if (image === undefined) return [];
  const size: [string, string][] = image.startsWith('/media/')
    ? [
        ['og:image:width', String(PICTURE_WIDTH)],
        ['og:image:height', String(PICTURE_WIDTH)],
      ]
    : [];
  return [['og:image', escaped(pictureAddress(image, origin))], ...size];
}

const PICTURE_WIDTH = 960;

function pictureAddress(image: string, origin: string): string {
  if (image.startsWith('/media/')) return `${origin}${image}?w=${PICTURE_WIDTH}&f=jpeg`;
  return image.startsWith('/') ? `${origin}${image}` : image;
}

function buildOffer(product: Product): [string, string][] {
  return [
    ['product:price:amount', String(toPriceView(product, 'detail').price)],
    ['product:price:currency', 'KES'],
    ['product:availability', product.stock === 0 ? 'out of stock' : 'in stock'],
  ];
}

interface Subject {
  readonly pathname: string;
  readonly origin: string;
  readonly product: Product | null;
  readonly list: ListQuery | null;
  readonly replies: SeoInput['replies'];
}

function buildLinkedData({ pathname, origin, product, list, replies }: Subject): object[] {
  if (pathname === paths.home) return [organisation(origin), website(origin)];
  if (product !== null) {
    const { category } = product;
    const shelf =
      typeof category === 'object' && category !== null && category.slug !== ''
        ? [{ name: category.name, path: paths.category(category.slug) }]
        : [];
    const itself = { name: product.name, path: paths.product(product.slug) };
    return [productData(product, origin), breadcrumb(origin, [...shelf, itself])];
  }
  if (list?.category === undefined) return [];
  const name = listHeading(list, findReplyField<NamedLink[]>(replies, 'GET /categories', 'categories') ?? []);
  return [breadcrumb(origin, [{ name, path: paths.category(list.category) }])];
}

type NamedLink = { readonly slug: string; readonly name: string };

function organisation(origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${origin}/#organisation`,
    name: shop.name,
    url: `${origin}${paths.home}`,
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
  };
}

function website(origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shop.name,
    url: `${origin}${paths.home}`,
    publisher: { '@id': `${origin}/#organisation` },
  };
}

/** Returns the last day in Nairobi on which a price is valid that ends at this moment. */
const lastDay = (endsAt: string) => toNairobiDay(Date.parse(endsAt) - 1);

function productData(product: Product, origin: string): object {
  const { name, description, images, brand, category, rating, numReviews, stock, isFlashDeal, flashEndsAt } = product;
  const getName = (it: Product['brand']) => (typeof it === 'string' ? it : (it?.name ?? ''));
  const url = `${origin}${paths.product(product.slug)}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${url}#product`,
    name,
    description,
    url,
    ...(images.length > 0 && { image: images.map((image) => pictureAddress(image, origin)) }),
    ...(getName(brand) !== '' && { brand: { '@type': 'Brand', name: getName(brand) } }),
    ...(getName(category) !== '' && { category: getName(category) }),
    offers: {
      '@type': 'Offer',
      url,
      price: toPriceView(product, 'detail').price,
      priceCurrency: 'KES',
      availability: `https://schema.org/${stock === 0 ? 'OutOfStock' : 'InStock'}`,
      ...(isFlashDeal && flashEndsAt !== null && { priceValidUntil: lastDay(flashEndsAt) }),
      seller: { '@type': 'Organization', name: shop.name },
    },
    // Without reviews the average means nothing, so no rating is published.
    ...(numReviews > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: numReviews, bestRating: 5 },
    }),
  };
}

/** Builds a breadcrumb from the home page and the items. */
function breadcrumb(origin: string, items: readonly { readonly name: string; readonly path: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: paths.home }, ...items].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}

function findProduct(pathname: string, replies: SeoInput['replies']): Product | null {
  const isDetail = /^\/products?\/[^/]+$/.test(pathname);
  return isDetail ? (findReplyField<Product>(replies, 'GET /products/', 'product') ?? null) : null;
}

/** Returns the picture of the first banner, otherwise of the first product on the page. */
function firstPicture(replies: SeoInput['replies']): string | undefined {
  const banner = findReplyField<{ image?: string | null }[]>(replies, 'GET /banners', 'banners')?.[0]?.image;
  const products = findReplyField<Product[]>(replies, 'GET /products?', 'products');
  return banner ?? products?.[0]?.images[0];
}

/** Returns a field of the first reply that has it, among calls with this prefix. */
function findReplyField<Field>(replies: SeoInput['replies'], call: string, field: string): Field | undefined {
  for (const [key, body] of Object.entries(replies)) {
    const { data } = (body ?? {}) as { readonly data?: Readonly<Record<string, unknown>> };
    if (key.startsWith(call) && data?.[field] !== undefined) return data[field] as Field;
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
