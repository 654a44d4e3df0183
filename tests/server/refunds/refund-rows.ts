import type { AnyStateMachine } from 'xstate';
import { judgePure, type PureTable, type Requirement, type Sentence } from 'model-testing/pure-machine';
import { getRowName, loadFlow, type Row } from 'model-testing/table/flow';
import type { Elsewhere } from 'model-testing/table/table';
import { config } from '../../../model-testing.config.ts';
import type { RefundEvent } from '../../../server/machines/refund.types.ts';
import {
  checked,
  denied,
  failed,
  NEW_REFUND,
  REFUSED,
  refundEvents,
  refundFacts,
  refused,
  sent,
  triedEvents,
  type RefundFacts,
} from './refund-facts.ts';
import { alarm, alarmOf, ASK, BEYOND, CERTAIN, isReady, mayRepeat, REPEAT } from './refund-rulings.ts';

type Test = (facts: RefundFacts, event: RefundEvent) => boolean;

export const flow = loadFlow(config, 'refund');

/** Rows about persons, addresses, times and calls. Other tests cover them, not the machine. */
export const ELSEWHERE: readonly Elsewhere[] = [
  { rows: /: GET \/orders\/\{id\} by its owner/, by: 'tests/server/refunds/refund-page.test.ts' },
  { rows: /: (?:staff|two staff): ?propose|two staff propose/, by: 'tests/server/refunds/refund-approval.test.ts' },
  {
    rows: /approve \((?:Ben|Otto, the|Otto, an |the proposer|an owner)|command: approve|approve \[another refund|approve again.*\[(?:other refunds|another refund|Ksh 10,001)|approve and drop|role orders|without a reason/,
    by: 'tests/server/refunds/refund-approval.test.ts',
  },
  {
    rows: /wrong token|unknown call|a body that is not JSON\) \[|right token, a body|two results/,
    by: 'tests/server/refunds/refund-messages.test.ts',
  },
  {
    rows: /Transaction Status answers\((?:Authorized|no such|an unknown)|Transaction Status gives no answer|the next question is due|the job of a question|timer (?:299999|1800000)/,
    by: 'tests/server/refunds/refund-messages.test.ts',
  },
  {
    rows: /worker starts a batch|balance (?:gives|answers\(Utility Ksh 3,000)|the worker's job|nobody approves|83 days/,
    by: 'tests/server/refunds/refund-worker.test.ts',
  },
  {
    rows: /^none: (?:a paid order is|late money|a second payment|a payment by hand|a part-paid|money by hand|staff mark|the inspection)/,
    by: 'tests/server/refunds/refund-begins.test.ts',
  },
  { rows: /propose with a phone number/, never: 'no call has a field for a phone' },
  { rows: /receiver is not known yet|payer's phone nobody/, by: 'tests/server/refunds/refund-receiver.test.ts' },
  { rows: /only a confirmation brought the money/, by: 'tests/server/refunds/refund-receiver.test.ts' },
  { rows: /approved by the only owner/, by: 'tests/server/refunds/refund-worker.test.ts' },
  {
    rows: /: statement (?:line\(|imported)|Pull or the statement brings|the statement of (?:that|the) time/,
    by: 'tests/server/statement/refund-lines.test.ts',
  },
  { rows: /server killed|two processes/, by: 'tests/server/refunds/refund-once.test.ts' },
  {
    rows: /receipt is RB9 \(used|payment's own|two people type|RB9: (?:another|before|not|no such)|in 1, 5 and 30/,
    by: 'tests/server/refunds/refund-by-hand.test.ts',
  },
];

export const rows = flow.rows.filter((row) => !ELSEWHERE.some((it) => it.rows.test(getRowName(row))));

const isType =
  (...types: readonly RefundEvent['type'][]): Test =>
  (_, { type }) =>
    types.includes(type);
const is =
  (one: RefundEvent): Test =>
  (_, event) =>
    JSON.stringify(event) === JSON.stringify(one);
/** Success of the amount, with the receipt that is known, if one is. */
const isSent =
  (isByResult: boolean): Test =>
  ({ receipt }, event) =>
    event.type === 'money.sent' &&
    event.isFitting &&
    event.isByResult === isByResult &&
    event.receipt !== null &&
    [null, event.receipt].includes(receipt);

/** The machine event of each `on` text. The first match counts. */
const ON: readonly (readonly [RegExp, Test])[] = [
  [/^(?:staff: approve|two people approve)/, isType('staff.approve')],
  [/^staff: take the approval back/, isType('staff.unapprove')],
  [/^staff: drop/, isType('staff.drop')],
  [/^staff: pay by hand/, isType('staff.byHand')],
  [/^staff: send by M-Pesa/, isType('staff.byMpesa')],
  [/^staff: retry|^the shop starts with another/, isType('staff.retry')],
  [/^worker picks it up/, isType('call.start')],
  [/^balance answers\(Utility Ksh 2,000/, is(refused('balance'))],
  [/^Daraja answers\(accepted/, isType('call.accepted')],
  [/Invalid Amount or PartyB/, is(refused(null))],
  [/429 spike|connection refused/, is(refused('pause'))],
  [/^Daraja answers\((?:404\.001|405\.001|400 or 401|2001|8006|400\.002)/, is(refused('setting'))],
  [/500\.003\.0[23]/, (facts, { type }) => type === (facts.way === 'b2c' ? 'call.lost' : 'call.doubtful')],
  [/500\.003\.1001|^Daraja fails\(5xx|third repetition|^timer 8000/, isType('call.lost')],
  [/^Daraja answers/, isType('call.doubtful')],
  [/^result\(code 0, another receipt/, is(sent('RB2'))],
  [/^result\(code 0, another amount/, is(sent('RB1', { isFitting: false }))],
  [/^Transaction Status answers\(Completed, another amount/, is(sent('RB1', { isFitting: false, isByResult: false }))],
  [/^result\(code 0/, isSent(true)],
  [/^Transaction Status answers\(Completed/, isSent(false)],
  [/^result\(R000001/, is(sent(null))],
  [/^result\(R000002/, is(failed('byHand'))],
  [/^result\(1, balance/, is(failed('balance'))],
  [/^result\((?:2001|8006)/, is(failed('setting'))],
  [/^result\(a failure code/, isType('result.failed')],
  [/^result\(11/, is(failed('failed', REFUSED))],
  [/^result\(2, 3/, is(failed('failed'))],
  [/^result\(77777/, isType('result.strange')],
  [/^queue time-out/, isType('queue.timedOut')],
  [/^timer 300000/, isType('result.overdue')],
  [/^Transaction Status answers\(Cancelled/, isType('failure.confirmed')],
  [/^staff: the receipt is RB9$/, is({ type: 'staff.receipt', receipt: 'RB9' })],
  [/^staff: the receipt is RB9 \(again/, isType('staff.receipt')],
  [/^Transaction Status answers\(RB9: Completed/, is(checked(true))],
  [/^staff: paid in cash \(Ben/, is({ type: 'staff.cash', by: 'Ben' })],
  [/^staff: paid in cash/, isType('staff.cash')],
  [/^staff: confirm the cash \(Olga/, is({ type: 'staff.confirmCash', by: 'Olga' })],
  [/^staff: confirm the cash \(Ben/, is({ type: 'staff.confirmCash', by: 'Ben' })],
  [/^staff: confirm the cash/, isType('staff.confirmCash')],
  [/^staff: no cash/, isType('staff.noCash')],
  [/^staff: it did not happen \(Ben/, is(denied('Ben'))],
  [/^staff: it did not happen \(Olga/, (_, event) => event.type === 'staff.deny' && event.by === 'Olga'],
  [/^staff: it did not happen/, isType('staff.deny')],
  [/^restore/, isType('shop.restored')],
];

const all =
  (...tests: readonly Test[]): Test =>
  (facts, event) =>
    tests.every((test) => test(facts, event));
const always: Test = () => true;
const isConfirmed: Test = (facts) => facts.isConfirmed;
const isUnconfirmed: Test = (facts) => !facts.isConfirmed;
const isByB2c: Test = ({ way }) => way === 'b2c';
const isByReversal: Test = ({ way }) => way === 'reversal';
const isRefused: Test = ({ failureCode }) => failureCode === REFUSED;
const isUntouched: Test = ({ checkedReceipt, cashBy }) => checkedReceipt === null && cashBy === null;
const hasTry: Test = ({ tries }) => tries > 0;
const isDenied: Test = ({ deniedBy }) => deniedBy === 'Ben';
const isTime: Test = (_, event) => 'isTime' in event && event.isTime;
const not =
  (test: Test): Test =>
  (facts, event) =>
    !test(facts, event);

/** The refunds that match each condition of the rows. */
const WHEN: Readonly<Record<string, Test>> = {
  'the try failed by Reversal with 11, 21, 2006 or 2028': all(isConfirmed, isByReversal, isRefused),
  'by B2C, Transaction Status has confirmed the failure': all(isConfirmed, isByB2c),
  'by B2C, Transaction Status has not confirmed the failure': all(isUnconfirmed, isByB2c),
  'by Reversal, failed finally with another code': all(isConfirmed, isByReversal, not(isRefused)),
  'no receipt is being checked and no cash is noted': isUntouched,
  'a receipt is being checked, or cash is noted': not(isUntouched),
  'an earlier try by B2C failed, Transaction Status has not confirmed it': isUnconfirmed,
  'no try is unconfirmed': isConfirmed,
  'the failure is final: the code says so, and by B2C Transaction Status confirms it': isConfirmed,
  'it waits for the balance or a setting': ({ waitsFor }) => waitsFor === 'balance' || waitsFor === 'setting',
  'it waits for a setting': ({ waitsFor }) => waitsFor === 'setting',
  'Ksh 3,000 waits': always,
  'no delay is left, the balance was asked and is enough, way Reversal': all(isReady, isByReversal),
  'no delay is left, the balance was asked and is enough, way B2C': all(isReady, isByB2c),
  'the first call of this try': ({ calls }) => calls === 1,
  'way B2C, an earlier call of this try got no answer': all(isByB2c, ({ calls }) => calls > 1),
  'way B2C': isByB2c,
  'way B2C, the first call': all(isByB2c, ({ calls }) => calls === 1),
  'way Reversal': isByReversal,
  'of an earlier try': hasTry,
  'an earlier try by B2C failed and waits for this': all(isUnconfirmed, isByB2c),
  'done without a receipt (R000001)': ({ receipt, checkedReceipt, way }) =>
    receipt === null && checkedReceipt === null && (way === 'reversal' || way === 'b2c'),
  'done with a receipt': ({ receipt }) => receipt !== null,
  'Ben noted it': ({ cashBy }) => cashBy === 'Ben',
  'nobody noted it': ({ cashBy }) => cashBy === null,
  'a typed receipt is being checked': ({ checkedReceipt }) => checkedReceipt !== null,
  'Ben said so': isDenied,
  'Ben said so, the last try was 24 h ago or more': all(isDenied, isTime),
  'Ben said so, the last try was less than 24 h ago': all(isDenied, not(isTime)),
};

/** Conditions that a row leaves to the rows beside it. */
const NARROWED: readonly (readonly [RegExp, Test])[] = [
  [/^(?:due|failed): (?:staff|two people): ?(?:approve|pay by hand)(?!.*not confirmed)|^due: two people/, isConfirmed],
  [/^sending: worker picks it up$/, not(mayRepeat)],
  [/^(?:due|approved|failed|byHand): staff: drop \(an owner, with a reason\)$/, isUntouched],
  [/while a typed receipt is being checked/, ({ checkedReceipt }) => checkedReceipt !== null],
  [/^byHand: staff: paid in cash \(Ben\)$/, isUntouched],
  [/^(?:byHand|unknown): staff: the receipt is RB9$/, isUntouched],
  [/^(?:byHand|unknown): staff: the receipt is RB9 \(again/, ({ checkedReceipt }) => checkedReceipt !== null],
  [/RB9: Completed/, ({ checkedReceipt }) => checkedReceipt === 'RB9'],
  [/^unknown: staff: it did not happen \(Ben\)$/, ({ deniedBy }) => deniedBy === null],
  [/(?:500\.003\.(?:0|1)|Daraja fails\(5xx).*\[way B2C\]/, mayRepeat],
  [/third repetition/, not(mayRepeat)],
  [/^unknown: result\((?:1|2001|8006),/, ({ way }) => way !== null],
  [/^unknown: Transaction Status answers\(Cancelled/, hasTry],
  [
    /^(?:done: result\(code 0|(?:done|dropped): Transaction Status answers\(Completed)/,
    ({ receipt }) => receipt === 'RB1',
  ],
  [/^dropped: result\(code 0/, ({ receipt }) => receipt === null],
  [/, late$|of an earlier try/, hasTry],
];

type Does = (before: RefundFacts, event: RefundEvent) => Requirement<RefundFacts>;
const nothing: Does = () => ({});
const repeats: Does = () => REPEAT;
const tells =
  (type: string): Does =>
  () => ({ effects: [{ type }] });
const asks: Does = () => ({ effects: [ASK] });
/** A payout alone needs a confirmation. */
const asksOfB2c: Does = ({ way }) => (way === 'reversal' ? {} : { effects: [ASK] });
const waits =
  (waitsFor: RefundFacts['waitsFor']): Does =>
  () => ({ facts: { waitsFor } });
const alarms: Does = (before, event) => {
  const kind = alarmOf(before, event);
  if (kind === null) throw new Error(`${before.state}: no alarm is known for ${JSON.stringify(event)}`);
  return { effects: [alarm(kind)] };
};
const stores: Does = ({ checkedReceipt }, event) => ({
  facts: { receipt: event.type === 'money.sent' ? event.receipt : checkedReceipt },
  effects: [{ type: 'useReceipt' }],
});
const intends: Does = ({ tries }) => ({ facts: { tries: tries + 1, calls: 1, isConfirmed: false } });
const confirms: Does = () => ({ facts: CERTAIN });

/** The machine's events by the words of the rows. The first match counts. */
const DOES: readonly (readonly [RegExp, Does])[] = [
  [/^nothing was sent|^nothing is sent/, nothing],
  [/^nothing/, repeats],
  [/^ids learned, nothing else/, repeats],
  [
    /^the shopper is told that Ksh 3,000 was sent/,
    ({ isTold }) => ({ facts: { isTold: true }, effects: isTold ? [] : [{ type: 'tellSent' }] }),
  ],
  [/^the shopper is told that it is done|^the shopper is told: paid back in cash/, tells('tellDone')],
  [/^the shopper is told with the reason/, tells('tellDropped')],
  [/^receipt RB1 stored|^RB9 stored|^the receipt's use is this refund/, stores],
  [/^payment p1: refunded/, tells('closeRefund')],
  [/^Transaction Status is asked to confirm it|^by B2C Transaction Status is asked|^the reason in words/, asksOfB2c],
  [/^Transaction Status is asked by the OriginatorConversationID/, nothing],
  [/^Transaction Status is asked|^the balance is asked now/, asks],
  [/^an alarm if another refund|^an alarm/, alarms],
  [/^stored; an alarm where it is done/, (before, event) => (before.state === 'done' ? alarms(before, event) : {})],
  [/^stored, an alarm, stays done/, alarms],
  [/^(?:way: B2C, try 2)/, () => ({ facts: { way: 'b2c' } })],
  [/^(?:way: Reversal, try 2)/, () => ({ facts: { way: 'reversal' } })],
  [
    /^waits for the balance; by B2C/,
    (before, event) => ({ ...waits('balance')(before, event), ...asksOfB2c(before, event) }),
  ],
  [
    /^waits for the setting; by B2C/,
    (before, event) => ({ ...waits('setting')(before, event), ...asksOfB2c(before, event) }),
  ],
  [/^waits for the setting/, waits('setting')],
  [/^waits, nothing is sent/, waits('balance')],
  [/^the same try again after the pause|^certainly not sent: the same try again/, waits('pause')],
  [/^not sent: the same try stays free/, ({ tries }) => ({ facts: { tries: tries - 1, calls: 0, isConfirmed: true } })],
  [/^certainly not sent: counts as confirmed|^counts as confirmed|^confirmed: try 2/, confirms],
  [/^the intent/, intends],
  [/^the worker may pick it up/, waits(null)],
  [/^noted with Ben and the time/, () => ({ facts: { cashBy: 'Ben' } })],
  [/^the note is taken back/, () => ({ facts: { cashBy: null } })],
  [/^noted, an audit row/, () => ({ facts: { deniedBy: 'Ben' } })],
  [/^none is sent by the machine before|^as before/, () => ({ facts: { isRestored: true, isConfirmed: false } })],
  [
    /^409 for another one/,
    ({ checkedReceipt }, event) =>
      'receipt' in event && event.receipt === checkedReceipt ? REPEAT : { isRefused: true },
  ],
  [/^409|^no call$|^only an approved refund that waits/, () => ({ isRefused: true })],
  // Messages, audit, stored bodies and words for staff: the tests of the database cover them.
  [
    /^(?:an audit row|answer 200|planned at once|one approval|the same rules of who may|try 2, another|must be approved again|tokens of|ids stored|the same OriginatorConversationID|no second call|no new number|the refusal says nothing|the receipt comes from|it came before|the next (?:way|try) is|the next try|listed with|stored|the first reason stays|stays open|no receipt|filled in if)/,
    nothing,
  ],
];

/** Effects of the machine for the calls of a row. The worker makes the others. */
const CALLS: readonly (readonly [RegExp, Does])[] = [
  [/TransactionID: RB9/, () => ({ facts: { checkedReceipt: 'RB9' }, effects: [ASK] })],
  [/^Daraja Transaction Status/, asks],
  [/^Daraja (?:Reversal|B2C v3)/, nothing],
];

/** Rows whose calls are planned anyway, so that the event itself changes nothing. */
const isRefusal = ({ says, does }: Row) => [...(says ?? []), ...does].some((words) => /^409$/.test(words));

/** One sentence for each row with a machine event. */
export const rowSentences: readonly Sentence<RefundFacts, RefundEvent>[] = rows.map((row) => {
  const name = getRowName(row);
  const isOn = find(ON, row.ms === null ? row.on : `timer ${row.ms}`, name);
  const isWhen = row.when === null ? always : need(WHEN[row.when], `${name}: ${row.when}`);
  const narrowed = NARROWED.filter(([pattern]) => pattern.test(name)).map(([, test]) => test);
  const isAbout = all(isOn, isWhen, ...narrowed);
  const does = [
    ...row.does.map((words) => find(DOES, words, name)),
    ...row.calls.map((words) => find(CALLS, words, name)),
  ];
  return {
    name,
    says: (facts, event) => {
      if (facts.state !== row.from || !isAbout(facts, event)) return null;
      if (isRefusal(row)) return { isRefused: true };
      const said = does.map((one) => one(facts, event));
      return {
        facts: Object.assign({}, ...said.map((one) => one.facts), { state: row.to }) as Partial<RefundFacts>,
        effects: said.flatMap((one) => one.effects ?? []),
        ...(said.some((one) => one.isRefused === true) && { isRefused: true }),
      };
    },
  };
});

/** Returns the first entry whose pattern fits. */
function find<T>(entries: readonly (readonly [RegExp, T])[], words: string, name: string): T {
  return need(entries.find(([pattern]) => pattern.test(words))?.[1], `${name}: ${words}`);
}

function need<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the table's map has no word for: ${what}`);
  return found;
}

export const refundTable: PureTable<RefundFacts, RefundEvent> = {
  starts: [{ input: undefined, facts: NEW_REFUND }],
  getFacts: refundFacts,
  events: refundEvents,
  tried: triedEvents,
  sentences: [...rowSentences, ...BEYOND],
};

/** Returns the first violation of the table or the rulings by a machine, or `null`. */
export function judgeRefundMachine(machine: AnyStateMachine): string | null {
  return judgePure(machine, refundTable);
}
