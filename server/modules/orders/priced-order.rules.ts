import type { CheckedLine } from '../../../contract/cart.ts';
import type { OrderDraft } from '../../../contract/orders.ts';
import { asShillings, sumOf, timesOf, vatIncluded, type Shillings } from '../../../contract/rules/money.ts';
import type { Offers } from '../catalogue/offers.repository.ts';
import { chargedPrice } from '../catalogue/product-view.rules.ts';
import * as texts from './orders.texts.ts';

/** One product of an order as it will be stored: a snapshot that later changes do not touch. */
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

/** What the shopper has to look at before the order can be made (D5). */
export interface OfferChanges {
  readonly message: string;
  readonly lines: readonly CheckedLine[];
}

type SentLine = OrderDraft['orderItems'][number];

/**
 * The order as the shop sells it at `now`, one line a product, or what differs from what the shopper saw:
 * nothing in the draft but products and quantities is believed (D5, A3, A45).
 */
export function priceOrder(draft: OrderDraft, offers: Offers, now: Date): PricedOrder | OfferChanges {
  const sent = [...mergedLines(draft.orderItems).values()];
  const checked = sent.map((line) => checkedLine(line, offers, now));
  const changed = checked.filter((line, index) => isChanged(line, sent[index]));
  if (changed.length > 0) return changes(changed);

  const lines = sent.map(({ product, quantity }) => pricedLine(product, quantity, offers, now));
  const itemsPrice = sumOf(lines.map(({ price, quantity }) => timesOf(price, quantity)));
  // Delivery is free and prices contain the tax (§9), so three of the four sums are known.
  const isAgreed =
    draft.itemsPrice === itemsPrice &&
    draft.totalPrice === itemsPrice &&
    draft.shippingPrice === 0 &&
    draft.taxPrice === 0;
  return isAgreed
    ? { lines, itemsPrice, vatIncluded: sumOf(lines.map((line) => line.vatIncluded)) }
    : { message: texts.changed, lines: checked };
}

/** The refusal for a line whose last pieces went to somebody else meanwhile (D11). */
export function shortOf(draft: OrderDraft, product: string, offers: Offers, now: Date): OfferChanges {
  const priced = priceOrder(draft, offers, now);
  if ('message' in priced) return priced;
  const line = mergedLines(draft.orderItems).get(product);
  return { message: texts.changed, lines: line === undefined ? [] : [checkedLine(line, offers, now)] };
}

interface MergedLine {
  readonly product: string;
  readonly name: string;
  readonly quantity: number;
  /** As sent; several where the lines of one product disagree. */
  readonly prices: readonly number[];
}

/** Equal products become one line, so that an order locks each stock row once. */
function mergedLines(items: readonly SentLine[]): Map<string, MergedLine> {
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

function checkedLine({ product, name, prices }: MergedLine, offers: Offers, now: Date): CheckedLine {
  const offer = offers.get(product);
  const sent = prices[0] ?? 0;
  if (offer === undefined) return { product, name, was: sent, now: sent, stock: 0 };
  const price = chargedPrice(offer, now);
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

function changes(lines: readonly CheckedLine[]): OfferChanges {
  const [first] = lines;
  const isOnlyShort = lines.length === 1 && first !== undefined && first.was === first.now && first.stock > 0;
  return { message: isOnlyShort ? texts.onlyLeft(first.stock) : texts.changed, lines };
}

function pricedLine(product: string, quantity: number, offers: Offers, now: Date): PricedLine {
  const offer = offers.get(product);
  if (offer === undefined) throw new Error('order: a product without an offer is a changed line');
  const price = asShillings(chargedPrice(offer, now));
  return {
    product,
    name: offer.name,
    quantity,
    price,
    image: offer.images[0] ?? '',
    vatIncluded: asShillings(vatIncluded(timesOf(price, quantity))),
  };
}
