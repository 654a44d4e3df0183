import { toShillings } from '../../../contract/rules/money.ts';
import type { HandReport } from '../../../src/rules/payment/by-hand.ts';
import { START } from './payment.samples.ts';

/** The text of a claim while M-Pesa is asked. */
export const ASKING = 'We are asking M-Pesa about your payment. This can take half an hour. Please do not pay again.';
export const FOR_STAFF =
  'M-Pesa has not answered yet. The shop looks at your payment now, you need do nothing. Please do not pay again.';
/** The one text of a refused claim (PAY-S2). */
export const REFUSED =
  'We found no payment for this order with this receipt. Please check the number in your M-Pesa message. If you paid from another phone, confirm its number with a code first. Or call us on 0700 123 456.';
export const CLAIMS = {
  asking: { state: 'asking', text: ASKING },
  staff: { state: 'staff', text: FOR_STAFF },
  refused: { state: 'refused', text: REFUSED },
} as const;

type Change = Partial<Omit<HandReport, 'byHand'>> & { readonly byHand?: Partial<HandReport['byHand']> | null };

/** The server's report of an unpaid order of Ksh 3,000 that can be paid to Paybill 123456. */
export const handReport = ({ byHand = {}, ...change }: Change = {}): HandReport => {
  const due = change.due ?? toShillings(3000);
  return {
    status: 'pending',
    method: 'mpesa',
    isPaid: false,
    held: false,
    notice: null,
    total: toShillings(3000),
    paid: toShillings(0),
    due,
    prompt: 'open',
    retryAt: null,
    cash: true,
    checking: false,
    receipts: [],
    claim: null,
    expiresAt: new Date(START + 1_800_000).toISOString(),
    now: START,
    byHand: byHand && {
      kind: 'paybill',
      number: '123456',
      account: 'A1B2C3D4',
      amount: due,
      each: due > 250_000 ? toShillings(250_000) : null,
      isFirst: false,
      ...byHand,
    },
    ...change,
  };
};

const receipt = (amount: number, code = 'SFF6XYZ123') => ({
  receipt: code,
  amount: toShillings(amount),
  at: new Date(START).toISOString(),
});

/** The server's reports, by the words of the table. */
export const HAND_REPORTS = {
  'unpaid, Paybill 123456, account A1B2C3D4, due 3000': handReport(),
  'unpaid, Till 654321, due 3000': handReport({ byHand: { kind: 'till', number: '654321', account: null } }),
  'unpaid, due 300000': handReport({ total: toShillings(300_000), due: toShillings(300_000) }),
  'unpaid, due 600000': handReport({ total: toShillings(600_000), due: toShillings(600_000) }),
  'no numbers': handReport({ byHand: null }),
  'prompts are closed': handReport({ prompt: 'closed', cash: false }),
  paid: handReport({
    status: 'processing',
    isPaid: true,
    paid: toShillings(3000),
    due: toShillings(0),
    byHand: null,
    receipts: [receipt(3000)],
  }),
  'paid, Ksh 500 too much': handReport({
    status: 'processing',
    isPaid: true,
    paid: toShillings(3000),
    due: toShillings(0),
    byHand: null,
    receipts: [receipt(3500)],
  }),
  'paid in part: 1000, due 2000': handReport({
    paid: toShillings(1000),
    due: toShillings(2000),
    receipts: [receipt(1000)],
  }),
  'a payment is being checked': handReport({ checking: true }),
  held: handReport({ held: true, due: toShillings(0), byHand: null }),
  'on delivery': handReport({ method: 'cod', cash: false }),
  'claim asking': handReport({ claim: CLAIMS.asking }),
  'claim for staff': handReport({ claim: CLAIMS.staff }),
  'claim refused': handReport({ claim: CLAIMS.refused }),
  "cancelled, 'This order has been cancelled.'": handReport({ status: 'cancelled', due: toShillings(0), byHand: null }),
  "cancelled, 'Your payment came after the order had expired. Ksh 3,000 goes back to you.'": handReport({
    status: 'cancelled',
    due: toShillings(0),
    byHand: null,
    notice: 'Your payment came after the order had expired. Ksh 3,000 goes back to you.',
  }),
} as const satisfies Readonly<Record<string, HandReport>>;

/** The shop's QR code of an amount, as one pixel. */
export const qrOf = (amount: number) => ({
  amount: toShillings(amount),
  image:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
});
