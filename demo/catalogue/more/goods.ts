import type { Art } from '../../drawings/art.ts';
import type { DemoProduct } from '../types.ts';

/** A product as it is written down here: what can be told from the rest is left out. */
interface Good {
  /** The slug is made of it. */
  name: string;
  brand: string;
  price: number;
  /** Before the discount. */
  was?: number;
  flash?: DemoProduct['flash'];
  stock: number;
  /** Made-up stars and how many gave them; reviews take their place. */
  rated: readonly [stars: number, reviews: number];
  /** Days since it came. */
  days: number;
  is?: 'new' | 'featured';
  views?: 3 | 4;
  /** Of the specifications in the order of their names; `-` where it has none. */
  values: string;
  text: string;
  art: Art;
}

/**
 * Goods of one sort: they share the names of their specifications, so that a shopper can filter by them. Names and
 * values are separated by ` | `.
 */
export function goods(category: string, names: string, sorts: readonly Good[]): DemoProduct[] {
  const columns = names.split(' | ');
  return sorts.map(({ name, brand, price, was, flash, stock, rated, days, is, views = 3, values, text, art }) => {
    const cells = values.split(' | ');
    if (cells.length !== columns.length) throw new Error(`${name}: ${cells.length} values for ${columns.length} names`);
    return {
      slug: slugOf(name),
      name,
      category,
      brand,
      description: text,
      price,
      ...(was !== undefined && { originalPrice: was }),
      ...(flash !== undefined && { flash }),
      stock,
      rating: rated[0],
      numReviews: rated[1],
      isNewArrival: is === 'new',
      isFeatured: is === 'featured',
      pictures: views,
      createdDaysAgo: days,
      specifications: columns.flatMap((column, index) => {
        const value = cells[index] ?? '-';
        return value === '-' ? [] : [{ name: column, value }];
      }),
      art,
    };
  });
}

/** The address of a name, e.g. `ups-650va` for 'UPS 650VA'. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/\+/g, ' plus ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
