import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import { fitsWirePhone, type WirePhone } from '../../providers/mpesa-values.rules.ts';

/** Money that is matched (PAY-C4). */
export interface ArrivedMoney {
  /** Whole shillings. `null` for an amount that is none. */
  readonly amount: Shillings | null;
  readonly payer: WirePhone | null;
  readonly paidAt: Date;
  /** Whether M-Pesa itself showed it: it came by Pull or the statement, or Transaction Status answered. */
  readonly isShown: boolean;
  /** The account begins with the shop's letters. */
  readonly isOfPrompt: boolean;
}

/** An order without a full payment, with the phones that its shopper proved (PAY-C4). */
export interface OpenOrder {
  readonly id: OrderId;
  readonly due: Shillings;
  readonly createdAt: Date;
  readonly phones: readonly Msisdn[];
}

/** A prompt of the order, with whether its payment arrived and has a receipt. */
export interface OrderPrompt {
  readonly id: string;
  readonly phone: Msisdn;
  readonly amount: Shillings;
  /** The amount that M-Pesa told about a payment in doubt (D27). `null` for another. */
  readonly doubted: Shillings | null;
  readonly isPaid: boolean;
  readonly hasReceipt: boolean;
}

/** The facts that decide a match, read in one transaction. */
export interface MatchFacts {
  /** Use of the receipt so far (PAY-C3). */
  readonly use: 'payment' | 'return' | 'unmatched' | 'refund' | null;
  /** The short code of the message is ours. */
  readonly isOurShortcode: boolean;
  /** The order whose account it is. `null` for none, and for a till. */
  readonly order: OrderId | null;
  readonly prompts: readonly OrderPrompt[];
  /** Open orders with this amount due. Only needed without an order. */
  readonly open: readonly OpenOrder[];
  /** The short code is also used at a counter (PAY-T1). */
  readonly isCounter: boolean;
}

/** Why money is unmatched. Keys of `problems` in `by-hand.texts.ts`. */
export type Problem = 'amount' | 'shortcode' | 'noOrder' | 'manyOrders' | 'counter';

export type Match =
  /** It is a refund of ours. */
  | { readonly to: 'ours' }
  /** A payment has this receipt already. */
  | { readonly to: 'known' }
  /** It gives a prompt's payment, which a query found, its receipt. */
  | { readonly to: 'receipt'; readonly attemptId: string; readonly orderId: OrderId }
  /** It is the money of a prompt's payment that is in doubt because of its amount (D27). */
  | { readonly to: 'doubted'; readonly attemptId: string; readonly orderId: OrderId }
  /** It is the money of a prompt. */
  | { readonly to: 'prompt'; readonly attemptId: string; readonly orderId: OrderId }
  | { readonly to: 'order'; readonly orderId: OrderId }
  /** It may pay the order when M-Pesa names a phone that its shopper proved. */
  | { readonly to: 'proving'; readonly orderId: OrderId }
  | { readonly to: 'unmatched'; readonly problem: Problem };

/** Decides what money pays. The rows 'matching: …' of the table `hand-payment`, in their order (PAY-C3, PAY-C4). */
export function matchMoney(money: ArrivedMoney, facts: MatchFacts): Match {
  const { amount, payer } = money;
  if (facts.use === 'refund') return { to: 'ours' };
  if (facts.use === 'payment') return { to: 'known' };
  if (!facts.isOurShortcode) return { to: 'unmatched', problem: 'shortcode' };
  if (amount === null) return { to: 'unmatched', problem: 'amount' };
  const fits = (phone: Msisdn) => payer !== null && fitsWirePhone(payer, phone);
  if (facts.order !== null) {
    const doubted = facts.prompts.find((it) => it.doubted !== null && !it.hasReceipt && fits(it.phone));
    if (doubted?.doubted === amount) return { to: 'doubted', attemptId: doubted.id, orderId: facts.order };
    // The right amount ends the doubt, as the callback with it does.
    if (doubted?.amount === amount) return { to: 'prompt', attemptId: doubted.id, orderId: facts.order };
    const own = facts.prompts.filter((it) => it.amount === amount && fits(it.phone));
    const unnumbered = own.find(({ isPaid, hasReceipt }) => isPaid && !hasReceipt);
    if (unnumbered !== undefined) return { to: 'receipt', attemptId: unnumbered.id, orderId: facts.order };
    const unpaid = money.isOfPrompt ? own.find(({ isPaid }) => !isPaid) : undefined;
    if (unpaid !== undefined) return { to: 'prompt', attemptId: unpaid.id, orderId: facts.order };
    return { to: 'order', orderId: facts.order };
  }
  const older = facts.open.filter(({ due, createdAt }) => due === amount && createdAt < money.paidAt);
  const [first, second] = older.filter(({ phones }) => phones.some(fits));
  if (first === undefined) return { to: 'unmatched', problem: facts.isCounter ? 'counter' : 'noOrder' };
  if (second !== undefined) return { to: 'unmatched', problem: 'manyOrders' };
  const isProved = money.isShown && payer?.kind === 'whole';
  return { to: isProved ? 'order' : 'proving', orderId: first.id };
}
