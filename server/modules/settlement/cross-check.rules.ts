import type { OrderId } from '../../../contract/fields.ts';

/** So many callbacks in a row that queries contradicted are no shoppers' payments, but a broken query (PAY-T2). */
export const MOST_CONTRADICTIONS = 10;
/** So many agreeing queries in a row close the circuit again. */
const ENOUGH_AGREEMENTS = 10;

/** The circuit of the cross-check (PAY-T2). */
export interface CrossCheck {
  /** `null` while the cross-check is trusted. */
  readonly openedAt: Date | null;
  /** Contradictions in a row while it is trusted, and agreements in a row while it is not. */
  readonly contradictions: number;
  readonly agreements: number;
  /** Orders that these contradictions held. */
  readonly held: readonly string[];
}

/** Verdict of a query about a successful callback. */
export type Verdict = 'agrees' | 'contradicts';

export interface Judgement {
  readonly after: CrossCheck;
  /** Whether a contradiction holds its order (D7). */
  readonly holds: boolean;
  /** `opens` raises the one alarm, `listed` counts on it. */
  readonly effect: 'opens' | 'listed' | 'closes' | null;
}

export const TRUSTED: CrossCheck = { openedAt: null, contradictions: 0, agreements: 0, held: [] };

/**
 * Decides what a verdict changes. Two states and two counters, so it is a function and no machine. `isShown`: a
 * confirmation, Pull or the statement shows the callback's receipt, so its order is not held.
 */
export function judgeVerdict(
  before: CrossCheck,
  verdict: Verdict,
  { orderId, isShown, now }: { readonly orderId: OrderId; readonly isShown: boolean; readonly now: Date },
): Judgement {
  if (before.openedAt !== null) {
    if (verdict === 'contradicts') return { after: { ...before, agreements: 0 }, holds: false, effect: 'listed' };
    const agreements = before.agreements + 1;
    if (agreements < ENOUGH_AGREEMENTS) return { after: { ...before, agreements }, holds: false, effect: null };
    return { after: TRUSTED, holds: false, effect: 'closes' };
  }
  if (verdict === 'agrees') return { after: TRUSTED, holds: false, effect: null };
  const contradictions = before.contradictions + 1;
  if (contradictions >= MOST_CONTRADICTIONS)
    return { after: { ...before, openedAt: now, contradictions, agreements: 0 }, holds: false, effect: 'opens' };
  const held = isShown ? before.held : [...before.held, orderId];
  return { after: { ...before, contradictions, held }, holds: !isShown, effect: null };
}
