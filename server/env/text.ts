/** Blanks of every kind, control characters, and what no editor shows, e.g. a zero-width space. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]`;
const AROUND = new RegExp(`^${UNSEEN}+|${UNSEEN}+$`, 'gu');
const INSIDE = new RegExp(String.raw`(?! )${UNSEEN}`, 'u');
/** Opening quotes with what closes them. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
]);
const HALF_QUOTED = /^["'`“‘]|["'`”’]$/u;

/**
 * The value of a setting without what a portal's page, a mail or a file of settings may bring along around it: blanks,
 * invisible characters, a pair of quotes. No setting begins and ends with them.
 */
export function cleanText(value: string): string {
  const bare = value.replace(AROUND, '');
  const isQuoted = bare.length > 1 && QUOTES.get(bare.charAt(0)) === bare.at(-1);
  return isQuoted ? cleanText(bare.slice(1, -1)) : bare;
}

/** Whether the clean value still has a quote at one end, or an invisible character inside: perhaps not meant. */
export function isOdd(value: string): boolean {
  return HALF_QUOTED.test(value) || INSIDE.test(value);
}
