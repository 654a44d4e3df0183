import { assign, setup } from 'xstate';
import type { ClaimContext, ClaimEvent } from './claim.types.ts';

/**
 * "I have paid" (PAY-S1, PAY-S2): one receipt that a shopper sent for one order. Only M-Pesa's own answer, or the same
 * money by another way, makes it a payment. The machine never runs as an actor: `transition()` decides, and the caller
 * performs its custom actions in the same transaction.
 */

const readByCaller = (): never => {
  throw new Error('claim: effects are read from transition(), never executed');
};

/** Questions of the schedule: immediately, after 1, 5 and 30 min. */
export const MOST_ASKS = 4;

const ignored = { actions: 'ignoreRepeat' } as const;

/** News that end a claim that is not decided. */
const decided = {
  'status.fits': { target: '#claim.accepted', actions: 'payOrder' },
  'status.refused': { target: '#claim.refused' },
  'money.seen': { target: '#claim.accepted' },
} as const;

/** A question ended without a result. */
const unanswered = [
  {
    description: 'The last question of the schedule has no result, so that staff decide.',
    guard: 'isLastQuestion',
    target: '#claim.forStaff',
    actions: 'setNoAnswer',
  },
  { description: 'M-Pesa is asked again later.', target: '#claim.waiting' },
] as const;

export const claimMachine = setup({
  types: { context: {} as ClaimContext, events: {} as ClaimEvent },
  actions: {
    /** Asks Transaction Status as soon as possible. */
    askStatus: readByCaller,
    /** Gives the order 30 minutes more, once (PAY-S2). */
    delayExpiry: readByCaller,
    /** Pays the order with the money that M-Pesa showed, by the amounts of PAY-C4. */
    payOrder: readByCaller,
    /** Informs the shopper. */
    tellRefused: readByCaller,
    /** Accepts the event without a change. */
    ignoreRepeat: readByCaller,
    countQuestion: assign({ asks: ({ context }) => context.asks + 1 }),
    setUnclear: assign({ problem: 'unclear' }),
    setNoAnswer: assign({ problem: 'noAnswer' }),
  },
  guards: {
    isLastQuestion: ({ context }) => context.asks >= MOST_ASKS,
  },
}).createMachine({
  id: 'claim',
  description: 'A receipt that a shopper sent with “I have paid”.',
  context: { asks: 0, problem: null },
  initial: 'none',
  states: {
    none: {
      description: 'The shopper has not sent a receipt.',
      on: { 'claim.send': { target: 'asking', actions: ['countQuestion', 'delayExpiry', 'askStatus'] } },
    },
    asking: {
      description: 'M-Pesa is asked, and its result has not arrived. The claim is open.',
      on: {
        ...decided,
        'status.unclear': { target: 'forStaff', actions: 'setUnclear' },
        'status.open': unanswered,
        'call.failed': unanswered,
        'result.overdue': unanswered,
      },
    },
    waiting: {
      description: 'The next question is due later. The claim is open.',
      on: {
        ...decided,
        'status.unclear': { target: 'forStaff', actions: 'setUnclear' },
        'status.open': ignored,
        'call.failed': ignored,
        'question.due': { target: 'asking', actions: ['countQuestion', 'askStatus'] },
      },
    },
    forStaff: {
      description: 'M-Pesa has not decided it, so staff do. The claim is not open any more.',
      on: {
        ...decided,
        'status.unclear': { actions: 'setUnclear' },
        'status.open': ignored,
        'call.failed': ignored,
        'staff.ask': { actions: 'askStatus' },
        'staff.refuse': { target: 'refused', actions: 'tellRefused' },
      },
    },
    accepted: {
      description: 'The money counts for the order. This state is final.',
      on: {
        'status.fits': ignored,
        'status.refused': ignored,
        'status.unclear': ignored,
        'status.open': ignored,
        'call.failed': ignored,
        'money.seen': ignored,
      },
    },
    refused: {
      description: 'No fitting money was found. Only later news of M-Pesa itself changes it.',
      on: {
        'status.fits': {
          description: 'A late answer shows that all fits. The money wins.',
          target: 'accepted',
          actions: 'payOrder',
        },
        'status.refused': ignored,
        'status.unclear': ignored,
        'status.open': ignored,
        'call.failed': ignored,
        'money.seen': ignored,
      },
    },
  },
});
