import type { CartLine } from './cart.ts';
import { isWholeNumber, parseJson, filterEntries } from '../stored.ts';

/**
 * Parses the text under `cart` and returns its readable lines; none when it is missing or not a cart (§4, H10). Ignores
 * stored totals, because they are derived from the lines (U19).
 */
export function parseStoredCart(text: string | null): readonly CartLine[] {
  return filterEntries(parseCartItems(text), isLine).map(({ id, name, price, image, category, quantity }) => ({
    id,
    name,
    price,
    image,
    category,
    quantity,
  }));
}

function parseCartItems(text: string | null): unknown {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && 'items' in value ? value.items : null;
}

function isLine(value: unknown): value is CartLine {
  if (typeof value !== 'object' || value === null) return false;
  const line = value as Record<string, unknown>;
  const hasTexts = ['id', 'name', 'image', 'category'].every((field) => typeof line[field] === 'string');
  return hasTexts && line['id'] !== '' && isWholeNumber(line['price'], 0) && isWholeNumber(line['quantity'], 1);
}
