import { transition, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { getEdges } from 'model-testing/model/structure';
import { getRowName, loadFlow, type Row } from 'model-testing/table/flow';
import type { Elsewhere } from 'model-testing/table/table';
import { config } from '../../../model-testing.config.ts';
import type { RefundContext, RefundEvent } from '../../../server/machines/refund.types.ts';
import { CONTEXTS, fits } from './refund-contexts.ts';

export const flow = loadFlow(config, 'refund');

type Test = (context: RefundContext, event: RefundEvent) => boolean;

/** Rows about persons, addresses, times and calls. Other tests cover them, not the machine. */
export const ELSEWHERE: readonly Elsewhere[] = [
  { rows: /: (?:staff|two staff): ?propose|two staff propose/, by: 'tests/server/refunds/refund-approval.test.ts' },
  {
    rows: /approve \((?:Ben|Otto, the|Otto, an |the proposer|an owner)|command: approve|approve \[another refund|approve again.*\[(?:other refunds|another refund|Ksh 10,001)|approve and drop|role orders|without a reason/,
    by: 'tests/server/refunds/refund-approval.test.ts',
  },
  {
    rows: /wrong token|unknown call|a body that is not JSON\) \[|right token, a body|two results|two people/,
    by: 'tests/server/refunds/refund-messages.test.ts',
  },
  {
    rows: /Transaction Status answers\((?:Authorized|no such|an unknown)|Transaction Status gives no answer|the next question is due|the job of a question|timer (?:299999|1800000)/,
    by: 'tests/server/refunds/refund-messages.test.ts',
  },
  {
    rows: /worker starts a batch|balance (?:gives|answers\(Utility Ksh 3,000)|the worker's job|nobody approves|83 days|timer 8000/,
    by: 'tests/server/refunds/refund-worker.test.ts',
  },
  { rows: /restore|server killed|two processes/, by: 'tests/server/refunds/refund-once.test.ts' },
  {
    rows: /receipt is RB9 \((?:used|again)|payment's own|9 characters|RB9: (?:another|before|not|no such)|in 1, 5 and 30/,
    by: 'tests/server/refunds/refund-by-hand.test.ts',
  },
  { rows: /^invariant: nobody types/, never: 'no call has a field for a phone' },
  { rows: /^invariant: /, by: 'tests/server/refunds/refund-once.test.ts' },
];

export const rows = flow.rows.filter((row) => !ELSEWHERE.some((it) => it.rows.test(getRowName(row))));

const refused = (waitsFor: 'setting' | 'pause' | 'balance' | null): RefundEvent => ({
  type: 'call.refused',
  waitsFor,
  code: 'c',
  text: 't',
});
const failed = (to: 'balance' | 'setting' | 'failed' | 'byHand'): RefundEvent => ({
  type: 'result.failed',
  to,
  code: 'c',
  text: 't',
});
const sent = (receipt: string | null, isFitting: boolean): RefundEvent => ({
  type: 'money.sent',
  receipt,
  isFitting,
  isByResult: true,
});

/** Every event that can occur, in any state. */
export const EVENTS: readonly RefundEvent[] = [
  { type: 'staff.approve', way: 'reversal' },
  { type: 'staff.approve', way: 'b2c' },
  { type: 'staff.unapprove' },
  { type: 'staff.byHand' },
  { type: 'staff.byMpesa' },
  { type: 'staff.drop' },
  { type: 'staff.retry' },
  { type: 'staff.receipt', receipt: 'RB9' },
  { type: 'staff.receipt', receipt: 'RB8' },
  { type: 'staff.cash', by: 'Ben' },
  { type: 'staff.noCash' },
  { type: 'staff.confirmCash', by: 'Ben' },
  { type: 'staff.confirmCash', by: 'Olga' },
  { type: 'staff.deny', by: 'Ben', isTime: true },
  { type: 'staff.deny', by: 'Olga', isTime: true },
  { type: 'staff.deny', by: 'Olga', isTime: false },
  { type: 'call.start' },
  { type: 'call.accepted' },
  ...([null, 'setting', 'balance', 'pause'] as const).map(refused),
  { type: 'call.lost', code: 'c', text: 't' },
  { type: 'call.doubtful', code: 'c', text: 't' },
  sent('RB1', true),
  sent('RB2', true),
  sent(null, true),
  sent('RB1', false),
  ...(['balance', 'setting', 'failed', 'byHand'] as const).map(failed),
  { type: 'result.strange', code: 'c', text: 't' },
  { type: 'queue.timedOut' },
  { type: 'result.overdue' },
  { type: 'failure.confirmed' },
  { type: 'receipt.checked', isFitting: true },
  { type: 'receipt.checked', isFitting: false },
  { type: 'receipt.checked', isFitting: null },
];

const isType =
  (...types: readonly RefundEvent['type'][]): Test =>
  (_, { type }) =>
    types.includes(type);
const is =
  (one: RefundEvent): Test =>
  (_, event) =>
    JSON.stringify(event) === JSON.stringify(one);
/** A success, with the receipt that is known, if one is. */
const isSent: Test = ({ receipt }, event) =>
  event.type === 'money.sent' && event.isFitting && event.receipt !== null && [null, event.receipt].includes(receipt);

/** The machine event of each `on` text. The first match counts. */
const ON: readonly (readonly [RegExp, Test])[] = [
  [/^staff: approve/, isType('staff.approve')],
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
  [/500\.003\.0[23]/, (context, { type }) => type === (context.way === 'b2c' ? 'call.lost' : 'call.doubtful')],
  [/500\.003\.1001|^Daraja fails\(5xx|third repetition/, isType('call.lost')],
  [/^Daraja answers/, isType('call.doubtful')],
  [/^result\(code 0, another receipt/, is(sent('RB2', true))],
  [/^result\(code 0, another amount|Completed, another amount/, is(sent('RB1', false))],
  [/^result\(code 0|^Transaction Status answers\(Completed/, isSent],
  [/^result\(R000001/, is(sent(null, true))],
  [/^result\(R000002/, is(failed('byHand'))],
  [/^result\(1, balance/, is(failed('balance'))],
  [/^result\((?:2001|8006)/, is(failed('setting'))],
  [/^result\(a failure code/, isType('result.failed')],
  [/^result\((?:11|2, 3)/, is(failed('failed'))],
  [/^result\(77777/, isType('result.strange')],
  [/^queue time-out/, isType('queue.timedOut')],
  [/^timer$/, isType('result.overdue')],
  [/^Transaction Status answers\(Cancelled/, isType('failure.confirmed')],
  [/^staff: the receipt is RB9$/, is({ type: 'staff.receipt', receipt: 'RB9' })],
  [/^Transaction Status answers\(RB9: Completed/, is({ type: 'receipt.checked', isFitting: true })],
  [/^staff: paid in cash/, isType('staff.cash')],
  [/^staff: confirm the cash \(Olga/, is({ type: 'staff.confirmCash', by: 'Olga' })],
  [/^staff: confirm the cash \(Ben/, is({ type: 'staff.confirmCash', by: 'Ben' })],
  [/^staff: confirm the cash/, isType('staff.confirmCash')],
  [/^staff: no cash/, isType('staff.noCash')],
  [/^staff: it did not happen \(Ben/, is({ type: 'staff.deny', by: 'Ben', isTime: true })],
  [/^staff: it did not happen \(Olga/, (_, event) => event.type === 'staff.deny' && event.by === 'Olga'],
  [/^staff: it did not happen/, isType('staff.deny')],
];

const isTriable: Test = ({ isConfirmed }) => isConfirmed;
const isUnconfirmed: Test = ({ isConfirmed, way }) => !isConfirmed && way === 'b2c';
const isEarlierLost: Test = ({ way, calls }) => way === 'b2c' && calls > 1;
const always: Test = () => true;

/** The refunds that match each condition of the rows. */
const WHEN: Readonly<Record<string, Test>> = {
  'the try failed by Reversal with 11, 21, 2006 or 2028': isTriable,
  'by B2C, Transaction Status has confirmed the failure': isTriable,
  'by B2C, Transaction Status has not confirmed the failure': isUnconfirmed,
  'by Reversal, failed finally with another code': isTriable,
  'no receipt is being checked and no cash is noted': ({ checkedReceipt, cashBy }) =>
    checkedReceipt === null && cashBy === null,
  'a receipt is being checked, or cash is noted': ({ checkedReceipt, cashBy }) =>
    checkedReceipt !== null || cashBy !== null,
  'an earlier try by B2C failed, Transaction Status has not confirmed it': isUnconfirmed,
  'no try is unconfirmed': isTriable,
  'the failure is final: the code says so, and by B2C Transaction Status confirms it': isTriable,
  'it waits for the balance or a setting': ({ waitsFor }) => waitsFor !== null,
  'it waits for a setting': ({ waitsFor }) => waitsFor === 'setting',
  'Ksh 3,000 waits': always,
  'no delay is left, the balance was asked and is enough, way Reversal': ({ way, isConfirmed }) =>
    way === 'reversal' && isConfirmed,
  'no delay is left, the balance was asked and is enough, way B2C': ({ way, isConfirmed }) =>
    way === 'b2c' && isConfirmed,
  'the first call of this try': ({ calls }) => calls === 1,
  'way B2C, an earlier call of this try got no answer': isEarlierLost,
  'way B2C': ({ way }) => way === 'b2c',
  'way Reversal': ({ way }) => way === 'reversal',
  'of an earlier try': always,
  'an earlier try by B2C failed and waits for this': isUnconfirmed,
  'done without a receipt (R000001)': ({ receipt, checkedReceipt, way }) =>
    receipt === null && checkedReceipt === null && way === 'reversal',
  'done with a receipt': ({ receipt, checkedReceipt }) => receipt !== null && checkedReceipt === null,
  'Ben noted it': ({ cashBy }) => cashBy === 'Ben',
  'nobody noted it': ({ cashBy }) => cashBy === null,
  'a typed receipt is being checked': ({ checkedReceipt, cashBy }) => checkedReceipt !== null && cashBy === null,
  'Ben said so': ({ deniedBy }) => deniedBy === 'Ben',
  'Ben said so, the last try was 24 h ago or more': ({ deniedBy }, event) =>
    deniedBy === 'Ben' && 'isTime' in event && event.isTime,
  'Ben said so, the last try was less than 24 h ago': ({ deniedBy }, event) =>
    deniedBy === 'Ben' && 'isTime' in event && !event.isTime,
};

/** Conditions that a row leaves to the rows beside it. */
const NARROWED: readonly (readonly [RegExp, Test])[] = [
  [/^(?:due|failed): staff: (?:approve|pay by hand)(?!.*not confirmed)/, isTriable],
  [/^approved: staff: pay by hand \[no try/, isTriable],
  [
    /^byHand: (?:staff: drop \(an owner, with a reason\)$)/,
    ({ checkedReceipt, cashBy }) => checkedReceipt === null && cashBy === null,
  ],
  [/while a typed receipt is being checked/, ({ checkedReceipt }) => checkedReceipt !== null],
  [/^byHand: staff: paid in cash \(Ben/, ({ checkedReceipt, cashBy }) => checkedReceipt === null && cashBy === null],
  [
    /^(?:byHand|unknown): staff: the receipt is RB9$/,
    ({ checkedReceipt, cashBy }) => checkedReceipt === null && cashBy === null,
  ],
  [/RB9: Completed/, ({ checkedReceipt }) => checkedReceipt === 'RB9'],
  [/^unknown: staff: it did not happen \(Ben\)$/, ({ deniedBy }) => deniedBy === null],
  [/(?:500\.003\.(?:0|1)|Daraja fails\(5xx).*\[way B2C\]/, ({ calls }) => calls < 4],
  [/third repetition/, ({ calls, way }) => calls === 4 && way === 'b2c'],
  [/^unknown: Transaction Status answers\(Cancelled/, ({ tries }) => tries > 0],
  [
    /^done: result\(code 0, the same again|^done: Transaction Status answers\(Completed/,
    ({ receipt }) => receipt === 'RB1',
  ],
  [/^done: result\(code 0, another receipt/, ({ receipt }) => receipt === 'RB1'],
];

/** What the effects of a row's `does` are called in the machine. Other words are about the database. */
const DOES: readonly (readonly [RegExp, string])[] = [
  [/^the shopper is told that Ksh 3,000 was sent/, 'tellSent'],
  [/^the shopper is told that it is done/, 'tellDone'],
  [/^the shopper is told with the reason/, 'tellDropped'],
  [/^receipt RB1 stored|^RB9 stored/, 'useReceipt'],
  [/^Transaction Status is asked/, 'askNow'],
];

interface Sentence {
  readonly name: string;
  readonly row: Row;
  readonly isAbout: Test;
}

/** One sentence for each row with a machine event. */
export const sentences: readonly Sentence[] = rows.map((row) => {
  const name = getRowName(row);
  const isOn = need(ON.find(([pattern]) => pattern.test(row.on))?.[1], name);
  const isWhen = row.when === null ? always : need(WHEN[row.when], `${name}: ${row.when}`);
  const narrowed = NARROWED.filter(([pattern]) => pattern.test(name)).map(([, test]) => test);
  const tests = [isOn, isWhen, ...narrowed];
  return { name, row, isAbout: (context, event) => tests.every((test) => test(context, event)) };
});

/** Changes that no row asks for, each with its reason. */
const BEYOND: readonly (readonly [state: string, type: RefundEvent['type'], because: string])[] = [
  ['due', 'failure.confirmed', 'PAY-F3: the confirmation frees another try'],
  ['due', 'money.sent', 'PAY-F3: another amount raises an alarm'],
  ['approved', 'money.sent', 'PAY-F3: another amount raises an alarm'],
  ['byHand', 'money.sent', 'PAY-F3: another amount raises an alarm'],
  ['failed', 'money.sent', 'PAY-F3: another amount raises an alarm'],
  ['failed', 'result.strange', 'PAY-F3: Transaction Status is asked'],
  ['approved', 'call.refused', 'PAY-F2: wrong settings of another refund stop this one before its call'],
  ['sending', 'call.start', 'PAY-F3: B2C repeats the same id'],
  ['sending', 'call.refused', 'PAY-F2: too little money at the call'],
  ['sending', 'call.lost', 'PAY-F3: a lost answer'],
  ['sending', 'call.doubtful', 'PAY-F3: an answer that tells nothing'],
  ['unknown', 'receipt.checked', 'PAY-F2: the check is over'],
  ['byHand', 'receipt.checked', 'PAY-F2: the check is over'],
  ['done', 'receipt.checked', 'PAY-F3: the receipt of a reversal that was made before'],
  ['done', 'money.sent', 'PAY-F3: the first receipt of a reversal that was made before'],
  ['dropped', 'money.sent', 'PAY-F3: another amount raises an alarm'],
  ['unknown', 'failure.confirmed', 'PAY-F6: a restored refund without a try is due again'],
  ['byHand', 'staff.receipt', 'PAY-F2: another receipt'],
  ['unknown', 'staff.receipt', 'PAY-F2: another receipt'],
  ['done', 'staff.receipt', 'PAY-F3: another receipt'],
  ['unknown', 'staff.deny', 'PAY-F3: a first denial by anybody'],
  ['byHand', 'staff.cash', 'PAY-F2: noted already'],
  ['byHand', 'staff.confirmCash', 'PAY-F2: any second person'],
  ['approved', 'staff.retry', 'PAY-F2: a pause ends too'],
];

export interface JudgedStep {
  readonly state: string;
  readonly context: RefundContext;
  readonly event: RefundEvent;
  readonly after: AnyMachineSnapshot;
  readonly effects: readonly string[];
  readonly isAccepted: boolean;
  readonly names: readonly string[];
}

const STATES = ['due', 'approved', 'sending', 'sent', 'unknown', 'done', 'failed', 'byHand', 'dropped'];

/** Tries every event in every state and context. */
export function walk(machine: AnyStateMachine): { steps: JudgedStep[]; untaken: string[] } {
  const steps: JudgedStep[] = [];
  const taken = new Set<unknown>();
  const refused = new Set<unknown>();
  for (const state of STATES)
    for (const context of CONTEXTS.filter((it) => fits(state, it))) {
      const before = machine.resolveState({ value: state, context } as never) as AnyMachineSnapshot;
      for (const event of EVENTS) {
        const now: readonly unknown[] = machine.getTransitionData(before as never, event as never);
        for (const one of now) taken.add(one);
        for (const one of before._nodes.flatMap((node) => node.transitions.get(event.type) ?? []))
          if (one.guard !== undefined && !now.includes(one)) refused.add(one);
        const [after, actions] = transition(machine, before as never, event as never) as unknown as [
          AnyMachineSnapshot,
          readonly { readonly type: string }[],
        ];
        const names = sentences
          .filter(({ row, isAbout }) => row.from === state && isAbout(context, event))
          .map(({ name }) => name);
        const effects = actions.map(({ type }) => type).filter((type) => !type.startsWith('xstate.'));
        steps.push({ state, context, event, after, effects, isAccepted: before.can(event as never), names });
      }
    }
  const edges = getEdges(machine);
  const untaken = [
    ...edges.filter(({ definition }) => !taken.has(definition)).map(({ id }) => `never taken: ${id}`),
    ...edges
      .filter(({ definition, guard }) => guard !== null && !refused.has(definition))
      .map(({ id }) => `guard never false: ${id}`),
  ];
  return { steps, untaken };
}

/** Returns what is wrong with a step by the rows, or `null`. */
export function findFault({ state, context, event, after, effects, isAccepted, names }: JudgedStep): string | null {
  const title = `${state} ${JSON.stringify(event)} ${JSON.stringify(context)}`;
  const isRepeat = effects.includes('ignoreRepeat');
  const hasChanged =
    after.value !== state ||
    JSON.stringify(after.context) !== JSON.stringify(context) ||
    (effects.length > 0 && !isRepeat);
  if (isRepeat && (after.value !== state || effects.length > 1)) return `${title}: a repetition changes something`;
  if (names.length === 0) {
    const isBeyond = BEYOND.some(([at, type]) => at === state && type === event.type);
    return hasChanged && !isBeyond ? `${title}: no row asks for this change` : null;
  }
  for (const name of names) {
    const { row } = need(
      sentences.find((it) => it.name === name),
      name,
    );
    if (after.value !== row.to) return `${name}: it is ${String(after.value)}\n${title}`;
    const isRefusal = row.says != null && row.from === row.to && /409|40\d/.test([...row.says, ...row.does].join(' '));
    if (isRefusal && isAccepted && hasChanged) return `${name}: it is accepted\n${title}`;
    for (const words of row.does) {
      const effect = DOES.find(([pattern]) => pattern.test(words))?.[1];
      if (effect !== undefined && !effects.includes(effect)) return `${name}: no ${effect}\n${title}`;
    }
  }
  return null;
}

/** Returns the first violation of the table by a machine, or `null`. */
export function judgeRefundMachine(machine: AnyStateMachine): string | null {
  const { steps, untaken } = walk(machine);
  const wrong = steps.map(findFault).find((fault) => fault !== null);
  if (wrong !== undefined) return wrong;
  const spoken = new Set(steps.flatMap(({ names }) => names));
  const silent = sentences.find(({ name }) => !spoken.has(name));
  return silent === undefined ? (untaken[0] ?? null) : `${silent.name}: matches no step`;
}

function need<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the table's map has no word for: ${what}`);
  return found;
}
