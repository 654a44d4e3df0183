import type { RefundWay } from '../../machines/refund.types.ts';
import type { CurrentStaff } from '../../people.ts';
import type { StoredRefund } from '../settlement/refunds.repository.ts';
import { NEXT_BY_B2C } from './refund-results.rules.ts';

/** Why a person may not approve a refund (PAY-F2). `null`: the person may. */
export type ApprovalRefusal = 'own' | 'role' | null;

/**
 * Returns why the person may not approve it. Up to the limit everybody with the role may, also the proposer. Above it
 * another person, an owner, must. `sum` is that of all refunds of the order.
 */
export function findApprovalRefusal(
  { id, role }: Pick<CurrentStaff, 'id' | 'role'>,
  proposerId: string | null,
  { sum, limit }: { readonly sum: number; readonly limit: number },
): ApprovalRefusal {
  if (sum <= limit) return null;
  if (id === proposerId) return 'own';
  return role === 'owner' ? null : 'role';
}

/**
 * Returns how it is sent: a whole payment without other refunds by Reversal, a part or after a refused Reversal by B2C
 * (PAY-F2).
 */
export function chooseWay({ refund, payment }: StoredRefund): RefundWay {
  const isRefused = refund.way === 'reversal' && NEXT_BY_B2C.has(refund.failureCode ?? '');
  const wasByB2c = refund.way === 'b2c' && refund.tries > 0;
  return refund.amount === payment.amount && !isRefused && !wasByB2c ? 'reversal' : 'b2c';
}
