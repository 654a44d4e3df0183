import type { AnyStateMachine } from 'xstate';
import { config } from '../../../model-testing.config.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import type { AttemptEvent } from '../../../server/machines/payment-attempt.types.ts';
import { toCallbackResult, toQueryResult } from '../../../server/modules/payments/result-codes.rules.ts';
import { judgePure, type Effect, type PureTable, type Requirement, type Sentence } from 'model-testing/pure-machine';
import { loadFlow, getRowName, type Row } from 'model-testing/table/flow';
import { BEYOND } from './attempt-rulings.ts';
import { attemptEvents, attemptFacts, IDS, NO_IDS, type AttemptFacts } from './attempt-walk.ts';

type Test = (facts: AttemptFacts, event: AttemptEvent) => boolean;

export const flow = loadFlow(config, 'payment-attempt');

/** Rows without a message about the prompt: shoppers' calls, timers, and requests that are rejected before an event. */
const NO_EVENT =
  /^none:|: (?:GET|timer (?!8000 )|2 h, 6 h|more than 24 h|a planned query|25 s pass|query fails|cross-check query (?:fails|answers\(code 4999|answers\(code 1032\) \[(?:the circuit of the cross-check is open|a C2B))|POST (?!.*120000 ms after the push$)|callback\((?:wrong token|body|CheckoutRequestID)|callback\(code 0, receipt|callback\(good\) while the database|the job of|the worker's job|the refund's job|the clock steps|query .*the order is cancelled or expired\]|POST .*(?:the circuit is open|backing off)|token refused|Daraja answers\((?!accepted|refused|code))/;

/** The same money by another message. Its rows have a test of their own. */
export const OTHER_MESSAGES =
  /: (?:C2B confirmation|Pull row|statement line)\(receipt R1\)|: callback\(good\), receipt R[12] \[|: query answers\(code 0\) \[a payment by hand|: callback\(code 1032\) \[the order was paid by hand|: the refund is dropped/;
const rows = flow.rows.filter((row) => !NO_EVENT.test(getRowName(row)) && !OTHER_MESSAGES.test(getRowName(row)));

const isType =
  (type: AttemptEvent['type']): Test =>
  (_, event) =>
    event.type === type;
const isGood: Test = (_, event) => event.type === 'money.received' && !event.isByQuery;
const isRefusal =
  (...codes: readonly string[]): Test =>
  (_, event) =>
    event.type === 'push.refused' && codes.includes(event.code);

/** The machine event of each `on` text. */
const ON: readonly (readonly [RegExp, Test])[] = [
  [/^worker picks it up$/, isType('push.start')],
  [/^POST .* 120000 ms after the push$|^attempt's deadline passes/, isType('deadline.passed')],
  [/^Daraja answers\(accepted/, isType('push.accepted')],
  [/^Daraja answers\(refused/, isRefusal('400.002.02')],
  [/^Daraja answers\(code 17/, isRefusal('17')],
  [/^timer$|^Daraja fails|^server restarts$/, isType('push.unanswered')],
  [
    /^callback\(good\), (?:the same body )?again$/,
    (facts, event) => isGood(facts, event) && event.type === 'money.received' && event.receipt === facts.receipt,
  ],
  [/^callback\(good|^two good callbacks/, isGood],
  [
    /^callback\(code 0, no amount or no receipt/,
    (_, event) => event.type === 'result.open' && event.shouldAsk && !event.isStrange,
  ],
  [/^callback\(code 0, amount 2999/, (_, event) => event.type === 'amount.differs' && event.amount === 2999],
  [/^callback\(code 0, amount/, isType('amount.differs')],
  [/^query answers\(code 0\)/, (_, event) => event.type === 'money.received' && event.isByQuery],
  [
    /^cross-check query answers\(code 0\)/,
    ({ crossCheck }, event) => event.type === 'crosscheck.agreed' && crossCheck === 'due',
  ],
  [
    /^cross-check query answers\(code 1032\)/,
    ({ crossCheck }, event) => event.type === 'crosscheck.mismatched' && crossCheck === 'due',
  ],
  [/^order cancelled without stock, or overpaid$/, isType('refund.due')],
  [/^payments desk confirms/, isType('refund.confirmed')],
  [/^payments desk: take it/, isType('money.taken')],
  [/^payments desk: give it back/, isType('refund.due')],
  [/^the order is cancelled by/, isType('order.cancelled')],
];

/** The codes in a row as events; empty for rows about something else. */
function coded({ on }: Row): AttemptEvent[] {
  const isQuery = on.startsWith('query answers');
  if (!isQuery && !/^callback\((?:failure )?code (?!0,)/.test(on)) return [];
  const codes = /code ([^)]*)/.exec(on)?.[1]?.match(/\w*\d\w*/g) ?? [];
  return codes.map((code) => (isQuery ? toQueryResult(code) : toCallbackResult(code, IDS)));
}

/** The worker of a push finds that prompts are stopped (PAY-M2). */
const STOPPED_SINCE = /^(?:the circuit opened|Daraja is backing off) since$/;

const isSameMessage = (one: AttemptEvent, other: AttemptEvent) =>
  JSON.stringify({ ...one, ids: NO_IDS }) === JSON.stringify({ ...other, ids: NO_IDS });

const isTold: Test = ({ toldAmount }) => toldAmount === 2999;
const isOfCancelled: Test = ({ failureReason }) => failureReason === 'This order has been cancelled.';

const isStopped =
  (reason: string): Test =>
  (_, event) =>
    event.type === 'push.stopped' && event.reason === reason;

const WHEN: Readonly<Record<string, Test>> = {
  'its CheckoutRequestID is known': ({ checkoutRequestId }) => checkoutRequestId !== null,
  'another attempt of the order has already succeeded': () => true,
  // PAY-T2
  'the circuit of the cross-check is closed': () => true,
  // PAY-M2, PAY-M3
  'the circuit opened since': isStopped('Payment is not available now.'),
  'Daraja is backing off since': isStopped(
    'M-Pesa is slow right now. Please try again in a minute, or pay another way.',
  ),
  // D27
  'a callback told 2999 before': isTold,
  'a callback told 2999 before, the order is pending': isTold,
  'its CheckoutRequestID is known, a callback told 2999 before': (facts, event) =>
    isTold(facts, event) && facts.checkoutRequestId !== null,
  'a callback told no amount or no receipt before': ({ toldAmount }) => toldAmount === null,
  'paid by a query, no receipt yet': ({ receipt, toldAmount }) => receipt === null && toldAmount === null,
  'paid by a callback of 3000': ({ receipt }) => receipt !== null,
  // F28
  'the order was cancelled while it was live': isOfCancelled,
  'the order was cancelled while it was requesting': isOfCancelled,
  'the order was cancelled before its request was sent': (facts, event) =>
    isOfCancelled(facts, event) && facts.pushedAt === null,
};

const REPEAT: Requirement<AttemptFacts> = { effects: [{ type: 'ignoreRepeat' }] };
const effect = (type: string): Requirement<AttemptFacts> => ({ effects: [{ type }] });
const alarm = (kind: string): Effect => ({ type: 'alertBackOffice', params: { kind } });
const paid: Requirement<AttemptFacts> = effect('payOrder');
const namesIt = (event: AttemptEvent): Requirement<AttemptFacts> => ('ids' in event ? { facts: event.ids } : {});

/** The machine effects of each `does` text. The order or the database does the rest. */
const DOES: Readonly<Record<string, (event: AttemptEvent, row: Row) => Requirement<AttemptFacts>>> = {
  'a new attempt is created for the order': () => ({}),
  'a new attempt is created': () => ({}),
  'ids stored': namesIt,
  'ids learned': namesIt,
  'ids learned, nothing else': namesIt,
  'MerchantRequestID and CheckoutRequestID learned': () => ({}),
  'queries planned at 25 s, 70 s, 130 s, 5, 10, 30 min, 2, 6, 24 h': () => effect('scheduleQueries'),
  'certainly not charged; stock stays held until expiry': () => ({}),
  'maybe charged: blocks a second push': () => ({}),
  'queried as soon as its CheckoutRequestID is known': () => ({}),
  'no second push is sent for it': () => ({}),
  'answer 200': () => ({}),
  'payment R1 stored': (event) => ({ facts: { receipt: 'receipt' in event ? event.receipt : null }, ...paid }),
  'order isPaid true, paidAt, pending -> processing': () => paid,
  // The money of a held attempt is already stored.
  'order paid': (_, { from }) => (from === 'held' ? effect('clearDoubt') : paid),
  'order paid; the receipt is filled in when a callback brings it': () => paid,
  "order paid (amount and order are the attempt's own)": () => paid,
  'order paid, revived or refunded (flow order)': () => paid,
  'money wins': () => paid,
  'as above': () => paid,
  'order paid, or overpaid when another attempt paid it, or to the refund queue when cancelled without stock': () =>
    paid,
  'reservation committed': () => paid,
  'mail and SMS queued': () => paid,
  'paid once, one mail': () => paid,
  'order marked overpaid': () => paid,
  'refund queue': () => ({}),
  'shopper told': () => ({}),
  'one query planned to cross-check': () => ({ facts: { crossCheck: 'due' }, ...effect('scheduleCrossCheck') }),
  'nothing else: body kept once, no second mail, payment stored once': () => REPEAT,
  'stored, ignored': () => REPEAT,
  'alarm to the owner': () => ({ effects: [alarm('badSettings')] }),
  stored: () => ({}),
  'stored, one query asked': () => effect('askNow'),
  'stored, one query asked, not paid': () => effect('askNow'),
  'stored, one query asked, alarm': () => ({ effects: [{ type: 'askNow' }, alarm('strangeResult')] }),
  'reason unchanged': () => REPEAT,
  'first reason stays': () => REPEAT,
  nothing: () => ({ facts: { crossCheck: 'agreed' } }),
  'order held for the payments desk, alarm': () => ({ facts: { crossCheck: 'mismatched' }, ...effect('holdOrder') }),
  'still queried up to 24 h': () => ({}),
  // D27
  'stored, alarm, not paid': () => ({}),
  'stored, alarm': () => ({}),
  alarm: () => ({}),
  'nothing else': () => REPEAT,
  'the order is held for the desk, not paid': () => effect('doubtPayment'),
  'the order is held, cannot be shipped': () => effect('doubtPayment'),
  'the payment keeps 2999': () => ({ facts: { toldAmount: toShillings(2999) } }),
  'the told 2999 stays an alarm': () => ({}),
  'refund of 2999': () => ({}),
  // F28
  'claim ended: no live attempt any more': () => ({}),
  'no prompt is sent': (event) => (event.type === 'push.stopped' ? {} : { isRefused: true }),
  'ids learned, queries planned': (event) => ({ ...namesIt(event), ...effect('scheduleQueries') }),
  'the first reason stays': () => ({}),
};

/** Returns whether rows that do not mention a case leave it to rows that do. */
const isOfOthers: Test = (facts, event) =>
  // F28: the cancellation stays the reason.
  (event.type === 'result.failed' && isOfCancelled(facts, event)) ||
  // D27: a different amount was reported before.
  (event.type === 'money.received' && event.isByQuery && facts.toldAmount !== null);
const NAMES_OTHERS = /told 2999 before|the order was cancelled/;

/** One sentence per row that has a message. */
export const rowSentences: readonly Sentence<AttemptFacts, AttemptEvent>[] = rows.map((row) => {
  const name = getRowName(row);
  const codes = coded(row);
  const isOn: Test = STOPPED_SINCE.test(row.when ?? '')
    ? isType('push.stopped')
    : codes.length > 0
      ? (_, event) => codes.some((one) => isSameMessage(one, event))
      : need(ON.find(([pattern]) => pattern.test(row.on))?.[1], name);
  const isPlain = row.from !== 'held' && !NAMES_OTHERS.test(row.when ?? '');
  const isWhen = row.when === null ? () => true : need(WHEN[row.when], row.when);
  const does = row.does.map((words) => need(DOES[words], words));
  return {
    name,
    says: (facts, event) => {
      if (facts.state !== row.from || !isOn(facts, event) || !isWhen(facts, event)) return null;
      if (isPlain && isOfOthers(facts, event)) return null;
      const all = does.map((said) => said(event, row));
      return {
        facts: Object.assign({}, ...all.map((said) => said.facts), { state: row.to }, reasonIn(row)),
        effects: all.flatMap((said) => said.effects ?? []),
        ...(all.some(({ isRefused }) => isRefused === true) && { isRefused: true }),
      };
    },
  };
});

/** The failure reason for the shopper, when the row quotes it. */
function reasonIn({ says, to }: Row): Partial<AttemptFacts> {
  const [words] = says ?? [];
  const isQuoted = words !== undefined && !words.startsWith('the amount or daily limit');
  return isQuoted && (to === 'failed' || to === 'expired') ? { failureReason: words } : {};
}

function need<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the table's map has no word for: ${what}`);
  return found;
}

/** Codes that only rows mention, by the state of their row. */
const named = rows.flatMap((row) => coded(row).map((event) => ({ from: row.from, event })));

export const attemptTable: PureTable<AttemptFacts, AttemptEvent> = {
  starts: [
    {
      input: undefined,
      facts: {
        ...NO_IDS,
        state: 'created',
        pushedAt: null,
        resultCode: null,
        failureReason: null,
        receipt: null,
        toldAmount: null,
        crossCheck: null,
      },
    },
  ],
  getFacts: attemptFacts,
  events: () => attemptEvents,
  tried: ({ state }) => named.filter(({ from }) => from === state).map(({ event }) => event),
  sentences: [...rowSentences, ...BEYOND],
};

/** Returns the first violation of the table or the rulings by a machine, or `null`. */
export function judgeAttemptMachine(machine: AnyStateMachine): string | null {
  return judgePure(machine, attemptTable);
}
