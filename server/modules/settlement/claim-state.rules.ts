import type { SnapshotFrom } from 'xstate';
import { claimMachine } from '../../machines/claim.machine.ts';
import type { ClaimRow } from './claims.repository.ts';

export type ClaimSnapshot = SnapshotFrom<typeof claimMachine>;

const MINUTE = 60_000;
/** When M-Pesa is asked about a claimed receipt, after the shopper sent it (PAY-S2). */
export const ASK_AT_MS: readonly number[] = [0, MINUTE, 5 * MINUTE, 30 * MINUTE];
/** Time that a question waits for its result (PAY-S2). */
export const ANSWER_MS = MINUTE;

/** Converts a stored claim to a machine snapshot. */
export function toClaimSnapshot({ state, asks, problem }: Pick<ClaimRow, 'state' | 'asks' | 'problem'>): ClaimSnapshot {
  return claimMachine.resolveState({
    value: state === 'for_staff' ? 'forStaff' : state,
    context: { asks, problem },
  });
}

/**
 * Returns the columns for a snapshot that was reached at `now`, with the time of the worker's next step. `isAsked`: the
 * machine wants a question now.
 */
export function toClaimColumns(
  { sentAt, calledAt, nextAt }: Pick<ClaimRow, 'sentAt' | 'calledAt' | 'nextAt'>,
  { value, context }: ClaimSnapshot,
  isAsked: boolean,
  now: Date,
) {
  const { asks, problem } = context;
  const common = { asks, problem, updatedAt: now };
  switch (value) {
    case 'asking':
      return { ...common, state: value, ...(isAsked ? { calledAt: null, nextAt: now } : { calledAt, nextAt }) };
    case 'waiting': {
      const due = new Date(sentAt.getTime() + (ASK_AT_MS[asks] ?? 0));
      return { ...common, state: value, calledAt: null, nextAt: due > now ? due : now };
    }
    case 'forStaff':
      return { ...common, state: 'for_staff' as const, calledAt: null, nextAt: isAsked ? now : null };
    case 'accepted':
    case 'refused':
      return { ...common, state: value, calledAt: null, nextAt: null };
    case 'none':
      throw new Error('claim: it was not sent');
  }
}
