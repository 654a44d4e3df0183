/** Returns all pieces of text between two tags of a page, with collapsed white space. */

export function getTextPieces(html: string): ReadonlySet<string> {
  return new Set(
    html
      .split(/<[^>]*>/)
      .map((piece) => decoded(piece).replace(/\s+/g, ' ').trim())
      .filter((piece) => piece !== ''),
  );
}

/** The entities that React writes. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function decoded(piece: string): string {
  return piece.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** Returns whether a page shows a text as a whole, not inside another text. `{name}` in the text matches anything. */
export function isTextShown(text: string, pieces: ReadonlySet<string>): boolean {
  if (pieces.has(text)) return true;
  if (!text.includes('{')) return false;
  const pattern = toPattern(text);
  return [...pieces].some((piece) => pattern.test(piece));
}

const patterns = new Map<string, RegExp>();

function toPattern(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = patterns.get(text) ?? new RegExp(`^${parts.join('.+')}$`);
  patterns.set(text, pattern);
  return pattern;
}
