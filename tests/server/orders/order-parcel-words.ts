import type { Elsewhere } from 'model-testing/table/table';
import type { Effect, Requirement } from 'model-testing/pure-machine';
import { isFollowed } from './order-parcel-rulings.ts';
import type { OrderFacts } from './order-walk.ts';
import { isType, need, type Test } from './order-words.ts';

/** The words of the rows about parcels and cash, as far as the order machine decides them (OWN-P1, OWN-P3, OWN-P4). */

const onShipped =
  (test: Test): Test =>
  (facts, event) =>
    facts.status === 'shipped' && test(facts, event);
const isCashReceived =
  (test: (amount: number, missing: number) => boolean): Test =>
  (_, event) =>
    event.type === 'cash.received' && test(event.amount, event.missing);
const isNewPayment: Test = ({ payments }, event) =>
  event.type === 'payment.succeeded' && !payments.includes(event.payment);

/** The machine event of each row. The parcel machine tells some of them. */
export const PARCEL_ON: readonly (readonly [RegExp, Test])[] = [
  [/^staff: parcel\.lost/, onShipped(isType('parcel.lost'))],
  [/^staff: parcel\.returned$/, onShipped(isType('parcel.returned'))],
  [/^the last line is inspected$/, isType('parcel.inspected')],
  [/^staff: refund\.raised\(reason/, isType('refund.raised')],
  [/^staff: refund\.waived\(reason/, isType('refund.waived')],
  [/^staff: parcel\.corrected$/, isType('parcel.corrected')],
  [/^another payment succeeds/, isNewPayment],
  [/^staff: cash\.received\(Ksh (?:3,000|3,100|500),/, isCashReceived((amount, missing) => amount >= missing)],
  [/^staff: cash\.received\(Ksh (?:2,500|0|200),/, isCashReceived((amount, missing) => amount < missing)],
  [/^owner: cash\.writtenOff/, isType('cash.writtenOff')],
  [/^staff: parcel\.delivered/, onShipped(isType('staff.deliver'))],
  [
    /^staff: counter\.handedOver$/,
    (_, event) => event.type === 'counter.handedOver' && event.isUnproven !== true && event.isUnnumbered !== true,
  ],
  [/^staff: ship without the number/, (_, event) => event.type === 'staff.ship' && event.isUnnumbered === true],
];

const isLost: Test = ({ status }) => status === 'cancelled.lost';
const isBack: Test = ({ status }) => status === 'cancelled.returned';
const isUnpaidCash: Test = ({ money, paymentMethod }) => money === 'unpaid' && paymentMethod === 'cod';
const isUndoing =
  (undone: string): Test =>
  (_, event) =>
    event.type === 'parcel.corrected' && event.undone === undone;
/** A delivery is undone whose buyer paid the whole price in cash. */
const wasUnpaid: Test = (facts, event) =>
  isUndoing('delivered')(facts, event) && event.type === 'parcel.corrected' && event.money === 'unpaid';
const isWaiting: Test = ({ isWaived }) => !isWaived;

/** The orders that match each condition of the rows. */
export const PARCEL_WHEN: Readonly<Record<string, Test>> = {
  'refused or uncollected': ({ status }) => status === 'shipped',
  'within 30 s after it was shipped first': isUndoing('shipped'),
  'within 30 s': (_, event) => event.type === 'parcel.corrected' && event.status === 'shipped',
  'within 30 s, no line inspected': (_, event) => event.type === 'parcel.corrected',
  'cash on delivery, stock allows': (facts, event) => isUnpaidCash(facts, event),
  'all lines sellable': isWaiting,
  'lines damaged or missing, refund not waived': isWaiting,
  'refused, uncollected or returned': (_, event) => 'isBack' in event && event.isBack,
  'before it was shipped, on the way, ready or delivered': (_, event) => 'isBack' in event && !event.isBack,
  'returned, by an owner': (facts, event) => isBack(facts, event) && !facts.isWaived,
  'lost or returned, not approved, by an owner': (_, event) =>
    event.type === 'refund.waived' && event.isBack && !event.isApproved,
  'approved or sent': (_, event) => event.type === 'refund.waived' && event.isApproved,
  'not lost or returned': (_, event) => event.type === 'refund.waived' && !event.isBack,
  'within 30 s after parcel.lost, not approved': (facts, event) =>
    isUndoing('lost')(facts, event) &&
    facts.payments.length === 1 &&
    event.type === 'parcel.corrected' &&
    ['unpaid', 'paid'].includes(event.money),
  'within 30 s after parcel.delivered, cash on delivery': (facts, event) =>
    wasUnpaid(facts, event) && facts.cash === 'owed',
  'within 30 s after parcel.delivered, cash on delivery, an M-Pesa payment came meanwhile': (facts, event) =>
    wasUnpaid(facts, event) && facts.cash === 'owed' && facts.payments.length === 1,
  'lost, or returned and inspected': (facts, event) =>
    isLost(facts, event) || (isBack(facts, event) && event.type === 'payment.clear' && event.isInspected === true),
  'lost or returned': (facts, event) => isLost(facts, event) || isBack(facts, event),
  'cash on delivery, on the way, ready, refused or uncollected': (facts, event) =>
    facts.status === 'shipped' && isUnpaidCash(facts, event),
  'cash on delivery, lost or returned': (facts, event) =>
    (isLost(facts, event) || isBack(facts, event)) && isUnpaidCash(facts, event),
  'cash on delivery, delivered and paid in cash': ({ status, paymentMethod, payments }) =>
    status === 'delivered' && paymentMethod === 'cod' && payments.length === 0,
  'cancelled, or its parcel comes back': ({ status }, event) =>
    status.startsWith('cancelled') || (event.type === 'refund.raised' && event.isBack),
  'lost, returned, or refund raised early': ({ status }) =>
    status === 'cancelled.lost' || status === 'cancelled.returned' || status === 'shipped',
  'cash on delivery, unpaid before, home delivery': isUnpaidCash,
  'cash on delivery, unpaid before, home delivery, no rider named': isUnpaidCash,
  'cash on delivery, unpaid before, pickup': isUnpaidCash,
  'walk-in order, cash, unpaid before': (facts, event) =>
    isUnpaidCash(facts, event) && ['pending', 'processing'].includes(facts.status),
  'paid by M-Pesa before': ({ money, status }, { type }) =>
    money === 'paid' && status === (type === 'counter.handedOver' ? 'processing' : 'shipped'),
  'Ksh 500 are missing': () => true,
  'within 30 s after parcel.delivered': (facts, event) =>
    isUndoing('delivered')(facts, event) && facts.payments.length < 2,
};

const REFUND: Effect = { type: 'queueRefund' };
const effects =
  (...types: readonly string[]) =>
  (): Requirement<OrderFacts> => ({ effects: types.map((type) => ({ type })) });
const nothing = (): Requirement<OrderFacts> => ({});

/** The effects and facts of the `does` texts that the order machine decides. Tests of the server show the others. */
export const PARCEL_DOES: Readonly<Record<string, () => Requirement<OrderFacts>>> = {
  'cause lost': nothing,
  'cause returned': nothing,
  'the cause stays lost': nothing,
  'never revived: refund queue, message refund': () => ({ facts: { money: 'refundDue' }, effects: [REFUND] }),
  'refund of Ksh 3,000, the reason lost': effects('queueRefund'),
  'refund of Ksh 3,000, the reason returned': effects('queueRefund'),
  'refund of Ksh 3,000, the whole sum': effects('queueRefund'),
  'refund of Ksh 3,000': effects('queueRefund'),
  'refunds of Ksh 3,000 and of the second payment, each its own row': effects('queueRefund'),
  'message refund': nothing,
  'an audit row': nothing,
  'no refund yet': nothing,
  'no second refund': nothing,
  'no refund': nothing,
  'no refund after the inspection': () => ({ facts: { isWaived: true } }),
  'message noRefund with the reason': () => ({ effects: [{ type: 'queueMessage', params: { about: 'noRefund' } }] }),
  'the refund is dropped': () => ({ facts: { isWaived: true }, effects: [{ type: 'dropRefund' }] }),
  'the refund is removed': effects('dropRefund'),
  'isPaid false, no paidAt': nothing,
  'isPaid true with the time of the M-Pesa payment': nothing,
  'no cash is owed, its refund is removed': () => ({ facts: { cash: 'none' }, effects: [{ type: 'dropRefund' }] }),
  'the refund waits for the back office': nothing,
  'isPaid true, paidAt': nothing,
  'no cash is owed at delivery': nothing,
  'refund of Ksh 3,000 due, message overpaid': effects('queueRefund'),
  'the cash stays owed': nothing,
  'the second payment stays a refund due': nothing,
  'no refund of Ksh 3,000 after the inspection; the second payment stays a refund due': () => ({
    facts: { isWaived: true },
    effects: [{ type: 'queueMessage', params: { about: 'noRefund' } }],
  }),
  'that payment is a refund due of its own': effects('queueRefund'),
  'Ksh 3,000 owed by rider r1': effects('oweCash'),
  'Ksh 3,000 owed by the staff member who reported it': effects('oweCash'),
  'Ksh 3,000 owed by station s1': effects('oweCash'),
  'Ksh 3,000 owed by the staff member': effects('oweCash'),
  'isPaid true': nothing,
  'no cash is owed': nothing,
  'row: owed 3,000, counted 3,000, difference 0, who brought it, who counted it': effects('countCash'),
  'reports book Ksh 3,000 today': nothing,
  'row: counted 2,500, difference -500': effects('countCash'),
  'reports book Ksh 2,500 today': nothing,
  'isPaid stays true: the shopper has paid': nothing,
  'row: counted 3,100, difference +100': effects('countCash'),
  'reports book Ksh 3,100 today': nothing,
  'row: counted 0, difference -3,000': effects('countCash'),
  'row: counted 500, difference 0': effects('countCash'),
  'reports book Ksh 500 today': nothing,
  'Ksh 300 are missing': effects('countCash'),
  'the difference -500 stays recorded, with the reason': effects('writeCashOff'),
  'reports book nothing more': nothing,
  'row: counted 0, difference -3,000, with the reason': effects('writeCashOff'),
  'nothing is counted twice': nothing,
  'owed no more; the row gets its opposite': effects('cancelCash'),
};

/** Cases that a row leaves to another sentence, each with its reason. */
export const PARCEL_NARROWED: readonly { readonly rows: RegExp; readonly to: Test; readonly because: string }[] = [
  {
    rows: /: staff: parcel\.corrected/,
    to: (facts, event) => event.type === 'parcel.corrected' && !isFollowed(facts, event),
    because: 'OWN-P4: what was followed by another step cannot be corrected',
  },
  {
    rows: /^money\.held: payments desk: clear$/,
    to: (facts, event) => need(PARCEL_WHEN['lost, or returned and inspected'])(facts, event) === false,
    because: 'OWN-P1: the money of a lost or inspected parcel goes back',
  },
  {
    rows: /^money\.overpaid: (?:payments desk confirms|an owner drops|the last line)/,
    to: isWaiting,
    because: 'OWN-P1: an owner decided against the refund of the first payment',
  },
];

const PARCELS = 'tests/server/parcels';

/** Rows that the server's own tests run. */
export const PARCEL_ELSEWHERE: readonly Elsewhere[] = [
  { rows: /^ledger: /, by: 'tests/server/stock/ledger.test.ts' },
  { rows: /^code\./, by: `${PARCELS}/codes.test.ts` },
  { rows: /set serial numbers|frees the serial|serial-back|take the same number/, by: `${PARCELS}/serials.test.ts` },
  { rows: /^line\./, by: `${PARCELS}/money.test.ts` },
  {
    rows: /^cash\.\w+: .*(?:Ksh -1|Ksh 1\.5|by ''|no amount|another role|at the same moment|delivered yesterday|parcel\.refused)/,
    by: `${PARCELS}/money.test.ts`,
  },
  {
    rows: /^money\.\w+: staff: (?:refund\.\w+\(no reason\)|.*role orders|parcel\.refused)|^money\.paid: the 7 days/,
    by: `${PARCELS}/money.test.ts`,
  },
  {
    rows: /^shipped: (?:staff: parcel\.(?:ready|refused|resent)|the 7 days|parcel\.|the jobs)|^cancelled\.lost: staff: parcel\.returned/,
    by: `${PARCELS}/reports.test.ts`,
  },
  { rows: /: (?:POST|GET) \/admin\/orders\/\{.*events/, by: `${PARCELS}/reports.test.ts` },
  {
    rows: /: GET \/orders\/(?:\{id\}|my) by its owner \[.*(?:on the way|ready|refused|raised|inspected|waived|turned up|pickup|no parcel|any parcel|refund due|cash on delivery, unpaid)/,
    by: `${PARCELS}/reports.test.ts`,
  },
  {
    rows: /^invariant: (?:pieces of a shipped|on the wire|a paid order whose|goods and money|no answer, page|a pickup is|each cash order|a correction changes|from every parcel)/,
    by: `${PARCELS}/reports.test.ts`,
  },
];
