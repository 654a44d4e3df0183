import { setTimeout as pause } from 'node:timers/promises';
import type { ApiAnswer, Shop } from './shop.ts';

/** Results of calls to a shop whose processes or database were interrupted. */
export interface Met {
  /** Calls that got a response in the end. */
  readonly answered: number;
  /** Retries by reason: `503`, `no answer`. */
  readonly refused: Readonly<Record<string, number>>;
  /** The longest time without a response to any call, in milliseconds. */
  readonly longestSilenceMs: number;
}

/** Statuses of a proxy, or of a shop that is not ready (H18). */
const AGAIN = new Set([502, 503, 504]);
const PAUSE_MS = 250;
const MOST_TRIES = 400;

/**
 * A client of the shop that retries like a user: calls without a response, or with 502, 503 or 504, are repeated after
 * a pause. The caller gets any other response.
 */
export function patientShop(shop: Shop): { readonly shop: Shop; met(): Met; forget(): void } {
  let answered = 0;
  let refused: Record<string, number> = {};
  let longestSilenceMs = 0;
  let lastAnswer = performance.now();
  async function api(...call: Parameters<Shop['api']>): Promise<ApiAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await shop.api(...call).catch(() => null);
      if (answer !== null && !AGAIN.has(answer.status)) {
        const now = performance.now();
        longestSilenceMs = Math.max(longestSilenceMs, now - lastAnswer);
        lastAnswer = now;
        answered += 1;
        return answer;
      }
      const name = answer === null ? 'no answer' : String(answer.status);
      refused[name] = (refused[name] ?? 0) + 1;
      if (tries === MOST_TRIES) throw new Error(`${call[0]} ${call[1]} was never answered: ${name}`);
      await pause(PAUSE_MS * (0.5 + Math.random()));
    }
  }
  return {
    shop: { ...shop, api },
    met: () => ({ answered, refused, longestSilenceMs }),
    /** Resets the counters. */
    forget() {
      answered = 0;
      refused = {};
      longestSilenceMs = 0;
      lastAnswer = performance.now();
    },
  };
}
