import { transition, type SnapshotFrom } from 'xstate';
import type { Sql } from '../../db/client.ts';
import { paymentAttemptMachine, type AttemptAlarm, type AttemptEvent } from '../../machines/payment-attempt.machine.ts';
import {
  findAttempt,
  updateAttempt,
  type AttemptChange,
  type AttemptRow,
  type AttemptState,
  type StoredAttempt,
} from './attempts.repository.ts';

export type Snapshot = SnapshotFrom<typeof paymentAttemptMachine>;

/** What the machine wants done in the same transaction; see its actions. */
export type AttemptEffect =
  | {
      readonly type:
        'payOrder' | 'fillReceipt' | 'scheduleQueries' | 'askNow' | 'scheduleCrossCheck' | 'holdOrder' | 'closeRefund';
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
  'scheduleQueries',
  'askNow',
  'scheduleCrossCheck',
  'holdOrder',
  'closeRefund',
]);

const VALUES = {
  created: { open: 'created' },
  requesting: { open: 'requesting' },
  pending: { open: 'pending' },
  unknown: { open: 'unknown' },
  failed: { closed: 'failed' },
  expired: { closed: 'expired' },
  succeeded: { paid: 'succeeded' },
  refund_pending: { paid: 'refundPending' },
  refunded: { paid: 'refunded' },
} as const satisfies Record<AttemptState, Snapshot['value']>;

/**
 * Lets the attempt machine decide what `event` does and stores that with a guarded update; where somebody else
 * changed the attempt in between, it is read and decided again (providers 2.3). The effects are the caller's to do.
 */
export async function changeAttempt(db: Sql, id: string, event: AttemptEvent, now: Date): Promise<ChangedAttempt> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const stored = await findAttempt(db, id);
    if (stored === null) throw new Error('payment attempt: there is none of this id');
    const before = snapshotOf(stored);
    if (!before.can(event)) return { outcome: 'refused', attempt: stored.attempt, effects: [] };
    const [after, actions] = transition(paymentAttemptMachine, before, event);
    if (actions.some(({ type }) => type === 'ignoreRepeat'))
      return { outcome: 'unchanged', attempt: stored.attempt, effects: [] };
    const change = columnsOf(after, now);
    if (!(await updateAttempt(db, stored.attempt, change))) continue;
    return { outcome: 'changed', attempt: { ...stored.attempt, ...change }, effects: actions.flatMap(effectOf) };
  }
  throw new Error('payment attempt: changed by others at every try');
}

/** The machine's state of a stored attempt. */
export function snapshotOf({ attempt, receipt }: StoredAttempt): Snapshot {
  const { merchantRequestId, checkoutRequestId, pushedAt, resultCode, failureReason, crossCheck } = attempt;
  return paymentAttemptMachine.resolveState({
    value: VALUES[attempt.state],
    context: {
      merchantRequestId,
      checkoutRequestId,
      pushedAt: pushedAt?.getTime() ?? null,
      resultCode,
      failureReason,
      crossCheck,
      receipt,
    },
  });
}

/** The row's state of a snapshot. */
export function stateOf({ value }: Pick<Snapshot, 'value'>): AttemptState {
  const [inner] = Object.values(value);
  if (inner === undefined) throw new Error('payment attempt: a state without a name');
  return inner === 'refundPending' ? 'refund_pending' : inner;
}

function columnsOf(snapshot: Snapshot, now: Date) {
  const { merchantRequestId, checkoutRequestId, pushedAt, resultCode, failureReason, crossCheck } = snapshot.context;
  return {
    state: stateOf(snapshot),
    merchantRequestId,
    checkoutRequestId,
    resultCode,
    failureReason,
    crossCheck,
    pushedAt: pushedAt === null ? null : new Date(pushedAt),
    updatedAt: now,
  } satisfies AttemptChange;
}

function effectOf({ type, params }: { readonly type: string; readonly params?: unknown }): AttemptEffect[] {
  if (type === 'alertDesk') return [{ type, ...(params as { kind: AttemptAlarm }) }];
  return EFFECTS.has(type) ? [{ type } as AttemptEffect] : [];
}
