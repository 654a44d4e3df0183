import type { Category, Facets, FlashDeal, Product } from '../../../contract/catalogue.ts';
import { product } from '../../support/samples/catalogue.ts';

/** The product of the flow tables, as the server returns it. */
export const television: Product = product();

/** `count` different products. */
export const products = (count: number, change: Partial<Product> = {}): Product[] =>
  Array.from({ length: count }, (_, index) => ({
    ...television,
    _id: `p${index + 1}`,
    slug: `product-${index + 1}`,
    name: `Product ${index + 1}`,
    ...change,
  }));

/** `count` products. The last is sold out. */
export const productsWithOneSoldOut = (count: number): Product[] =>
  products(count).map((product, index) => (index === count - 1 ? { ...product, stock: 0 } : product));

/** Three brands and one group of three values per name. Without names, there are no facets. */
export const createFacets = (...groups: readonly string[]): Facets => ({
  brands: (groups.length === 0 ? [] : ['Sony', 'Samsung', 'Tecno']).map((name, index) => ({
    _id: `b${index + 1}`,
    name,
    slug: name.toLowerCase(),
    logo: null,
    productCount: 3 - index,
  })),
  specifications: groups.map((name) => ({
    name,
    values: (name === 'RAM' ? ['8GB', '16GB', '4GB'] : ['55"', '43"', '32"']).map((value) => ({ value, count: 2 })),
  })),
});

/** `count` flash deals. The first is the cheapest and has the lowest rating. */
export const toDeals = (count: number): FlashDeal[] =>
  products(count).map((product, index) => ({
    _id: `d${index + 1}`,
    product: { ...product, finalPrice: 1_000 + index, rating: 1 + index / 10, isFlashDeal: true },
    flashPrice: 1_000 + index,
    flashEndsAt: '2026-01-02T00:00:00.000Z',
  }));

/** A page of `GET /products` with `total` products, 12 per page. */
export const createPage = (total: number, page = 1, change: Partial<Product> = {}) => ({
  products: products(Math.max(0, Math.min(12, total - (page - 1) * 12)), change),
  pagination: { page, limit: 12, total, pages: Math.ceil(total / 12) },
});

export const categories: Category[] = [
  { _id: 'c1', name: 'TVs', slug: 'tvs', isActive: true, order: 1, parent: null, productCount: 9 },
  { _id: 'c2', name: 'Phones', slug: 'phones', isActive: true, order: 2, parent: null, productCount: 12 },
];

/** At most 7 different categories. The first is called Phones. */
export const manyCategories = (count: number): Category[] =>
  ['Phones', 'TVs', 'Gaming', 'Laptops', 'Audio', 'Cameras', 'Printers'].slice(0, count).map((name, index) => ({
    _id: `c${index + 1}`,
    name,
    slug: name.toLowerCase(),
    isActive: true,
    order: index,
    parent: null,
    productCount: 3,
  }));

/** The quantities in the cart that the test views get. */
export const IN_CART: ReadonlyMap<string, number> = new Map([['p1', 2]]);
