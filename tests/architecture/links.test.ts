import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { written } from '../support/files.ts';

/** Links between documents: each points to an existing file and, after `#`, to a heading. */

const documents = written().filter(({ path: file }) => file.endsWith('.md'));

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** Returns the targets of `[text](target)`, `[name]: target` and `<img src="target">`. */
function targetsIn(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(<?([^)\s>]+)>?\)|^\[[^\]]+\]: (\S+)$|<img src="([^"]+)"/gm)].map(
    ([, inline, defined, image]) => inline ?? defined ?? image ?? '',
  );
}

/** Returns the anchors that GitHub generates for the headings of a document. */
function getAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = words
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

function brokenLinksIn(file: string, text: string): string[] {
  return targetsIn(text)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [to = '', anchor] = target.split('#');
      const reached = to === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(to));
      if (reached === file) return anchor !== undefined && !getAnchors(text).has(anchor);
      if (!existsSync(reached)) return true;
      if (anchor === undefined || !statSync(reached).isFile()) return false;
      return !getAnchors(readFileSync(reached, 'utf8')).has(anchor);
    })
    .map((target) => `${file}: ${target}`);
}

/** Finds `[D21]` without a definition, which Markdown shows as plain text. */
function undefinedNamesIn(file: string, text: string): string[] {
  const known = new Set([...text.matchAll(/^\[([^\]]+)\]: /gm)].map(([, name]) => name));
  const names = [...withoutCode(text).matchAll(/\[((?:[ADHQU][1-9]\d?|[A-Z]{3}-[A-Z]\d+|§\d[^\]]*))\](?![(:])/g)];
  return names.flatMap(([, name = '']) => (known.has(name) ? [] : [`${file}: [${name}]`]));
}

test('every link in a document points to a file and a heading', () => {
  expect(documents.flatMap(({ path: file, text }) => brokenLinksIn(file, text))).toEqual([]);
  expect(documents.length).toBeGreaterThan(100);
});

test('every id in square brackets is a link', () => {
  expect(documents.flatMap(({ path: file, text }) => undefinedNamesIn(file, text))).toEqual([]);
});

describe('finds the broken link in', () => {
  test.each([
    ['[a](limits.md#limits)', []],
    ['[a](limits.md#nothing)', ['docs/x.md: limits.md#nothing']],
    ['[a](gone.md)', ['docs/x.md: gone.md']],
    ['<img src="gone.webp" alt="a">', ['docs/x.md: gone.webp']],
    ['# One `two`\n\n[D1]: #one-two', []],
    ['# One\n\n[D1]: #two', ['docs/x.md: #two']],
    ['`[a](gone.md)` and [b](https://example.com)', []],
  ])('%s', (text, broken) => expect(brokenLinksIn('docs/x.md', text)).toEqual(broken));

  test('[D1] without a definition', () => {
    expect(undefinedNamesIn('docs/x.md', '[D1], [§4 OTP]\n\n[D1]: #d1')).toEqual(['docs/x.md: [§4 OTP]']);
  });
});
