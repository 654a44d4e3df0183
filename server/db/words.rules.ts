/**
 * How a text becomes words, the text of a product as well as the text of a search. Migration 0025-search-words makes its
 * functions of these steps, so there is one table for both. A change of the table comes with a
 * migration that runs the steps of 0025-search-words again.
 */

/** A regular expression that JavaScript and PostgreSQL read alike, and what it becomes ($1: what stood in brackets). */
export type Step = readonly [pattern: string, replacement: string];

/** Before anything else: signs that NFKD would make letters of, and characters that nobody sees. */
export const UNSEEN = String.raw`[\u2122\u2120\u00ae\u00a9\u00ad\u200b-\u200f\u2060\ufeff]`;
/** What NFKD leaves of an accent. */
export const ACCENTS = String.raw`[\u0300-\u036f]+`;

/** Letters and signs that are written as others, on the lower-case text. */
export const SIGNS: readonly Step[] = [
  ['\u03bc', 'u'],
  ['\u00b5', 'u'],
  ['\u03c9', 'ohm'],
  ['\u03a9', 'ohm'],
  ['\u00d7', 'x'],
  // The two small forms of the Greek sigma, of which each engine has its own idea.
  ['\u03c2', '\u03c3'],
];

/** Units in the form that is kept. */
const UNITS =
  'inch|gb|tb|mb|mp|w|v|a|hz|l|kg|g|m|ft|ohm|kohm|uf|mah|ah|wh|kw|kwh|kva|va|mv|kv|ma|khz|mhz|ghz|mm|cm|km|ml|mg|nf|pf' +
  '|hp|db|rpm|btu|fps|dpi|ppm|psi|nm|mbps|gbps|ch';
const END = '(?![a-z0-9])';

/**
 * What is done then, in this order. PostgreSQL keeps 32 expressions ready for use and reads further ones anew each time, so
 * there are fewer.
 */
export const STEPS: readonly Step[] = [
  // Quoted words. A quotation mark that is left behind a number means inches.
  [String.raw`(^|[ (])["\u201c\u201d\u201e](?=[^ ])([^"\u201c\u201d]*)["\u201c\u201d]`, '$1 $2 '],
  [String.raw`([0-9]) ?(?:["\u201c\u201d]|\u2032\u2032|''|\u2019\u2019)`, '$1inch '],
  // 'S24+' is called 'S24 Plus'.
  [`([0-9])[+]${END}`, '$1 plus '],
  // '10,000', '6,5', and '3.0' for '3'.
  ['(^|[^0-9])([0-9]{1,2}),([0-9]{3})(?![0-9])', '$1$2$3'],
  ['([0-9]),([0-9])(?![0-9])', '$1.$2'],
  ['([0-9])[.]0+(?![0-9.])', '$1'],
  // Both ends of a range have its unit: '220–240V'. Only units that sellers write ranges of.
  [
    String.raw`([0-9]) ?[\u2013\u2014/-] ?([0-9.]+) ?(v(?:olts?|ac)?|[kmg]?hz|w(?:atts?)?|kg|[cm]m)(?![a-z0-9])`,
    '$1$3 $2$3',
  ],
  // The dot of a number is a part of it; what else is no letter and no digit separates.
  [String.raw`[^a-z0-9.\u00c0-\u1fff\u2c00-\u2fff\u3040-\uffff]+|[.](?![0-9])|(?<![0-9])[.]`, ' '],
  // Units, each in one form and together with its number.
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
  // What phones keep things in is called so by some sellers alone.
  [`([0-9][gt]b) rom${END}`, '$1'],
  // One name for one plug.
  ['(^| )(?:usb ?type ?c|usb ?c|type ?c)(?= |$)', '$1usb type c'],
];

/** What a word is made of: numbers, the last one with its unit, and the letters between them. */
export const PARTS = `[0-9.]+(?:${UNITS})$|[0-9.]+|[^0-9.]+`;

/** What is longer is cut off. */
export const LONGEST_WORD = 60;

const steps = STEPS.map(([pattern, replacement]) => [new RegExp(pattern, 'gu'), replacement] as const);
const unseen = new RegExp(UNSEEN, 'gu');
const accents = new RegExp(ACCENTS, 'gu');
const parts = new RegExp(PARTS, 'gu');

/** The words of a text: lower case, without accents, each number together with its unit. */
export function wordsOf(text: string): string[] {
  const plain = text.replace(unseen, '').normalize('NFKD').replace(accents, '').toLowerCase();
  const signed = SIGNS.reduce((value, [sign, written]) => value.replaceAll(sign, written), plain);
  return steps
    .reduce((value, [pattern, replacement]) => value.replace(pattern, replacement), signed)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.slice(0, LONGEST_WORD));
}

/** The numbers and letters that a word is made of: 'wh', '1000', 'xm' and '5' of 'wh1000xm5'. */
export function partsOf(word: string): string[] {
  return word.match(parts) ?? [];
}
