/** What the cells of a foreign table mean. */

/** An amount like 1234.5 or 1,234.50; null where it is none, e.g. with a decimal comma. */
export function amountOf(text: string): number | null {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** A yes or no in any of the ways that shops write it; `otherwise` where nothing is written. */
export function isYes(text: string, otherwise: boolean): boolean {
  return text === '' ? otherwise : /^(?:1|true|yes|y|active)$/i.test(text);
}

/** The parts of a list with commas, in which a comma of a part is written as `\,`. */
export function listOf(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter((part) => part !== '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  deg: '°',
  times: '×',
  reg: '®',
  trade: '™',
  copy: '©',
  eacute: 'é',
};

const LONGEST_HTML = 60_000;
const LONGEST_WORDS = 10_000;

/** The words of a piece of HTML, a paragraph or list item a line: our pages show text alone, and no book. */
export function wordsOf(html: string): string {
  const text = html.slice(0, LONGEST_HTML);
  return (/[<&]/.test(text) ? withoutTags(text) : text.trim()).slice(0, LONGEST_WORDS).trim();
}

function withoutTags(html: string): string {
  return html
    .replace(/<!--.*?-->|<(script|style)\b.*?<\/\1\s*>/gis, ' ')
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<br\b[^>]*>|<\/?(?:p|div|ul|ol|tr|table|h[1-6]|section|blockquote)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
    })
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
