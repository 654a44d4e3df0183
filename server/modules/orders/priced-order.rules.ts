import type { CheckedLine } from '../../../contract/cart.ts';
import type { OrderDraft } from '../../../contract/orders.ts';
import {
  toShillings,
  sumShillings,
  multiplyShillings,
  getIncludedVat,
  type Shillings,
} from '../../../contract/rules/money.ts';
import type { Offers } from '../catalogue/offers.repository.ts';
import { getChargedPrice } from '../catalogue/product-view.rules.ts';
import * as texts from './orders.texts.ts';

/** One order line as stored. A snapshot, so that later product changes do not affect it. */
export interface PricedLine {
  readonly product: string;
  readonly name: string;
  readonly quantity: number;
  readonly price: Shillings;
  readonly image: string;
  readonly vatIncluded: Shillings;
}

export interface PricedOrder {
  readonly lines: readonly PricedLine[];
  readonly itemsPrice: Shillings;
  readonly vatIncluded: Shillings;
}

/** Changes that the shopper must review before the order can be placed (D5). */
export interface OfferChanges {
  readonly message: string;
  readonly lines: readonly CheckedLine[];
}

type SentLine = OrderDraft['orderItems'][number];

/**
 * Prices the order at `now`, with one line per product. Returns the differences when the shopper saw other prices or
 * stock. Takes only products and quantities from the request (D5, A3, A45).
 */
export function priceOrder(draft: OrderDraft, offers: Offers, now: Date): PricedOrder | OfferChanges {
  const sent = [...mergeLines(draft.orderItems).values()];
  const checked = sent.map((line) => checkLine(line, offers, now));
  const changed = checked.filter((line, index) => isChanged(line, sent[index]));
  if (changed.length > 0) return findChanges(changed);

  const lines = sent.map(({ product, quantity }) => toPricedLine(product, quantity, offers, now));
  const itemsPrice = sumShillings(lines.map(({ price, quantity }) => multiplyShillings(price, quantity)));
  // Delivery is free and prices include VAT (§9), so three of the four amounts are fixed.
  const isAgreed =
    draft.itemsPrice === itemsPrice &&
    draft.totalPrice === itemsPrice &&
    draft.shippingPrice === 0 &&
    draft.taxPrice === 0;
  return isAgreed
    ? { lines, itemsPrice, vatIncluded: sumShillings(lines.map((line) => line.vatIncluded)) }
    : { message: texts.changed, lines: checked };
}

/** Returns the changes for a line whose stock another order took meanwhile (D11). */
export function toShortage(draft: OrderDraft, product: string, offers: Offers, now: Date): OfferChanges {
  const priced = priceOrder(draft, offers, now);
  if ('message' in priced) return priced;
  const line = mergeLines(draft.orderItems).get(product);
  return { message: texts.changed, lines: line === undefined ? [] : [checkLine(line, offers, now)] };
}

interface MergedLine {
  readonly product: string;
  readonly name: string;
  readonly quantity: number;
  /** Prices in the request. More than one when the lines of a product differ. */
  readonly prices: readonly number[];
}

/** Merges lines of the same product, so that an order locks each stock row once. */
function mergeLines(items: readonly SentLine[]): Map<string, MergedLine> {
  const merged = new Map<string, MergedLine>();
  for (const { product: sentId, name, quantity, price } of items) {
    const product = sentId.toLowerCase();
    const held = merged.get(product);
    merged.set(product, {
      product,
      name,
      quantity: quantity + (held?.quantity ?? 0),
      prices: [...(held?.prices ?? []), price],
    });
  }
  return merged;
}

function checkLine({ product, name, prices }: MergedLine, offers: Offers, now: Date): CheckedLine {
  const offer = offers.get(product);
  const sent = prices[0] ?? 0;
  if (offer === undefined) return { product, name, was: sent, now: sent, stock: 0 };
  const price = getChargedPrice(offer, now);
  return {
    product,
    name: offer.name,
    was: prices.find((was) => was !== price) ?? sent,
    now: price,
    stock: offer.stock,
  };
}

function isChanged(line: CheckedLine, sent: MergedLine | undefined): boolean {
  return line.was !== line.now || line.stock < (sent?.quantity ?? 0);
}

function findChanges(lines: readonly CheckedLine[]): OfferChanges {
  const [first] = lines;
  const isOnlyShort = lines.length === 1 && first !== undefined && first.was === first.now && first.stock > 0;
  return { message: isOnlyShort ? texts.onlyLeft(first.stock) : texts.changed, lines };
}

function toPricedLine(product: string, quantity: number, offers: Offers, now: Date): PricedLine {
  const offer = offers.get(product);
  if (offer === undefined) throw new Error('order: a product without an offer is a changed line');
  const price = toShillings(getChargedPrice(offer, now));
  return {
    product,
    name: offer.name,
    quantity,
    price,
    image: offer.images[0] ?? '',
    vatIncluded: toShillings(getIncludedVat(multiplyShillings(price, quantity))),
  };
}
