import type { ClaimContext, ClaimEvent } from '../../../server/machines/claim.types.ts';
import type { Requirement, Sentence } from 'model-testing/pure-machine';

/** A claim in the table's terms. */
export interface ClaimFacts extends ClaimContext {
  readonly state: string;
}

type Said = Requirement<ClaimFacts> | null;

const REPEAT: Said = { effects: [{ type: 'ignoreRepeat' }] };
const isUndecided = ({ state }: ClaimFacts) => ['asking', 'waiting', 'forStaff'].includes(state);
/** Immediately, after 1, 5 and 30 min. */
export const LAST_QUESTION = 4;

const on =
  (
    types: readonly ClaimEvent['type'][],
    says: (before: ClaimFacts) => Said,
  ): Sentence<ClaimFacts, ClaimEvent>['says'] =>
  (before, { type }) =>
    types.includes(type) && before.state !== 'none' ? says(before) : null;

/** Machine behaviour that the table leaves to its words, each with its ruling. */
export const BEYOND: readonly Sentence<ClaimFacts, ClaimEvent>[] = [
  {
    name: 'PAY-S2: the first question is asked at once, and the order gets more time',
    says: ({ state }, { type }) =>
      state === 'none' && type === 'claim.send'
        ? { facts: { state: 'asking', asks: 1 }, effects: [{ type: 'delayExpiry' }, { type: 'askStatus' }] }
        : null,
  },
  {
    name: 'PAY-S1: money that fits pays the order once, also after a refusal',
    says: on(['status.fits'], ({ state }) =>
      state === 'accepted' ? REPEAT : { facts: { state: 'accepted' }, effects: [{ type: 'payOrder' }] },
    ),
  },
  {
    name: 'PAY-S1: a refusal ends a claim that is not decided',
    says: on(['status.refused'], (before) => (isUndecided(before) ? { facts: { state: 'refused' } } : REPEAT)),
  },
  {
    name: 'PAY-S1: staff decide where the parties cannot be told apart',
    says: on(['status.unclear'], (before) =>
      isUndecided(before) ? { facts: { state: 'forStaff', problem: 'unclear' } } : REPEAT,
    ),
  },
  {
    name: 'PAY-S2: without a result M-Pesa is asked again, and after the last question staff decide',
    says: on(['status.open', 'call.failed'], ({ state, asks }) => {
      if (state !== 'asking') return REPEAT;
      return asks < LAST_QUESTION
        ? { facts: { state: 'waiting' } }
        : { facts: { state: 'forStaff', problem: 'noAnswer' } };
    }),
  },
  {
    name: 'PAY-S2: a question waits a minute for its result',
    says: on(['result.overdue'], ({ state, asks }) => {
      if (state !== 'asking') return null;
      return asks < LAST_QUESTION
        ? { facts: { state: 'waiting' } }
        : { facts: { state: 'forStaff', problem: 'noAnswer' } };
    }),
  },
  {
    name: 'PAY-S2: the next question is counted and asked',
    says: on(['question.due'], ({ state, asks }) =>
      state === 'waiting' ? { facts: { state: 'asking', asks: asks + 1 }, effects: [{ type: 'askStatus' }] } : null,
    ),
  },
  {
    name: 'PAY-C3: the same money by another way ends the questions',
    says: on(['money.seen'], (before) => (isUndecided(before) ? { facts: { state: 'accepted' } } : REPEAT)),
  },
  {
    name: 'PAY-S2: staff may ask once more, outside the schedule',
    says: on(['staff.ask'], ({ state }) => (state === 'forStaff' ? { effects: [{ type: 'askStatus' }] } : null)),
  },
  {
    name: 'PAY-S2: staff refuse, and the shopper is told',
    says: on(['staff.refuse'], ({ state }) =>
      state === 'forStaff' ? { facts: { state: 'refused' }, effects: [{ type: 'tellRefused' }] } : null,
    ),
  },
];
