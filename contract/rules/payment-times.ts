/** How long a prompt stays on the phone, ms (providers 1.2). */
export const PROMPT_ON_PHONE_MS = 60_000;
/** U4: after this long the page says that the prompt has expired, ms. */
export const PROMPT_LIFETIME_MS = 75_000;
/** D8, D21: how long a prompt keeps its order from another prompt and from another way to pay, ms. */
export const OPEN_PROMPT_MS = 120_000;

/** When the order takes another prompt or cash on delivery. Epoch ms; `openMs` is a setting of the server (D8). */
export function otherWaysAt(pushedAt: number, openMs: number = OPEN_PROMPT_MS): number {
  return pushedAt + openMs;
}

/** Whether the prompt still keeps its order from another prompt and from cash on delivery. Epoch ms. */
export function isPromptOpen(pushedAt: number, now: number, openMs: number = OPEN_PROMPT_MS): boolean {
  return now < otherWaysAt(pushedAt, openMs);
}

/**
 * Whether M-Pesa answered a question about the prompt after it had left the phone. Until then the outcome may be
 * "paid", so no other way to pay is offered unasked (U4). Epoch ms; 0 where M-Pesa has not answered.
 */
export function isOutcomeChecked(pushedAt: number, checkedAt: number): boolean {
  return checkedAt >= pushedAt + PROMPT_ON_PHONE_MS;
}
