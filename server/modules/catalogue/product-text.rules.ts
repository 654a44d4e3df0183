import { decodeHTML } from 'entities';
import { Parser } from 'htmlparser2';
import { cleanLine } from '../../../contract/rules/clean-text.ts';

/** Cleans texts from files of other shops, regardless of the format. */

/** Cleans a name: decodes HTML entities, joins lines and removes invisible characters. */
export function cleanCell(text: string): string {
  return cleanLine(decodeHTML(text));
}

/** Returns a key that is equal for all spellings of a name, handle or value. */
export function compareKey(text: string): string {
  return cleanCell(text).normalize('NFKC').toLowerCase();
}

/** Units in their usual spelling. */
const UNITS = [
  'GB TB MB KB Gbps Mbps mAh Wh kWh MP W kW V kV VA kVA L ml Hz kHz MHz GHz mm cm km',
  'inches ft kg dB lm Ω kΩ µF nF pF µm µs ms rpm nits fps',
].flatMap((line) => line.split(' '));
/** Other spellings of units. */
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
/** In capitals these mean something else: 5G is a network, 2M is a million. */
const LOWER_CASE_UNITS = ['g', 'm'];
const toUnitKey = (unit: string) => unit.normalize('NFKC').toLowerCase();
const UNIT_BY_KEY = new Map([
  ...[...UNITS, ...LOWER_CASE_UNITS].map((unit) => [toUnitKey(unit), unit] as const),
  ...Object.entries(ALSO_CALLED).flatMap(([unit, names]) =>
    names.split(' ').map((name) => [toUnitKey(name), unit] as const),
  ),
]);
/**
 * Alternatives in any order. No letter or digit may follow, so that a short unit does not match the start of a longer
 * one.
 */
const UNIT = [...UNIT_BY_KEY.keys()].join('|');
// '2 in 1' contains no inches.
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d.,])(\d+(?:[.,]\d+)?)\s*(?!in ?(?:\d|one))(${UNIT})(?![\p{L}\d])`,
  'giu',
);
/** Mobile network generations, e.g. `5G`. Written without a space, and never a weight. */
const NETWORK = /(?<![\p{L}\d.,])[2-6]g(?![\p{L}\d])/giu;

/**
 * Normalises the value of a specification or option for filters: `8gb`, `8GB` and `8 GB` become `8 GB`, and µ becomes
 * one character.
 */
export function cleanValue(text: string): string {
  // U+03BC is the Greek letter, U+00B5 is the micro sign on keyboards. U+2033 is a double prime.
  return cleanCell(text)
    .replaceAll('\u03bc', '\u00b5')
    .replaceAll('\u2033', '\u2032\u2032')
    .replace(NETWORK, (network) => network.toUpperCase())
    .replace(AMOUNT, (whole, amount: string, unit: string) => {
      const known = UNIT_BY_KEY.get(toUnitKey(unit)) ?? unit;
      return unit.length === 1 && LOWER_CASE_UNITS.includes(known) && unit !== known ? whole : `${amount} ${known}`;
    });
}

/** Elements whose content is not product text. */
const HIDDEN = new Set(['script', 'style', 'template', 'head', 'title', 'noscript', 'svg', 'math', 'iframe', 'object']);
const BLOCKS = new Set(
  [
    'address article aside blockquote br caption dd details div dl dt figcaption figure footer form',
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul',
  ].flatMap((line) => line.split(' ')),
);
const CELL_END = '\u0001';

/**
 * Converts HTML to plain text: one line per paragraph, list item and table row, with ` | ` between cells. Calls
 * `onLost` for each unclosed tag or comment that hides the text after it.
 */
export function toPlainText(html: string, onLost: (tag: string) => void = () => undefined): string {
  if (!/[<&]/.test(html)) return toLines(html);
  const parts: string[] = [];
  const trimmed = html.trimEnd();
  const hidden: { readonly name: string; hasText: boolean }[] = [];
  /** Name of a start tag without its `>` so far. */
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
  // The space ends an unfinished tag name.
  parser.end(`${trimmed} `);
  if (open !== null) onLost(open);
  // Removes invalid character references, e.g. `&#0;`.
  return toLines(parts.join('').replaceAll('\ufffd', ''));
}

function toLines(text: string): string {
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

/** Shortens a text to `most` characters between lines or words and adds an ellipsis. Returns a short text unchanged. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 1);
  const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '));
  return `${(end > most / 2 ? start.slice(0, end) : start.replace(/\p{Surrogate}$/u, '')).trimEnd()}…`;
}
