import type { Art } from '../drawings/art.ts';

export interface DemoCategory {
  slug: string;
  name: string;
  /** Its place in the category bar. */
  order: number;
  /** Slug of the wider category, which the category bar shows instead. */
  parent?: string;
}

export interface DemoBrand {
  slug: string;
  name: string;
}

/** One product of the demo catalogue. Money in whole shillings. */
export interface DemoProduct {
  slug: string;
  name: string;
  description: string;
  /** Selling price without a flash deal. */
  price: number;
  /** Before the discount, above `price`. */
  originalPrice?: number;
  /** Price below `price`, and hours from the moment of filling until it ends. */
  flash?: { price: number; endsInHours: number };
  category: string;
  brand: string;
  stock: number;
  /** 0 to 5, one decimal: what the reviews come to that a filling writes, tens where hundreds are said here. */
  rating: number;
  numReviews: number;
  isNewArrival?: boolean;
  isFeatured?: boolean;
  specifications: Specification[];
  /** How many pictures the art kit draws: keys `<slug>-1` to `<slug>-<pictures>`. */
  pictures: 3 | 4;
  createdDaysAgo: number;
  art: Art;
}

export interface Specification {
  name: string;
  value: string;
}

/** Specifications in the order written. */
export function specs(values: Record<string, string>): Specification[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
