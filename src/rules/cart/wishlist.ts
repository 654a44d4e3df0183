import type { Product } from '../../../contract/catalogue.ts';
import { toPriceView } from '../../../contract/rules/price.ts';
import type { CartProduct } from './cart.ts';
import { isWholeNumber, parseJson, filterEntries } from '../stored.ts';

/** One product of the wishlist as stored under `wishlist` (§3 Wishlist). Price in whole shillings. */
export interface WishlistItem {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly image: string;
  readonly slug: string;
}

/** The fields of a product that the wishlist needs. */
export type WishlistProduct = Pick<
  Product,
  '_id' | 'name' | 'slug' | 'price' | 'finalPrice' | 'originalPrice' | 'discount' | 'images'
>;

/** Returns a wishlist entry at the price that is charged now, as in the cart (A4). */
export function toWishlistItem(product: WishlistProduct): WishlistItem {
  const { _id: id, name, slug, images } = product;
  return { id, name, price: toPriceView(product).price, image: images[0] ?? '', slug };
}

export function isInWishlist(wishes: readonly WishlistItem[], id: string): boolean {
  return wishes.some((wish) => wish.id === id);
}

export function removeWishlistItem(wishes: readonly WishlistItem[], id: string): WishlistItem[] {
  return wishes.filter((wish) => wish.id !== id);
}

/** Converts a wishlist entry to a product for the cart. The cart's check adds the missing data (A4). */
export function toCartProduct({ id, name, price, image }: WishlistItem): CartProduct {
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
export function isSameWishlist(one: readonly WishlistItem[], other: readonly WishlistItem[]): boolean {
  const fields = (wishes: readonly WishlistItem[]) =>
    wishes.map(({ id, name, price, image, slug }) => [id, name, price, image, slug]);
  return JSON.stringify(fields(one)) === JSON.stringify(fields(other));
}

/**
 * Parses the text under `wishlist` and returns its readable entries; none when it is missing or not a wishlist (H10).
 */
export function parseStoredWishlist(text: string | null): readonly WishlistItem[] {
  return filterEntries(parseJson(text), isWishlistItem).map(({ id, name, price, image, slug }) => ({
    id,
    name,
    price,
    image,
    slug,
  }));
}

function isWishlistItem(value: unknown): value is WishlistItem {
  if (typeof value !== 'object' || value === null) return false;
  const wish = value as Record<string, unknown>;
  const hasTexts = ['id', 'name', 'image', 'slug'].every((field) => typeof wish[field] === 'string');
  return hasTexts && wish['id'] !== '' && isWholeNumber(wish['price'], 0);
}
