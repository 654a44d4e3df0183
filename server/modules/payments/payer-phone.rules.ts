import { multiplied } from '../../limits/multiplied.rules.ts';
import type { AttemptRow } from '../settlement/attempts.repository.ts';

/** What of an attempt says how its prompt met the phone. */
export type Prompt = Pick<AttemptRow, 'state' | 'resultCode' | 'checkoutRequestId' | 'pushedAt' | 'createdAt'>;

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** For so long after a proof was asked for, a code is sent (D23). */
export const CODE_SENT_MS = HOUR / 4;
/** Bounds of prompts to a phone that is not the payer's own (D25), both multiplied by RATE_LIMIT_FACTOR. */
export const UNANSWERED_PER_HOUR = 3;
export const PER_DAY = 10;
/** How many of the latest answers of a phone judge it (D25): no bound, so it is never multiplied. */
export const ANSWERS_JUDGED = 2;

/** The holder pressed Cancel. */
const REFUSED_BY_HOLDER = '1032';
/** Codes that only somebody with the phone in the hand brings about: too little money, Cancel, a wrong PIN. */
export const ANSWERS: readonly string[] = ['1', REFUSED_BY_HOLDER, '2001'];
export const PAID_STATES = [
  'succeeded',
  'refund_pending',
  'refunded',
] as const satisfies readonly AttemptRow['state'][];

/**
 * Whether a code has to prove the phone first: its latest answers are refusals, or it had its prompts of the day. A wait
 * of a day would lock the phone for longer than an hour (D24).
 * @param day its prompts of 24 h @param answers its latest answers, at most ANSWERS_JUDGED of them
 */
export function needsProof(day: readonly Prompt[], answers: readonly Prompt[], factor: number): boolean {
  const isRefusedOnly =
    answers.length >= ANSWERS_JUDGED && answers.every(({ resultCode }) => resultCode === REFUSED_BY_HOLDER);
  return isRefusedOnly || day.filter(wasSent).length >= multiplied(PER_DAY, factor);
}

/** Milliseconds until the phone may have another prompt: it had its unanswered ones of the hour; 0 where it may now. */
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

/** One that is about to be sent counts; one that Daraja refused or that never left does not. */
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
