/** The result of a failed check. */
export interface Finding {
  readonly sentence: string;
  /** Texts and controls of the page that show the place. */
  readonly places: readonly string[];
}

/** A failed step, in sentences for people. */
export class Failure extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map(({ sentence }) => sentence).join(' '));
    this.findings = findings;
  }
}

/** The least likeness of two texts that a person would call similar. */
const LIKE = 0.5;
/** The most texts or controls that a sentence lists. */
const MOST_LISTED = 5;

/** Returns the texts that are similar to a wanted one, best first. */
export function findSimilar(wanted: readonly string[], known: readonly string[]): string[] {
  return [...new Set(known)]
    .map((one) => ({ one, likeness: Math.max(0, ...wanted.map((text) => getLikeness(text, one))) }))
    .filter(({ likeness }) => likeness >= LIKE)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ one }) => one);
}

/** Returns the share of common pairs of letters (Dice): 1 for equal texts. */
function getLikeness(one: string, other: string): number {
  const pairs = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
  const left = pairs(other.toLowerCase());
  const mine = pairs(one.toLowerCase());
  const total = mine.length + left.length;
  let common = 0;
  for (const pair of mine) {
    const at = left.indexOf(pair);
    if (at === -1) continue;
    common += 1;
    left.splice(at, 1);
  }
  return total === 0 ? 0 : (2 * common) / total;
}

/** Lists texts: `'A', 'B', and 3 more`. */
export function listQuoted(texts: readonly string[], most = MOST_LISTED): string {
  const more = texts.length - most;
  return `${texts
    .slice(0, most)
    .map((text) => `'${text}'`)
    .join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** Converts an error of the browser to one sentence, without its call log and without control characters. */
export function toSentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, '');
  const [first = ''] = text.split('\n');
  const [, problem, address] = /net::ERR_(\w+) at (\S+)/.exec(text) ?? [];
  if (problem !== undefined) return `${address} does not open: ${problem.toLowerCase().replaceAll('_', ' ')}.`;
  const [, ms] = /Timeout (\d+)ms exceeded/.exec(text) ?? [];
  if (ms !== undefined) return `The page did not respond within ${Number(ms) / 1_000} s.`;
  const [, count] = /resolved to (\d+) elements/.exec(text) ?? [];
  if (count !== undefined) return `${count} controls of the page fit this step, which needs exactly one.`;
  const plain = first.replace(/^(?:Error: )?(?:\w+\.\w+: )*(?:Error: )?/, '').trim();
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}
