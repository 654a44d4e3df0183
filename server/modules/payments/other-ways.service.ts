import { methodRefusals } from '../../../contract/rules/payment-limits.ts';
import type { PaymentWay } from '../../../contract/mpesa.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import type { CircuitView } from '../settlement/circuit-state.rules.ts';
import type { OrderRow } from '../settlement/stored-orders.repository.ts';
import * as texts from '../../../contract/texts/payment.ts';

export type PayableOrder = Pick<OrderRow, 'id' | 'userId' | 'totalPrice'>;

/** Ways to pay an order without a prompt (PAY-M2, PAY-M3). */
export function createOtherWaysService(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { bounds, circuit }: Pick<Services, 'bounds' | 'circuit'>,
) {
  /** Returns the ways that are open to this order, the surest one first. */
  async function findWays({ id, userId, totalPrice }: PayableOrder): Promise<PaymentWay[]> {
    const refusals = methodRefusals(totalPrice, await bounds.limitsFor(db.sql, userId, id));
    return [
      ...(env.mpesa.byHand === 'off' ? [] : (['hand'] as const)),
      ...(refusals.cod === null ? (['cod'] as const) : []),
    ];
  }

  /** Returns the refusal of a push that was not sent, because M-Pesa sends no prompts now. */
  async function refuseStopped({ prompt, retryAfterMs }: CircuitView, order: PayableOrder): Promise<Refusal> {
    await circuit.noteRefused();
    const ways = await findWays(order);
    const text = prompt === 'slow' ? texts.promptsSlow : texts.promptsStopped;
    return toRefusal(text({ hasHand: ways.includes('hand'), hasCash: ways.includes('cod') }), retryAfterMs, ways);
  }

  /**
   * Returns the refusal of a push that M-Pesa declined with this text and wait: with the other ways when prompts have
   * stopped working.
   */
  async function refuseDeclined(text: string, waitMs: number, order: PayableOrder): Promise<Refusal> {
    const { prompt, retryAfterMs } = await circuit.look();
    if (prompt !== 'open') return toRefusal(text, Math.max(waitMs, retryAfterMs), await findWays(order));
    return waitMs > 0 ? toRefusal(text, waitMs, null) : new Refusal('invalid', text);
  }

  return { refuseStopped, refuseDeclined };
}

function toRefusal(text: string, waitMs: number, ways: readonly PaymentWay[] | null): Refusal {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal('conflict', text, { data: { retryAfter, ...(ways !== null && { ways }) }, retryAfter });
}
