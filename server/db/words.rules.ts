/**
 * Splits texts into words, for products (`derived.ts`) and searches alike. A change here needs a migration that runs
 * `buildSearch` of `0030-derived-by-code` again.
 */

/** A regular expression for JavaScript and PostgreSQL, and its replacement with groups like `$1`. */
export type Step = readonly [pattern: string, replacement: string];

/** Removed first: signs that NFKD would turn into letters, and invisible characters. */
export const UNSEEN = String.raw`[\u2122\u2120\u00ae\u00a9\u00ad\u200b-\u200f\u2060\ufeff]`;
/** Combining accents that NFKD leaves. */
export const ACCENTS = String.raw`[\u0300-\u036f]+`;

/** Replacements of letters and signs, in lower case. */
export const SIGNS: readonly Step[] = [
  ['\u03bc', 'u'],
  ['\u00b5', 'u'],
  ['\u03c9', 'ohm'],
  ['\u03a9', 'ohm'],
  ['\u00d7', 'x'],
  // The two small forms of sigma, which the engines handle differently.
  ['\u03c2', '\u03c3'],
];

/** Units in their canonical form. */
const UNITS =
  'inch|gb|tb|mb|mp|w|v|a|hz|l|kg|g|m|ft|ohm|kohm|uf|mah|ah|wh|kw|kwh|kva|va|mv|kv|ma|khz|mhz|ghz|mm|cm|km|ml|mg|nf|pf' +
  '|hp|db|rpm|btu|fps|dpi|ppm|psi|nm|mbps|gbps|ch';
const END = '(?![a-z0-9])';

/** Steps that follow, in order. PostgreSQL caches 32 compiled expressions, so there are fewer. */
export const STEPS: readonly Step[] = [
  // Quoted words. A remaining quotation mark after a number means inches.
  [String.raw`(^|[ (])["\u201c\u201d\u201e](?=[^ ])([^"\u201c\u201d]*)["\u201c\u201d]`, '$1 $2 '],
  [String.raw`([0-9]) ?(?:["\u201c\u201d]|\u2032\u2032|''|\u2019\u2019)`, '$1inch '],
  // 'S24+' means 'S24 Plus'.
  [`([0-9])[+]${END}`, '$1 plus '],
  // '10,000', '6,5', and '3.0' for '3'.
  ['(^|[^0-9])([0-9]{1,2}),([0-9]{3})(?![0-9])', '$1$2$3'],
  ['([0-9]),([0-9])(?![0-9])', '$1.$2'],
  ['([0-9])[.]0+(?![0-9.])', '$1'],
  // Repeats the unit at both ends of a range: '220–240V'. Only for units that sellers use in ranges.
  [
    String.raw`([0-9]) ?[\u2013\u2014/-] ?([0-9.]+) ?(v(?:olts?|ac)?|[kmg]?hz|w(?:atts?)?|kg|[cm]m)(?![a-z0-9])`,
    '$1$3 $2$3',
  ],
  // A dot in a number belongs to it. All other characters except letters and digits separate words.
  [String.raw`[^a-z0-9.\u00c0-\u1fff\u2c00-\u2fff\u3040-\uffff]+|[.](?![0-9])|(?<![0-9])[.]`, ' '],
  // Units, each in one form and joined with its number.
  [`([0-9])k ?mah${END}`, '$1000mah'],
  [`([0-9]) ?(?:inc(?:h(?:es|s)?)?|ins|in(?! ?(?:[0-9]|one)))${END}`, '$1inch'],
  [`([0-9]) ?([gtm])(?:bs?|igs?|igabytes?|erabytes?|egabytes?)${END}`, '$1$2b'],
  [`([0-9]) ?(?:mpx|mpix|mega ?pixels?)${END}`, '$1mp'],
  [`([0-9]) ?k(?:gs|ilos?|ilograms?)${END}`, '$1kg'],
  [`([0-9]) ?([wvalmg])(?:atts?|olts?|mps?|mperes?|itres?|iters?|trs?|etres?|eters?|rams?)${END}`, '$1$2'],
  [`([0-9]) ?lts?${END}`, '$1l'],
  [`([0-9]) ?([kmg]?)hertz${END}`, '$1$2hz'],
  [`([0-9]) ?ch(?:s|annels?)${END}`, '$1ch'],
  [`([0-9]) ?f(?:eet|oot)${END}`, '$1ft'],
  [`([0-9]) ?(k?) ?ohms?${END}`, '$1$2ohm'],
  [`([0-9]) ?micro ?farads?${END}`, '$1uf'],
  [`([0-9]) (?=(?:${UNITS})${END})`, '$1'],
  // Only some sellers call the storage of phones ROM.
  [`([0-9][gt]b) rom${END}`, '$1'],
  // One name for this plug.
  ['(^| )(?:usb ?type ?c|usb ?c|type ?c)(?= |$)', '$1usb type c'],
];

/** Parts of a word: numbers, the last one with its unit, and letters between them. */
export const PARTS = `[0-9.]+(?:${UNITS})$|[0-9.]+|[^0-9.]+`;

/** Longer words are truncated. */
export const LONGEST_WORD = 60;

const steps = STEPS.map(([pattern, replacement]) => [new RegExp(pattern, 'gu'), replacement] as const);
const unseen = new RegExp(UNSEEN, 'gu');
const accents = new RegExp(ACCENTS, 'gu');
const parts = new RegExp(PARTS, 'gu');

/** Returns the words of a text: lower case, without accents, each number joined with its unit. */
export function splitWords(text: string): string[] {
  const plain = text.replace(unseen, '').normalize('NFKD').replace(accents, '').toLowerCase();
  const signed = SIGNS.reduce((value, [sign, written]) => value.replaceAll(sign, written), plain);
  return steps
    .reduce((value, [pattern, replacement]) => value.replace(pattern, replacement), signed)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.slice(0, LONGEST_WORD));
}

/** Splits a word into numbers and letters: 'wh', '1000', 'xm' and '5' for 'wh1000xm5'. */
export function splitParts(word: string): string[] {
  return word.match(parts) ?? [];
}
