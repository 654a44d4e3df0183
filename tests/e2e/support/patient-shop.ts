import { setTimeout as pause } from 'node:timers/promises';
import type { ApiAnswer, Shop } from './shop.ts';

/** What the shoppers met who asked a shop whose processes or database came and went. */
export interface Met {
  /** Calls that were answered in the end. */
  readonly answered: number;
  /** How often there was no answer, or which one asked to come again: `503`, `no answer`. */
  readonly refused: Readonly<Record<string, number>>;
  /** The longest time in which nobody was answered, in milliseconds. */
  readonly longestSilenceMs: number;
}

/** Of what stands before the shop, or of a shop that is not ready (H18). */
const AGAIN = new Set([502, 503, 504]);
const PAUSE_MS = 250;
const MOST_TRIES = 400;

/**
 * The shop as people use it who press again: what met no answer, 502, 503 or 504 is asked once more, a moment later.
 * Any other answer is the caller's.
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
    /** Counts anew from now on. */
    forget() {
      answered = 0;
      refused = {};
      longestSilenceMs = 0;
      lastAnswer = performance.now();
    },
  };
}
