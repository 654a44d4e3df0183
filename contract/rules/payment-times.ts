/** Time that a prompt stays on the phone, in milliseconds (providers 1.2). */
export const PROMPT_ON_PHONE_MS = 60_000;
/** Time after which the page shows the prompt as expired, in milliseconds (U4). */
export const PROMPT_LIFETIME_MS = 75_000;
/** Time for which a prompt blocks another prompt and another payment method, in milliseconds (D8, D21). */
export const OPEN_PROMPT_MS = 120_000;

/**
 * Returns when the order accepts another prompt or cash on delivery. Epoch milliseconds. `openMs` is a server setting
 * (D8).
 */
export function otherWaysAt(pushedAt: number, openMs: number = OPEN_PROMPT_MS): number {
  return pushedAt + openMs;
}

/** Returns whether the prompt still blocks another prompt and cash on delivery. Epoch milliseconds. */
export function isPromptOpen(pushedAt: number, now: number, openMs: number = OPEN_PROMPT_MS): boolean {
  return now < otherWaysAt(pushedAt, openMs);
}

/**
 * Returns whether M-Pesa answered a query after the prompt had left the phone. Until then the order may be paid, so
 * other payment methods are not offered by default (U4). Epoch milliseconds. `checkedAt` is 0 without an answer.
 */
export function isOutcomeChecked(pushedAt: number, checkedAt: number): boolean {
  return checkedAt >= pushedAt + PROMPT_ON_PHONE_MS;
}
