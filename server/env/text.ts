/** Spaces of every kind, control characters, and characters that editors do not show, e.g. a zero-width space. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]`;
const AROUND = new RegExp(`^${UNSEEN}+|${UNSEEN}+$`, 'gu');
const INSIDE = new RegExp(String.raw`(?! )${UNSEEN}`, 'u');
/** Opening quotes with their closing quotes. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
]);
const HALF_QUOTED = /^["'`“‘]|["'`”’]$/u;

/**
 * Removes what copying from web pages, mails or settings files may add around a value: spaces, invisible characters, a
 * pair of quotes. No valid setting starts and ends with these.
 */
export function cleanText(value: string): string {
  const bare = value.replace(AROUND, '');
  const isQuoted = bare.length > 1 && QUOTES.get(bare.charAt(0)) === bare.at(-1);
  return isQuoted ? cleanText(bare.slice(1, -1)) : bare;
}

/**
 * Returns whether the cleaned value still has a quote at one end, or an invisible character inside. Probably a mistake.
 */
export function hasInvisible(value: string): boolean {
  return HALF_QUOTED.test(value) || INSIDE.test(value);
}
