import { transition } from 'xstate';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { claimMachine } from '../../machines/claim.machine.ts';
import type { ClaimEvent } from '../../machines/claim.types.ts';
import { toClaimColumns, toClaimSnapshot } from './claim-state.rules.ts';
import { findClaim, findUndecidedClaims, updateClaim, type ClaimRow } from './claims.repository.ts';

export const CLAIM_JOB = 'claims.step';

export interface ClaimChangeResult {
  /** `unchanged`: a repeated event or one without effect. `refused`: not possible in the current state. */
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  readonly claim: ClaimRow;
  /** Whether the caller must pay the order with the money that M-Pesa showed. */
  readonly paysOrder: boolean;
}

const TRIES = 5;

/** Applies events to claims (PAY-S1, PAY-S2). */
export function createClaimChangeService({ jobs }: Pick<Deps, 'jobs'>, { messages }: Pick<Services, 'messages'>) {
  const { queueMessage } = messages;

  /**
   * Lets the claim machine decide the effect of `event`, and stores it with a guarded update in the caller's transaction.
   * The caller must lock the order.
   */
  async function changeClaim(tx: Sql, id: string, event: ClaimEvent, now: Date): Promise<ClaimChangeResult> {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const claim = await findClaim(tx, id);
      if (claim === null) throw new Error('claim: there is none of this id');
      const before = toClaimSnapshot(claim);
      if (!before.can(event)) return { outcome: 'refused', claim, paysOrder: false };
      const [after, actions] = transition(claimMachine, before, event);
      const has = (type: string) => actions.some((it) => it.type === type);
      if (has('ignoreRepeat')) return { outcome: 'unchanged', claim, paysOrder: false };
      const columns = toClaimColumns(claim, after, has('askStatus'), now);
      if (!(await updateClaim(tx, claim, columns))) continue;
      const changed: ClaimRow = { ...claim, ...columns };
      if (has('tellRefused')) await queueMessage(tx, claim.orderId, 'claimRefused', now, { payments: [id] });
      await enqueueStep(tx, changed);
      return { outcome: 'changed', claim: changed, paysOrder: has('payOrder') };
    }
    throw new Error('claim: changed by others at every try');
  }

  /** Accepts the claims of a receipt that has paid their order otherwise (PAY-C3). The caller must lock the order. */
  async function seeMoney(tx: Sql, orderId: OrderId, receipt: string, now: Date): Promise<void> {
    for (const { id } of await findUndecidedClaims(tx, orderId, receipt))
      await changeClaim(tx, id, { type: 'money.seen' }, now);
  }

  /** Adds the job of the next step, if there is one. */
  async function enqueueStep(
    tx: Sql,
    { id, state, asks, nextAt }: Pick<ClaimRow, 'id' | 'state' | 'asks' | 'nextAt'>,
  ): Promise<void> {
    if (nextAt === null) return;
    // A question is given up in the moment in which the next one is due, so that the time alone is not unique.
    const dedupeKey = `${id} ${state} ${asks} ${nextAt.toISOString()}`;
    await jobs.enqueue(tx, { kind: CLAIM_JOB, dedupeKey, payload: { claimId: id }, runAt: nextAt });
  }

  return { changeClaim, seeMoney, enqueueStep };
}
