import { otherWaysAt, PROMPT_LIFETIME_MS } from '../../../contract/rules/payment-times.ts';
import type { PaymentReport, AcceptedPush } from './payment.ts';

/** Maximum wait for a payment, from the first prompt of a try (§4, §9, Q19). Milliseconds. */
export const PAYMENT_TIMEOUT_MS = 600_000;

/** Epoch ms of the server clock (H13). */
export type KnownTimes = Pick<PaymentReport, 'pushedAt' | 'startedAt' | 'now'>;

/** A page's knowledge of a payment's times. Before the first tick or reply, time counts from 0. */
export interface PaymentTimes extends KnownTimes {
  readonly isTimeKnown: boolean;
  /** The server accepts no further push before this time (D8); 0 when it has named none. */
  readonly blockedUntil: number;
}

/** Creates the times. `null` when nothing is known: the prompt and its timeout then start now. */
export function createTimes(known: KnownTimes | null): PaymentTimes {
  return { ...(known ?? { pushedAt: 0, startedAt: 0, now: 0 }), isTimeKnown: known !== null, blockedUntil: 0 };
}

/**
 * Creates the times from the stored moment when the first prompt was accepted. The first tick sets the current time
 * (Q28).
 */
export function toTimesSince(startedAt: number): KnownTimes {
  return { pushedAt: startedAt, startedAt, now: startedAt };
}

/** Sets the current time. The first tick shifts times that counted from 0; later ticks never go back. */
export function setCurrentTime(
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

/** Restarts the prompt's time for a new prompt; the 10 minutes continue (Q19). */
export function restartPrompt(times: PaymentTimes, { sentAt }: AcceptedPush): PaymentTimes {
  const { startedAt } = setCurrentTime(times, sentAt);
  return createTimes({ pushedAt: sentAt, startedAt, now: sentAt });
}

/**
 * Applies the server's times, which are more accurate than those of a page that was opened offline or on a phone with a
 * wrong clock (H13). A remaining block shifts with them.
 */
export function applyReportedTimes(times: PaymentTimes, { pushedAt, startedAt, now }: PaymentReport): PaymentTimes {
  if (pushedAt === 0) return times;
  return { isTimeKnown: true, pushedAt, startedAt, now, blockedUntil: times.blockedUntil + now - times.now };
}

export function getExpiry({ pushedAt }: KnownTimes): number {
  return pushedAt + PROMPT_LIFETIME_MS;
}

/** Returns when the server accepts cash on delivery instead (D21). Client and server share the rule. */
export function getCashTime({ pushedAt }: KnownTimes): number {
  return otherWaysAt(pushedAt);
}

/** Returns when Send again becomes available (U4, D8). */
export function getSendAgainTime({ pushedAt, blockedUntil }: PaymentTimes): number {
  return Math.max(otherWaysAt(pushedAt), blockedUntil);
}

export function getPaymentEnd({ startedAt }: KnownTimes): number {
  return startedAt + PAYMENT_TIMEOUT_MS;
}
