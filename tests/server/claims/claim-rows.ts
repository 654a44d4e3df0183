import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { config } from '../../../model-testing.config.ts';
import type { ClaimContext, ClaimEvent } from '../../../server/machines/claim.types.ts';
import { judgePure, type PureTable, type Sentence } from 'model-testing/pure-machine';
import { getRowName, loadFlow, type Row } from 'model-testing/table/flow';
import { BEYOND, LAST_QUESTION, type ClaimFacts } from './claim-rulings.ts';

export const flow = loadFlow(config, 'claim');

type Test = (facts: ClaimFacts, event: ClaimEvent) => boolean;

const isType =
  (...types: readonly ClaimEvent['type'][]): Test =>
  (_, { type }) =>
    types.includes(type);
const isEarlier: Test = ({ asks }) => asks < LAST_QUESTION;
const isNth =
  (nth: number): Test =>
  ({ asks }) =>
    asks === nth;
const all =
  (...tests: readonly Test[]): Test =>
  (facts, event) =>
    tests.every((test) => test(facts, event));

/**
 * Rows without an event of the machine. `claim-table.test.ts` runs them, as all rows: what is refused before a claim exists,
 * claims of their own, the order and its expiry, staff, reading and restarts.
 */
const NO_EVENT =
  /^none: (?!POST)|^none: POST .*(?:-> none)|^(?!none).*: POST |: (?:Daraja answers\(accepted|a question is due|the job of|the order is paid|the shopper |the order's expiry|staff: attach|GET |server killed|the answer comes|two answers|restore of)|wrong token|unknown claim|^(?!forStaff).*: staff: /;

const toNamed = (row: Row) => `${getRowName(row)} -> ${row.to}`;

/** The machine event of each `on` text. The first match counts. */
const ON: readonly (readonly [RegExp, Test])[] = [
  [/^POST /, isType('claim.send')],
  [/^Daraja (?:answers\(refused|answers\(429|fails)/, all(isType('call.failed'), isEarlier)],
  [/answers\(any\), again or late/, isType('status.refused', 'status.unclear', 'status.open')],
  [/parties cannot be told apart/, isType('status.unclear')],
  [
    /Authorized or Initiated|unknown code|no amount or no date|2001, 8006 or 21/,
    all(isType('status.open'), (facts, event) => facts.state !== 'asking' || isEarlier(facts, event)),
  ],
  [
    /^queue time-out/,
    all(isType('status.open'), (facts, event) => facts.state !== 'asking' || isEarlier(facts, event)),
  ],
  [
    /another phone|of another order|to another short code|before the order was made|our own payout|used meanwhile|Declined|no such receipt/,
    isType('status.refused'),
  ],
  [/^Transaction Status answers\(Completed/, isType('status.fits')],
  [/^(?:STK callback|C2B confirmation) with this receipt/, isType('money.seen')],
  [/^staff: refuse/, isType('staff.refuse')],
  [/^staff: ask/, isType('staff.ask')],
];

const TIMERS: Readonly<Record<string, Test>> = {
  'first time': all(isType('question.due'), isNth(1)),
  'second time': all(isType('question.due'), isNth(2)),
  'third time': all(isType('question.due'), isNth(3)),
  'not the fourth question': all(isType('result.overdue'), isEarlier),
  'the fourth question, at 30 min': all(isType('result.overdue'), isNth(LAST_QUESTION)),
};

/** One sentence per row that has an event. */
export const rowSentences: readonly Sentence<ClaimFacts, ClaimEvent>[] = flow.rows
  .filter((row) => !NO_EVENT.test(toNamed(row)))
  .map((row) => {
    const isOn = row.on === 'timer' ? TIMERS[row.when ?? ''] : ON.find(([pattern]) => pattern.test(row.on))?.[1];
    if (isOn === undefined) throw new Error(`the table's map has no word for: ${getRowName(row)}`);
    return {
      name: getRowName(row),
      says: (facts, event) => (facts.state === row.from && isOn(facts, event) ? { facts: { state: row.to } } : null),
    };
  });

const EVENTS: readonly ClaimEvent['type'][] = [
  'claim.send',
  'status.fits',
  'status.refused',
  'status.unclear',
  'status.open',
  'call.failed',
  'result.overdue',
  'question.due',
  'money.seen',
  'staff.ask',
  'staff.refuse',
];

export const claimTable: PureTable<ClaimFacts, ClaimEvent> = {
  starts: [{ input: undefined, facts: { state: 'none', asks: 0, problem: null } }],
  getFacts: ({ value, context }: AnyMachineSnapshot) => ({ state: value as string, ...(context as ClaimContext) }),
  events: () => EVENTS.map((type) => ({ type })),
  sentences: [...rowSentences, ...BEYOND],
};

/** Returns the first violation of the table or the rulings by a machine, or `null`. */
export function judgeClaimMachine(machine: AnyStateMachine): string | null {
  return judgePure(machine, claimTable);
}
