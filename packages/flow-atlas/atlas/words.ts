import { capitalised, duration, humanised } from '../cases/plain-words.ts';

/** Identifiers of a machine as words for people who read no code. */

/** `isPhoneUnverified` -> `is phone unverified`; `and (2)` and other built-in names stay as they are. */
export function spelled(name: string): string {
  return humanised(name).replace(/\s+/g, ' ').trim();
}

/** `media-player` -> `Media player`. */
export function titled(name: string): string {
  return capitalised(spelled(name));
}

/** A delay in words: `3 s`, `10 min`, `300 ms`; null where it is computed as it starts. */
export function delayWords(delay: unknown): string | null {
  if (typeof delay !== 'number') return null;
  return delay === 0 ? 'at once' : duration(delay);
}

/** A description as a short label: without the full stop and the references in brackets at its end. */
export function labelOf(description: string): string {
  return description
    .replace(/\s*\((?:[A-Z§][^()]*)\)(?=[.,;:]|$)/g, '')
    .replace(/\.$/, '')
    .trim();
}
