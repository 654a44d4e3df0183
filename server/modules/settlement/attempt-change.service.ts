import { transition } from 'xstate';
import type { Sql } from '../../db/client.ts';
import { paymentAttemptMachine } from '../../machines/payment-attempt.machine.ts';
import type { AttemptAlarm, AttemptEvent } from '../../machines/payment-attempt.types.ts';
import { columnsOf, snapshotOf } from './attempt-state.rules.ts';
import { findAttempt, updateAttempt, type AttemptRow } from './attempts.repository.ts';

/** What the machine wants done in the same transaction; see its actions. */
export type AttemptEffect =
  | {
      readonly type:
        | 'payOrder'
        | 'fillReceipt'
        | 'keepAmount'
        | 'doubtPayment'
        | 'clearDoubt'
        | 'scheduleQueries'
        | 'askNow'
        | 'scheduleCrossCheck'
        | 'holdOrder'
        | 'closeRefund';
    }
  | { readonly type: 'alertDesk'; readonly kind: AttemptAlarm };

export interface ChangedAttempt {
  /** `unchanged`: said before, or of no consequence. `refused`: cannot happen to an attempt in this state. */
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  /** As it is now. */
  readonly attempt: AttemptRow;
  readonly effects: readonly AttemptEffect[];
}

const TRIES = 5;
const EFFECTS = new Set([
  'payOrder',
  'fillReceipt',
  'keepAmount',
  'doubtPayment',
  'clearDoubt',
  'scheduleQueries',
  'askNow',
  'scheduleCrossCheck',
  'holdOrder',
  'closeRefund',
]);

/** Lets the machine of payment attempts change rows. */
export function createAttemptChangeService() {
  /**
   * Lets the attempt machine decide what `event` does and stores that with a guarded update; where somebody else
   * changed the attempt in between, it is read and decided again (providers 2.3). The effects are the caller's to do.
   */
  async function changeAttempt(tx: Sql, id: string, event: AttemptEvent, now: Date): Promise<ChangedAttempt> {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const stored = await findAttempt(tx, id);
      if (stored === null) throw new Error('payment attempt: there is none of this id');
      const before = snapshotOf(stored);
      if (!before.can(event)) return { outcome: 'refused', attempt: stored.attempt, effects: [] };
      const [after, actions] = transition(paymentAttemptMachine, before, event);
      if (actions.some(({ type }) => type === 'ignoreRepeat'))
        return { outcome: 'unchanged', attempt: stored.attempt, effects: [] };
      const change = columnsOf(after, now);
      if (!(await updateAttempt(tx, stored.attempt, change))) continue;
      return { outcome: 'changed', attempt: { ...stored.attempt, ...change }, effects: actions.flatMap(effectOf) };
    }
    throw new Error('payment attempt: changed by others at every try');
  }

  return { changeAttempt };
}

function effectOf({ type, params }: { readonly type: string; readonly params?: unknown }): AttemptEffect[] {
  if (type === 'alertDesk') return [{ type, ...(params as { kind: AttemptAlarm }) }];
  return EFFECTS.has(type) ? [{ type } as AttemptEffect] : [];
}
