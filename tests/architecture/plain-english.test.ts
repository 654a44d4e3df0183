import { describe, expect, test } from 'vitest';
import { written } from '../support/files.ts';

/** Sentences are read once: CONTRIBUTING.md, "Writing". A pattern is a hint of a sentence that must be read twice. */
const MARKERS: readonly RegExp[] = [
  // Passive voice that hides who acts.
  /\b(?:is|are|was|were|be|been|being) (?:told|heard|said|gone|made anew|asked for|looked at|given to)\b/i,
  /\btells? (?:of|it|what|when|whether|which|who|how|them|him)\b|\bsays? (?:so|it|what|when|where|whether|why|of)\b/i,
  // A subject that is nobody in the code.
  /\b(?:whoever|whatever|whichever|wherever|somebody|nobody|anybody)\b/i,
  // Words of no engineer.
  /\b(?:anew|mends?|mended|mending|spoils?|spoilt|thereof|thereby|henceforth|lest|whence|thus|plainly|merely)\b/i,
  /\bstands?\b(?! for\b)|\bat once\b|\bof its own\b|\bit is so\b|\bcomes? to (?:nothing|an end)\b|\bmatter of\b/i,
  // A clause without a main verb, or with its object at the end.
  /(?:^|[.;:] )(?:What|Who|Where|How many|How much|How long) (?!is\b.*\?)[a-z][^?]*$/,
  /\b(?:of|by|for|with|from) (?:it|them|which)[.;,)]?$/,
];
/** Share of sentences that a marker may hit, %. */
const MOST = 1.5;

const files = written().filter(
  ({ path }) => !/^docs\/(?:machines\/|specification\.md)|\/fixtures\/|plain-english\./.test(path),
);
const code = files.filter(({ path }) => /\.tsx?$/.test(path));
const pages = files.filter(({ path }) => path.endsWith('.md'));

const KINDS: Readonly<Record<string, readonly string[]>> = {
  comments: code.flatMap(({ text, path }) => commentsIn(text).map((one) => `${path}: ${one}`)),
  'descriptions in machines': code.flatMap(({ text, path }) =>
    stringsAfter(/description:\s*/, text).map((one) => `${path}: ${one}`),
  ),
  'test titles': code.flatMap(({ text, path }) =>
    stringsAfter(/\b(?:it|test|describe)(?:\.\w+)?\(\s*/, text).map((one) => `${path}: ${one}`),
  ),
  pages: pages.flatMap(({ text, path }) => sentencesIn(text).map((one) => `${path}: ${one}`)),
};

/** Returns the texts of comments that have more than two words and are no directive. */
function commentsIn(text: string): string[] {
  return [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/ ?(.*)$/gm)]
    .map(([, block, line = '']) =>
      (block ?? line)
        .replaceAll(/^\s*\*\s?/gm, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((one) => one.split(' ').length > 2 && !/^(?:@|eslint|oxlint|ts-|vite|prettier)/.test(one));
}

function stringsAfter(before: RegExp, text: string): string[] {
  const all = new RegExp(`${before.source}(['"\`])((?:\\\\.|(?!\\1).)*)\\1`, 'gs');
  return [...text.matchAll(all)].map(([, , one = '']) => one);
}

/** Returns the sentences of a page without tables and blocks of code. */
function sentencesIn(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|^\|.*$/gm, '').replaceAll(/\n(?=\S)(?![#\-*\d>])/g, ' ');
  return prose.split(/(?<=[.!?])\s+|\n/).filter((one) => one.split(' ').length > 4);
}

const getSentence = (line: string) => line.slice(line.indexOf(': ') + 2);
const isMarked = (line: string) => MARKERS.some((marker) => marker.test(getSentence(line)));

describe(`at most ${MOST} % of the sentences must be read twice`, () => {
  test.each(Object.keys(KINDS))('%s', (kind) => {
    const all = KINDS[kind] ?? [];
    const marked = all.filter(isMarked);
    expect(all.length).toBeGreaterThan(500);
    expect((100 * marked.length) / all.length, marked.slice(0, 40).join('\n')).toBeLessThan(MOST);
  });
});

test.each([
  'A session that has ended is said at once.',
  'What verify answers and completion sends back unchanged (D1).',
  'Who works in the shop; nobody of them is a shopper by it (H1).',
  'money that comes twice is told',
  'What there is to be paid of it.',
])('finds the sentence %j', (sentence) => {
  expect(isMarked(`a.ts: ${sentence}`)).toBe(true);
});

test.each([
  'Result of the phone verification. `complete-registration` must send it back unchanged (D1).',
  'Shows the login notice as soon as the session ends.',
  'rejects a second payment with the same receipt',
  'Amount still due.',
])('accepts the sentence %j', (sentence) => {
  expect(isMarked(`a.ts: ${sentence}`)).toBe(false);
});
