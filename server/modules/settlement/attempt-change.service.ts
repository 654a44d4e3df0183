import { transition } from 'xstate';
import type { Sql } from '../../db/client.ts';
import { paymentAttemptMachine } from '../../machines/payment-attempt.machine.ts';
import type { AttemptAlarm, AttemptEvent } from '../../machines/payment-attempt.types.ts';
import { toAttemptColumns, toAttemptSnapshot } from './attempt-state.rules.ts';
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
  | { readonly type: 'alertBackOffice'; readonly kind: AttemptAlarm };

export interface AttemptChangeResult {
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
  async function changeAttempt(tx: Sql, id: string, event: AttemptEvent, now: Date): Promise<AttemptChangeResult> {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const stored = await findAttempt(tx, id);
      if (stored === null) throw new Error('payment attempt: there is none of this id');
      const before = toAttemptSnapshot(stored);
      if (!before.can(event)) return { outcome: 'refused', attempt: stored.attempt, effects: [] };
      const [after, actions] = transition(paymentAttemptMachine, before, event);
      if (actions.some(({ type }) => type === 'ignoreRepeat'))
        return { outcome: 'unchanged', attempt: stored.attempt, effects: [] };
      const change = toAttemptColumns(after, now);
      if (!(await updateAttempt(tx, stored.attempt, change))) continue;
      return { outcome: 'changed', attempt: { ...stored.attempt, ...change }, effects: actions.flatMap(toEffects) };
    }
    throw new Error('payment attempt: changed by others at every try');
  }

  return { changeAttempt };
}

function toEffects({ type, params }: { readonly type: string; readonly params?: unknown }): AttemptEffect[] {
  if (type === 'alertBackOffice') return [{ type, ...(params as { kind: AttemptAlarm }) }];
  return EFFECTS.has(type) ? [{ type } as AttemptEffect] : [];
}
