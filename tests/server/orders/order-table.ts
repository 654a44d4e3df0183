import type { AnyStateMachine } from 'xstate';
import { config } from '../../../model-testing.config.ts';
import type { OrderMachineEvent, OrderMessage } from '../../../server/machines/order.types.ts';
import { judgePure, type Effect, type PureTable, type Requirement, type Sentence } from 'model-testing/pure-machine';
import { loadFlow, getRowName, type Row } from 'model-testing/table/flow';
import { ELSEWHERE } from './order-elsewhere.ts';
import { PARTS } from './order-part-rulings.ts';
import { PARCEL_DOES, PARCEL_NARROWED, PARCEL_ON, PARCEL_WHEN } from './order-parcel-words.ts';
import { PARCEL_RULINGS } from './order-parcel-rulings.ts';
import { BEYOND } from './order-rulings.ts';
import { both, isType, need, not, type Test } from './order-words.ts';
import {
  CASH,
  EXPIRES_AT,
  isIn,
  judgeResent,
  MPESA,
  orderEvents,
  orderFacts,
  triedOrderEvents,
  type OrderFacts,
} from './order-walk.ts';

export type OrderSentence = Sentence<OrderFacts, OrderMachineEvent>;

export const flow = loadFlow(config, 'order');

export const isElsewhere = (name: string) => ELSEWHERE.some(({ rows }) => rows.test(name));

