import { decodeHTML } from 'entities';
import { Parser } from 'htmlparser2';
import { cleanLine } from '../../../contract/rules/clean-text.ts';

/** How texts of other shops' files are cleaned, whatever their format. */

/** Returns a name as the shop stores it: HTML entities decoded, one line, no invisible characters. */
export function cleanCell(text: string): string {
  return cleanLine(decodeHTML(text));
}

/** Returns what two spellings of the same name, handle or value have in common. */
export function compareKey(text: string): string {
  return cleanCell(text).normalize('NFKC').toLowerCase();
}

/** Each unit in its usual spelling. */
const UNITS = [
  'GB TB MB KB Gbps Mbps mAh Wh kWh MP W kW V kV VA kVA L ml Hz kHz MHz GHz mm cm km',
  'inches ft kg dB lm Ω kΩ µF nF pF µm µs ms rpm nits fps',
].flatMap((line) => line.split(' '));
/** What units are called otherwise. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  inches: "in inch \" ” '' ′′",
  W: 'watt watts',
  V: 'volt volts',
  A: 'amp amps',
  kg: 'kgs kilo kilos kilogram kilograms',
  g: 'gram grams',
  L: 'lt lts ltr ltrs litre litres liter liters',
  Hz: 'hertz',
  m: 'metre metres meter meters',
  ft: 'feet foot',
  MP: 'megapixel megapixels mpx',
  Ω: 'ohm ohms',
  µF: 'uf',
};
/** In capitals these mean something else: 5G is a network, 2M a million. */
const LOWER_CASE_UNITS = ['g', 'm'];
const keyOf = (unit: string) => unit.normalize('NFKC').toLowerCase();
const UNIT_BY_KEY = new Map([
  ...[...UNITS, ...LOWER_CASE_UNITS].map((unit) => [keyOf(unit), unit] as const),
  ...Object.entries(ALSO_CALLED).flatMap(([unit, names]) =>
    names.split(' ').map((name) => [keyOf(name), unit] as const),
  ),
]);
/** In any order: neither a letter nor a digit may follow, so a shorter one is not taken for a longer one. */
const UNIT = [...UNIT_BY_KEY.keys()].join('|');
// '2 in 1' has no inches.
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d.,])(\d+(?:[.,]\d+)?)\s*(?!in ?(?:\d|one))(${UNIT})(?![\p{L}\d])`,
  'giu',
);
/** Of phones: written together, and never a weight. */
const NETWORK = /(?<![\p{L}\d.,])[2-6]g(?![\p{L}\d])/giu;

/** Returns the value of a specification or option as filters list it: `8gb`, `8GB` and `8 GB` are `8 GB`, and µ is one character. */
export function cleanValue(text: string): string {
  // U+03BC is the Greek letter, U+00B5 the sign that keyboards have; U+2033 is two primes in one.
  return cleanCell(text)
    .replaceAll('\u03bc', '\u00b5')
    .replaceAll('\u2033', '\u2032\u2032')
    .replace(NETWORK, (network) => network.toUpperCase())
    .replace(AMOUNT, (whole, amount: string, unit: string) => {
      const known = UNIT_BY_KEY.get(keyOf(unit)) ?? unit;
      return unit.length === 1 && LOWER_CASE_UNITS.includes(known) && unit !== known ? whole : `${amount} ${known}`;
    });
}

/** What these hold is no text of a product. */
const HIDDEN = new Set(['script', 'style', 'template', 'head', 'title', 'noscript', 'svg', 'math', 'iframe', 'object']);
const BLOCKS = new Set(
  [
    'address article aside blockquote br caption dd details div dl dt figcaption figure footer form',
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul',
  ].flatMap((line) => line.split(' ')),
);
const CELL_END = '\u0001';

/**
 * Returns the words of a piece of HTML: a line for each paragraph, list item and table row, ` | ` between cells. Tells
 * each tag or comment that is opened and never closed, where the text after it is lost.
 */
export function wordsOf(html: string, onLost: (tag: string) => void = () => undefined): string {
  if (!/[<&]/.test(html)) return linesOf(html);
  const parts: string[] = [];
  const trimmed = html.trimEnd();
  const hidden: { readonly name: string; hasText: boolean }[] = [];
  /** The tag whose end has not come yet. */
  let open: string | null = null;
  const parser = new Parser(
    {
      onopentagname(name) {
        open = name;
        if (HIDDEN.has(name)) hidden.push({ name, hasText: false });
        else if (name === 'li') parts.push('\n• ');
        else if (BLOCKS.has(name)) parts.push('\n');
      },
      onopentag() {
        open = null;
      },
      ontext(text) {
        const inside = hidden.at(-1);
        if (inside === undefined) parts.push(text);
        else inside.hasText ||= text.trim() !== '';
      },
      oncomment(text) {
        if (text.trim() !== '' && trimmed.endsWith(text.trimEnd())) onLost('!--');
      },
      onclosetag(name, isImplied) {
        if (HIDDEN.has(name)) {
          if (hidden.pop()?.hasText === true && isImplied) onLost(name);
        } else if (name === 'td' || name === 'th') parts.push(CELL_END);
        else if (BLOCKS.has(name)) parts.push('\n');
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false },
  );
  // The blank ends the name of a tag.
  parser.end(`${trimmed} `);
  if (open !== null) onLost(open);
  // A number that is no character, e.g. &#0;.
  return linesOf(parts.join('').replaceAll('\ufffd', ''));
}

function linesOf(text: string): string {
  return text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) =>
      line
        .split(CELL_END)
        .map(cleanLine)
        .filter((cell) => cell !== '')
        .join(' | '),
    )
    .filter((line) => line !== '' && line !== '•')
    .join('\n');
}

/** Returns the start of a text, cut between lines or words, with an ellipsis; the text itself when it is short enough. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 1);
  const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '));
  return `${(end > most / 2 ? start.slice(0, end) : start.replace(/\p{Surrogate}$/u, '')).trimEnd()}…`;
}
