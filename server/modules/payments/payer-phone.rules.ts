import { multiplied } from '../../limits/multiplied.rules.ts';
import type { AttemptRow } from '../settlement/attempts.repository.ts';

/** Fields of an attempt that show the reaction to its prompt. */
export type Prompt = Pick<AttemptRow, 'state' | 'resultCode' | 'checkoutRequestId' | 'pushedAt' | 'createdAt'>;

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** A code is sent only within this time after the request for a proof (D23). */
export const CODE_SENT_MS = HOUR / 4;
/** Limits for prompts to a phone that is not the payer's own (D25), both multiplied by `RATE_LIMIT_FACTOR`. */
export const UNANSWERED_PER_HOUR = 3;
export const PER_DAY = 10;
/** Number of latest responses that decide (D25). Not a limit, so it is never multiplied. */
export const ANSWERS_JUDGED = 2;

/** The phone's owner pressed Cancel. */
const REFUSED_BY_HOLDER = '1032';
/** Codes that require the phone in hand: insufficient funds, Cancel, wrong PIN. */
export const ANSWERS: readonly string[] = ['1', REFUSED_BY_HOLDER, '2001'];
export const PAID_STATES = [
  'succeeded',
  'refund_pending',
  'refunded',
] as const satisfies readonly AttemptRow['state'][];

/**
 * Returns whether a code must verify the phone first: the latest responses are refusals, or the daily limit is reached.
 * A wait instead would block the phone for up to a day, which is longer than an hour (D24). @param day prompts of the
 * last 24 h @param answers latest responses, at most `ANSWERS_JUDGED`
 */
export function needsProof(day: readonly Prompt[], answers: readonly Prompt[], factor: number): boolean {
  const isRefusedOnly =
    answers.length >= ANSWERS_JUDGED && answers.every(({ resultCode }) => resultCode === REFUSED_BY_HOLDER);
  return isRefusedOnly || day.filter(wasSent).length >= multiplied(PER_DAY, factor);
}

/** Returns the milliseconds until the phone may get another prompt after too many unanswered ones in an hour, or 0. */
export function waitForAnswers(day: readonly Prompt[], now: Date, factor: number): number {
  const most = multiplied(UNANSWERED_PER_HOUR, factor);
  const ages = day
    .filter((prompt) => wasSent(prompt) && !isAnswered(prompt))
    .map(({ createdAt }) => now.getTime() - createdAt.getTime())
    .filter((age) => age < HOUR)
    .sort((one, other) => one - other);
  const first = ages[most - 1];
  return first === undefined ? 0 : HOUR - first;
}

/**
 * Returns whether the prompt counts. It counts before it is sent, but not when Daraja refused it or it was never sent.
 */
function wasSent({ state, checkoutRequestId, pushedAt }: Prompt): boolean {
  if (state === 'failed') return checkoutRequestId !== null;
  return state !== 'expired' || pushedAt !== null;
}

function isAnswered({ state, resultCode }: Prompt): boolean {
  return isPaid(state) || (state === 'failed' && resultCode !== null && ANSWERS.includes(resultCode));
}

function isPaid(state: Prompt['state']): boolean {
  return (PAID_STATES as readonly string[]).includes(state);
}
