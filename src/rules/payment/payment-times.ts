import { otherWaysAt, PROMPT_LIFETIME_MS } from '../../../contract/rules/payment-times.ts';
import type { PaymentReport, Pushed } from './payment.ts';

/** §4, §9, Q19: how long a payment is waited for, from the first prompt of a try on, ms. */
export const PAYMENT_TIMEOUT_MS = 600_000;

/** Epoch ms by the server's clock (H13). */
export type KnownTimes = Pick<PaymentReport, 'pushedAt' | 'startedAt' | 'now'>;

/** The times of a payment as a page knows them. Before the first tick or answer, time counts from 0. */
export interface PaymentTimes extends KnownTimes {
  readonly isTimeKnown: boolean;
  /** The server wants no other push before then (D8); 0 where it has not said so. */
  readonly blockedUntil: number;
}

/** Null where nothing is known: then the prompt and the run begin now. */
export function timesFrom(known: KnownTimes | null): PaymentTimes {
  return { ...(known ?? { pushedAt: 0, startedAt: 0, now: 0 }), isTimeKnown: known !== null, blockedUntil: 0 };
}

/** What this browser keeps: when the first prompt was accepted. The first tick brings the time of day (Q28). */
export function timesSince(startedAt: number): KnownTimes {
  return { pushedAt: startedAt, startedAt, now: startedAt };
}

/** The first tick brings the time of day: what counted from 0 until then moves along. Later ones never go back. */
export function timesAt(
  { isTimeKnown, now: counted, pushedAt, startedAt, blockedUntil }: PaymentTimes,
  now: number,
): PaymentTimes {
  const shift = isTimeKnown ? 0 : now - counted;
  return {
    isTimeKnown: true,
    now: Math.max(counted + shift, now),
    pushedAt: pushedAt + shift,
    startedAt: startedAt + shift,
    blockedUntil: blockedUntil + shift,
  };
}

/** Another prompt is on the phone; the 10 minutes go on (Q19). */
export function timesPushed(times: PaymentTimes, { sentAt }: Pushed): PaymentTimes {
  const { startedAt } = timesAt(times, sentAt);
  return timesFrom({ pushedAt: sentAt, startedAt, now: sentAt });
}

/**
 * The server knows better than a page that was opened without a connection, or on a phone whose clock was wrong
 * until the first answer (H13): its time counts, and what was still blocked moves along.
 */
export function timesReported(times: PaymentTimes, { pushedAt, startedAt, now }: PaymentReport): PaymentTimes {
  if (pushedAt === 0) return times;
  return { isTimeKnown: true, pushedAt, startedAt, now, blockedUntil: times.blockedUntil + now - times.now };
}

export function expiresAt({ pushedAt }: KnownTimes): number {
  return pushedAt + PROMPT_LIFETIME_MS;
}

/** When the server takes cash on delivery instead (D21): the rule is shared. */
export function cashAt({ pushedAt }: KnownTimes): number {
  return otherWaysAt(pushedAt);
}

/** When Send again may be pressed (U4, D8). */
export function sendAgainAt({ pushedAt, blockedUntil }: PaymentTimes): number {
  return Math.max(otherWaysAt(pushedAt), blockedUntil);
}

export function endsAt({ startedAt }: KnownTimes): number {
  return startedAt + PAYMENT_TIMEOUT_MS;
}