/** Rows about the creation of an order. They are compared with the machine's initial state. */
export const created = flow.rows.filter(
  (row) => /^POST \/orders\((mpesa|cod), valid/.test(row.on) && !isElsewhere(getRowName(row)),
);
export const rows = flow.rows.filter((row) => !created.includes(row) && !isElsewhere(getRowName(row)));

const isKnown: Test = ({ payments }, event) => event.type === 'payment.succeeded' && payments.includes(event.payment);
const isMore: Test = (_, event) => event.type === 'payment.succeeded' && event.isMore === true;
const isNew: Test = (facts, event) =>
  event.type === 'payment.succeeded' && !isKnown(facts, event) && !isMore(facts, event);
const isProven: Test = (_, event) =>
  event.type !== 'staff.ship' || (event.isUnproven !== true && event.isUnnumbered !== true);
const isUnpaidMoney = (money: string) => money === 'unpaid' || money === 'partPaid';
const isDoubt: Test = ({ payments }, event) => event.type === 'payment.doubted' && !payments.includes(event.payment);
const isCancelled: Test = ({ status }) => status.startsWith('cancelled');
const isOverdue: Test = (_, event) => event.type === 'expiry.due' && event.now >= EXPIRES_AT;
const isLive: Test = (_, event) => 'hasLiveAttempt' in event && event.hasLiveAttempt;
const isUnpaidMpesa: Test = ({ money, paymentMethod }) => money === 'unpaid' && paymentMethod === 'mpesa';
const isUnpaidCash: Test = ({ money, paymentMethod }) => money === 'unpaid' && paymentMethod === 'cod';

/** Cancellations that are allowed. A held order waits for the back office; only the staff can cancel a paid one. */
const isEnding: Test = ({ status, money, paymentMethod }, event) =>
  (event.type === 'staff.cancel' && ['pending', 'processing'].includes(status) && money !== 'held') ||
  (event.type === 'shopper.cancel' &&
    ((status === 'pending' && money !== 'held') || (status === 'processing' && isUnpaidMoney(money)))) ||
  (event.type === 'expiry.due' &&
    status === 'pending' &&
    money !== 'held' &&
    paymentMethod === 'mpesa' &&
    event.now >= EXPIRES_AT &&
    !event.hasLiveAttempt);

/** The machine event of each row, and the orders in `from` that the row covers. */
const ON: readonly (readonly [RegExp, Test])[] = [
  [/^payment succeeds, the same receipt again$/, isKnown],
  [/^a second payment succeeds/, isNew],
  [/^payment succeeds, late$/, isNew],
  [/^payment succeeds$/, both(isNew, not(isCancelled))],
  [/^late payment on an expired order$/, both(isNew, ({ status }) => status === 'cancelled.expired')],
  [/^payment fails/, isType('payment.failed')],
  [/^cross-check mismatch$/, isType('payment.mismatched')],
  [/^a callback tells Ksh 2,999, then a query says paid$/, (facts, event) => isDoubt(facts, event)],
  [/^30 min and more are over/, isOverdue],
  [/^payments desk: give it back$/, isType('payment.giveBack')],
  [/^payments desk: (?:clear|take it)$/, isType('payment.clear')],
  [/^payments desk: not paid$/, isType('payment.deny')],
  [/^payments desk confirms/, isType('refund.confirmed')],
  [/^an owner drops the last/, isType('refund.dropped')],
  [/^an owner drops the refund of the second/, isType('refund.confirmed')],
  [/^turned into cash on delivery$/, both(isType('method.cash'), not(isLive))],
  [/^PUT \/orders\/\{id\}\/payment-method/, both(isType('method.cash'), not(isLive))],
  [/^order cancelled(?: or expired)?$/, isEnding],
  [/^order cancelled or expired, again$/, isType('shopper.cancel', 'staff.cancel', 'expiry.due')],
  [
    /^shopper cancels .* payment first$/,
    both(isType('shopper.cancel'), ({ status, money }) => status === 'processing' && money === 'paid'),
  ],
  [
    /^shopper cancels .* cancel first$/,
    both(isNew, ({ status, money }) => status === 'cancelled.byShopper' && money === 'unpaid'),
  ],
  [
    /^expiry and a good callback/,
    (facts, event) =>
      (facts.status === 'processing' && facts.money === 'paid' && isOverdue(facts, event)) ||
      (facts.status === 'cancelled.expired' && !isMore(facts, event) && need(WHEN['stock allows'])(facts, event)),
  ],
  [/^shopper: cancel/, isType('shopper.cancel')],
  [/^staff: start processing/, isType('staff.process')],
  [
    /^staff: ship\(trackingNumber/,
    both(isProven, (_, event) => event.type === 'staff.ship' && event.trackingNumber === 'T1'),
  ],
  [/^staff: ship\(no/, (_, event) => event.type === 'staff.ship' && event.trackingNumber === null],
  [/^staff: ship$/, isType('staff.ship')],
  [/^staff: deliver/, isType('staff.deliver')],
  [/^staff: cancel/, isType('staff.cancel')],
  ...PARCEL_ON,
];

/** The orders that match each condition of the rows. */
const WHEN: Readonly<Record<string, Test>> = {
  'not paid': ({ status }) => status === 'pending',
  'not paid, told 2,999': ({ status }) => status === 'pending',
  'M-Pesa, total 3000, unpaid': isUnpaidMpesa,
  'already paid': ({ money }) => money === 'paid',
  paid: ({ money }) => money === 'paid',
  processing: ({ status }) => status === 'processing',
  'paid by callback': ({ money, payments }) => money === 'paid' && payments.length > 0,
  'cash on delivery': ({ paymentMethod }) => paymentMethod === 'cod',
  'cash on delivery, unpaid': isUnpaidCash,
  'unpaid (cash on delivery)': isUnpaidCash,
  'turned into cash on delivery': ({ paymentMethod }) => paymentMethod === 'cod',
  'M-Pesa, unpaid': isUnpaidMpesa,
  'M-Pesa, unpaid, no live attempt': both(isUnpaidMpesa, not(isLive)),
  'M-Pesa, unpaid, an attempt is live': both(isUnpaidMpesa, isLive),
  'M-Pesa, unpaid, fewer open than the limit of cash-on-delivery orders': isUnpaidMpesa,
  'the payment came in meanwhile': ({ money, paymentMethod }) => money === 'paid' && paymentMethod === 'mpesa',
  'cancelled by a person, or expired and stock gone': ({ status }, event) =>
    ['cancelled.byShopper', 'cancelled.byStaff'].includes(status) ||
    (status === 'cancelled.expired' && 'hasStock' in event && !event.hasStock),
  'stock allows': ({ money }, event) => money === 'unpaid' && 'hasStock' in event && event.hasStock,
  'stock gone': (_, event) => 'hasStock' in event && !event.hasStock,
  'nothing went back': () => true,
  'pending or processing': ({ status }) => ['pending', 'processing'].includes(status),
  ...PARCEL_WHEN,
};

const REPEAT: Requirement<OrderFacts> = { effects: [{ type: 'ignoreRepeat' }] };
const REFUSED: Requirement<OrderFacts> = { isRefused: true };
const REFUND: Effect = { type: 'queueRefund' };
const message = (about: OrderMessage): Effect => ({ type: 'queueMessage', params: { about } });
/** Subject of the text message that is sent when an order reaches the state (U25). */
const ABOUT: Readonly<Record<string, OrderMessage>> = {
  processing: 'paid',
  'money.paid': 'paid',
  shipped: 'shipped',
  delivered: 'delivered',
};

/** The effects and facts of each `does` text. */
const DOES: Readonly<Record<string, (row: Row) => Requirement<OrderFacts>>> = {
  'isPaid true, paidAt set': () => ({ facts: { money: 'paid' } }),
  'isPaid true: nothing is collected at the door': () => ({ facts: { money: 'paid' } }),
  'isPaid false': () => ({ facts: { money: 'unpaid' } }),
  'stock committed': () => ({ facts: { stock: 'committed' } }),
  'stock released': () => ({ facts: { stock: 'released' } }),
  'reserved -2': () => ({ facts: { stock: 'released' } }),
  'not released twice': () => ({ facts: { stock: 'released' }, ...REPEAT }),
  'no refund': () => ({ facts: { money: 'unpaid' } }),
  'isPaid and paidAt stay': () => ({}),
  'the order keeps the reason': () => ({ facts: { isWaived: true } }),
  'the first payment pays the order': () => ({ facts: { money: 'paid' } }),
  'receipt mail and SMS queued once': ({ to }) => ({ effects: [message(need(ABOUT[to]))] }),
  'mail and SMS queued': ({ to }) => ({ effects: [message(need(ABOUT[to]))] }),
  nothing: () => REPEAT,
  'nothing, no second mail': () => REPEAT,
  'marked overpaid': () => ({ facts: { money: 'overpaid' } }),
  'refund queue': () => ({ effects: [REFUND] }),
  // The refund queue entry also sends the message to the shopper.
  'shopper told': () => ({ effects: [REFUND] }),
  'refund queue, shopper told': () => ({ facts: { money: 'refundDue' }, effects: [REFUND] }),
  'refund queue, status unchanged': () => ({ effects: [REFUND] }),
  'refund queue, marked paid after cancel, shopper told': () => ({ facts: { money: 'refundDue' }, effects: [REFUND] }),
  'status unchanged': () => ({}),
  'stays unpaid, stock held until expiry, may be tried again': () => REPEAT,
  'held for the payments desk, cannot be shipped': () => ({ facts: { money: 'held' } }),
  'isPaid false, status stays pending': () => ({ facts: { status: 'pending' } }),
  'stock stays held, no expiry any more': () => ({ facts: { stock: 'held' } }),
  'the payment keeps 2,999': () => ({}),
  'the desk is told, not the shopper': () => ({ effects: [{ type: 'alertBackOffice' }] }),
  'does not expire, stock stays held': () => REFUSED,
  'refund of 2,999, the amount that was told': () => ({ effects: [REFUND] }),
  'the order is cancelled by the staff, stock released, shopper told': () => ({
    facts: { status: 'cancelled.byStaff', stock: 'released' },
  }),
  'isPaid true, paidAt, pending -> processing, stock committed': () => ({
    facts: { status: 'processing', stock: 'committed' },
  }),
  alarm: () => ({ effects: [{ type: 'alertBackOffice' }] }),
  'trackingNumber T1': () => ({ facts: { trackingNumber: 'T1' } }),
  'no trackingNumber': () => ({ facts: { trackingNumber: null } }),
  'isDelivered true, deliveredAt': () => ({ facts: { status: 'delivered' } }),
  'isDelivered true, deliveredAt, isPaid true, paidAt': () => ({ facts: { status: 'delivered', money: 'paid' } }),
  'the cancel is refused': () => REFUSED,
  'reason stored, stock released, shopper warned': () => ({
    facts: { stock: 'released' },
    effects: [message('expired')],
  }),
  'the attempt is queried or expired first, then looked at again': () => ({
    effects: [{ type: 'settleAttemptFirst' }],
  }),
  'never expires': () => REFUSED,
  'the money wins: stock kept or held again': () => ({ facts: { stock: 'committed', money: 'paid' } }),
  'stock held again and committed, isPaid true, paidAt': () => ({ facts: { stock: 'committed', money: 'paid' } }),
  'paymentMethod cod, stock committed, no expiry': () => ({
    facts: { paymentMethod: 'cod', stock: 'committed', expiresAt: null },
  }),
  ...PARCEL_DOES,
  'stays paid by M-Pesa': () => ({ facts: { paymentMethod: 'mpesa', money: 'paid' }, ...REPEAT }),
};

/** Cases that a row leaves to another sentence, each with its reason. */
const NARROWED: readonly { readonly rows: RegExp; readonly to: Test; readonly because: string }[] = [
  ...PARCEL_NARROWED,
  {
    rows: /^(?:pending|stock\.held): (?:shopper: cancel|staff: cancel|staff: start|payment succeeds(?:$|, late)|turned into)/,
    to: ({ money }) => money !== 'held',
    because: 'D27: an order whose money is in doubt waits for the desk',
  },
  {
    rows: /^(?:pending|stock\.held): (?:shopper: cancel|turned into|expiry and a good)/,
    to: ({ money }) => money !== 'partPaid',
    because: 'PAY-C5: an order that is paid in part has rulings of its own',
  },
  {
    rows: /^(?:cancelled\.\w+|stock\.released|money\.unpaid): (?:payment succeeds, late|late payment on)/,
    to: ({ money }) => money !== 'kept',
    because: 'PAY-F1: further money after a decision against a refund has a ruling of its own',
  },
  {
    rows: /^money\.held: payments desk: not paid/,
    to: ({ status }) => status !== 'pending',
    because: 'D27: money that came as another amount is taken or goes back',
  },
  {
    rows: /^processing: staff: ship\(/,
    to: ({ money, paymentMethod }) => money !== 'held' && (!isUnpaidMoney(money) || paymentMethod === 'cod'),
    because: 'D7 holds it, D12 wants it paid: rows and rulings of their own',
  },
  {
    rows: /^money\.held: staff: ship/,
    to: ({ status }) => status === 'processing',
    because: 'A36: what was shipped before the mismatch is on its way already',
  },
  {
    rows: /^money\.unpaid: staff: deliver/,
    to: ({ status }) => status === 'shipped',
    because: 'A36: only what is on its way can be delivered, as the rows of the status say',
  },
];

/** One sentence per table row. */
export const rowSentences: readonly OrderSentence[] = rows.map((row) => {
  const name = getRowName(row);
  const isOn = row.on === 'timer' ? timer(row) : need(ON.find(([pattern]) => pattern.test(row.on))?.[1], name);
  const isWhen = row.when === null ? () => true : need(WHEN[row.when], name);
  const narrowed = NARROWED.filter((it) => it.rows.test(name)).map(({ to }) => to);
  const covers = both(isAt(row), isOn, isWhen, ...narrowed);
  const said = saidBy(row);
  return { name, says: (facts, event) => (covers(facts, event) ? said(facts) : null) };
});

/** The times that a timer row covers: up to its limit, or from then on. */
function timer({ ms }: Row): Test {
  return (_, event) =>
    event.type === 'expiry.due' && (ms === EXPIRES_AT ? event.now >= EXPIRES_AT : event.now <= (ms ?? 0));
}

/** For two concurrent messages the row describes the second, in any state after the first. */
function isAt({ from, on }: Row): Test {
  return on.includes('at the same moment') ? () => true : (facts) => isIn(facts, from);
}

function saidBy(row: Row): (before: OrderFacts) => Requirement<OrderFacts> {
  const all = row.does.map((words) => need(DOES[words], words)(row));
  const [region = '', name] = row.to.split('.');
  // For an order that is already cancelled, the row requires nothing more.
  const stays = row.from === row.to || row.to === 'cancelled';
  const reached: Partial<OrderFacts> =
    region === 'money' || region === 'stock' || region === 'cash'
      ? { [region]: name }
      : stays
        ? {}
        : { status: row.to };
  const isRefused =
    row.says != null ||
    all.some((said) => said.isRefused === true) ||
    (row.on === 'timer' && row.does.length === 0) ||
    // The parcel is inspected all the same.
    (row.on === 'the last line is inspected' && row.to === row.from);
  // A failure message is accepted and has no effect (providers 2.1).
  const heard = row.on.startsWith('payment fails') ? [REPEAT] : [];
  const effects = [...all, ...heard].flatMap((said) => said.effects ?? []);
  const facts: Partial<OrderFacts> = Object.assign({}, ...all.map((said) => said.facts), reached);
  return (before) => (isRefused || isRefusedLast(row, before) ? REFUSED : { facts, effects });
}

/** An expiry after the money arrived finds nothing to expire. */
function isRefusedLast({ on }: Row, { status }: OrderFacts): boolean {
  return on.startsWith('expiry and a good callback') && status === 'processing';
}

export const orderTable: PureTable<OrderFacts, OrderMachineEvent> = {
  starts: [MPESA, CASH].map((input) => ({
    input,
    facts: {
      ...input,
      status: 'pending',
      money: 'unpaid',
      stock: input === CASH ? 'committed' : 'held',
      trackingNumber: null,
      payments: [],
      cash: 'none',
      isWaived: false,
    },
  })),
  getFacts: orderFacts,
  events: orderEvents,
  tried: triedOrderEvents,
  sentences: [...rowSentences, ...BEYOND, ...PARTS, ...PARCEL_RULINGS],
};

/** Returns the first violation of the table or the rulings by a machine, or `null`. */
export function judgeOrderMachine(machine: AnyStateMachine): string | null {
  return judgePure(machine, orderTable) ?? judgeResent(machine);
}
