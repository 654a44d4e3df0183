import { transition } from 'xstate';
import type { Sql } from '../../db/client.ts';
import { paymentAttemptMachine } from '../../machines/payment-attempt.machine.ts';
import type { AttemptAlarm, AttemptEvent } from '../../machines/payment-attempt.types.ts';
import { columnsOf, snapshotOf } from './attempt-state.rules.ts';
import { findAttempt, updateAttempt, type AttemptRow } from './attempts.repository.ts';

/** Side effects that the machine requests in the same transaction. See its actions. */
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
  /** `unchanged`: a repeated event or one without effect. `refused`: not possible in the current state. */
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  /** The attempt after the change. */
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

/** Applies events to payment attempts. */
export function createAttemptChangeService() {
  /**
   * Lets the attempt machine decide the effect of `event`, and stores it with a guarded update. Reads and decides again
   * when the attempt changed in between (providers 2.3). The caller performs the returned effects.
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
