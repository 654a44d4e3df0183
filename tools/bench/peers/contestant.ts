import type { Running } from '../processes.ts';

/** One product of the common catalogue. */
export interface CatalogueProduct extends FoundProduct {
  readonly description: string;
  readonly stock: number;
  readonly brand: string;
  /** The product's category and those above it. */
  readonly categories: readonly { readonly slug: string; readonly name: string }[];
  readonly specifications: readonly { readonly name: string; readonly value: string }[];
}

/** The values of a product that every reply must contain. */
export interface FoundProduct {
  readonly slug: string;
  readonly name: string;
  /** Whole shillings. */
  readonly price: number;
}

/** The same question for every contestant. */
export type Question =
  /** The cheapest 12 products of a category. */
  | { readonly kind: 'list'; readonly category: string }
  /** Everything that a product page shows, or name and price. */
  | { readonly kind: 'detail'; readonly slug: string; readonly isShort: boolean }
  /** The best 12 matches of a word. */
  | { readonly kind: 'search'; readonly word: string };

/** One HTTP request of a load. */
export interface Request {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A shop in the race. */
export interface Contestant {
  readonly name: string;
  /** Version, licence and mode, for the output. */
  readonly about: string;
  readonly running: Omit<Running, 'pid'>;
  ask(question: Question): Request;
  /** Reads the products of a reply, and how many there are on all pages. */
  read(question: Question, reply: unknown): { total: number; products: FoundProduct[] };
}
