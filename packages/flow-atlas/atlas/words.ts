import { capitalise, formatDuration, humanise } from '../cases/plain-words.ts';

/** Converts identifiers of a machine to words for people who do not read code. */

/** `isPhoneUnverified` -> `is phone unverified`. Keeps `and (2)` and other built-in names. */
export function spellOut(name: string): string {
  return humanise(name).replace(/\s+/g, ' ').trim();
}

/** `media-player` -> `Media player`. */
export function toTitle(name: string): string {
  return capitalise(spellOut(name));
}

/** Formats a delay: `3 s`, `10 min`, `300 ms`; `null` when it is computed at the start. */
export function formatDelay(delay: unknown): string | null {
  if (typeof delay !== 'number') return null;
  return delay === 0 ? 'at once' : formatDuration(delay);
}

/** Shortens a description to a label: without the full stop and the references in parentheses at its end. */
export function shortenDescription(description: string): string {
  return description
    .replace(/\s*\((?:[A-Z§][^()]*)\)(?=[.,;:]|$)/g, '')
    .replace(/\.$/, '')
    .trim();
}
