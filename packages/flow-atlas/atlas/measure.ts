/**
 * Width of a drawn text in px. Without a browser, it uses the widths of Arial and compatible fonts, plus a margin for
 * fallback fonts.
 */
const WIDTHS: readonly (readonly [number, string])[] = [
  [222, "ijl'‘’|"],
  [278, ' !,./:;I[]\\ft'],
  [333, '()-`r{}'],
  [389, '*"^'],
  [500, 'ckszvxyJ'],
  [584, '+<=>~'],
  [611, 'FTZ'],
  [667, 'ABEKPSVXY&'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'mM'],
  [944, 'W%'],
  [1015, '@…→↻✕•–—▸'],
];
const WIDTH = new Map(WIDTHS.flatMap(([width, letters]) => [...letters].map((letter) => [letter, width] as const)));
const OTHERS = 556;
const SPARE = 1.06;
/** Bold letters of the widest fallback font. */
const BOLD = 1.18;

export function measureWidth(text: string, size: number, isBold = false): number {
  let sum = 0;
  for (const letter of text) sum += WIDTH.get(letter) ?? OTHERS;
  return Math.ceil((sum / 1_000) * size * SPARE * (isBold ? BOLD : 1));
}

/** Wraps a text into lines of at most `most` letters. A longer word gets its own line. */
export function wrapText(text: string, most: number): string[] {
  const made: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= most || line === '') line = longer;
    else {
      made.push(line);
      line = word;
    }
  }
  return [...made, line];
}

/** Shortens a text to whole words within `most` letters, with an ellipsis. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const end = Math.max(cut.lastIndexOf(' '), Math.floor(most / 2));
  return `${cut.slice(0, end).replace(/[\s,;:·…–-]+$/, '')} …`;
}
