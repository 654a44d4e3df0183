/** Whether a drawn page shows a text as a whole, and not as a part of another one. */

/** All that stands between two tags of a page, white space folded. */
export function piecesOf(html: string): ReadonlySet<string> {
  return new Set(
    html
      .split(/<[^>]*>/)
      .map((piece) => decoded(piece).replace(/\s+/g, ' ').trim())
      .filter((piece) => piece !== ''),
  );
}

/** As React writes them; it escapes nothing else. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function decoded(piece: string): string {
  return piece.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** `{name}` in the text stands for anything. */
export function isSeen(text: string, pieces: ReadonlySet<string>): boolean {
  if (pieces.has(text)) return true;
  if (!text.includes('{')) return false;
  const pattern = patternOf(text);
  return [...pieces].some((piece) => pattern.test(piece));
}

const patterns = new Map<string, RegExp>();

function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = patterns.get(text) ?? new RegExp(`^${parts.join('.+')}$`);
  patterns.set(text, pattern);
  return pattern;
}
