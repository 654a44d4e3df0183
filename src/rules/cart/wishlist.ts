import type { Product } from '../../../contract/catalogue.ts';
import { shownPrice } from '../../../contract/rules/price.ts';
import type { Addable } from './cart.ts';
import { isWhole, jsonIn, readableEntries } from '../stored.ts';

/** One product of the wishlist as stored under `wishlist` (§3 Wishlist). Price in whole shillings. */
export interface Wish {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly image: string;
  readonly slug: string;
}

/** The fields of a product that the wishlist needs. */
export type Wishable = Pick<
  Product,
  '_id' | 'name' | 'slug' | 'price' | 'finalPrice' | 'originalPrice' | 'discount' | 'images'
>;

/** Returns a wishlist entry at the price that is charged now, as in the cart (A4). */
export function wishOf(product: Wishable): Wish {
  const { _id: id, name, slug, images } = product;
  return { id, name, price: shownPrice(product).price, image: images[0] ?? '', slug };
}

export function isWished(wishes: readonly Wish[], id: string): boolean {
  return wishes.some((wish) => wish.id === id);
}

export function withoutWish(wishes: readonly Wish[], id: string): Wish[] {
  return wishes.filter((wish) => wish.id !== id);
}

/** Converts a wishlist entry to a product for the cart. The cart's check adds the missing data (A4). */
export function addableOf({ id, name, price, image }: Wish): Addable {
  return {
    _id: id,
    name,
    price,
    finalPrice: price,
    originalPrice: null,
    discount: null,
    images: [image],
    category: null,
    stock: null,
  };
}

/** Returns whether the entries have the same fields in the same order. */
export function isSameWishes(one: readonly Wish[], other: readonly Wish[]): boolean {
  const fields = (wishes: readonly Wish[]) =>
    wishes.map(({ id, name, price, image, slug }) => [id, name, price, image, slug]);
  return JSON.stringify(fields(one)) === JSON.stringify(fields(other));
}

/**
 * Parses the text under `wishlist` and returns its readable entries; none when it is missing or not a wishlist (H10).
 */
export function readStoredWishes(text: string | null): readonly Wish[] {
  return readableEntries(jsonIn(text), isWish).map(({ id, name, price, image, slug }) => ({
    id,
    name,
    price,
    image,
    slug,
  }));
}

function isWish(value: unknown): value is Wish {
  if (typeof value !== 'object' || value === null) return false;
  const wish = value as Record<string, unknown>;
  const hasTexts = ['id', 'name', 'image', 'slug'].every((field) => typeof wish[field] === 'string');
  return hasTexts && wish['id'] !== '' && isWhole(wish['price'], 0);
}
