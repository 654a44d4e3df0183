import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';
import type { SourceFile } from '../support/files.ts';

const front = sources('src');
const back = sources('server', 'demo', 'contract', 'simulators');
// Without this folder: its patterns spell out the words that they forbid.
const tests = sources('tests').filter(({ path }) => !path.startsWith('tests/architecture/'));
const scripts = sources('scripts', 'tools');
const all = [...front, ...back, ...tests, ...scripts, ...sources('packages')];

/** `path:line` of every match. */
function matches(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

describe('D13: the strict policy of the pages', () => {
  test('no view writes a style attribute or raw HTML', () => {
    expect(matches(front, /\bstyle=|dangerouslySetInnerHTML|\.innerHTML\s*=/)).toEqual([]);
  });
  test('nothing is evaluated from text', () => {
    expect(matches([...front, ...back], /\beval\(|new Function\(/)).toEqual([]);
  });
});

describe('one clock', () => {
  const timed = [
    ...front.filter(({ path }) => /^src\/(machines|views)\//.test(path)),
    ...back.filter(({ path }) => /^server\/(modules|jobs|machines)\//.test(path)),
  ];
  test('machines, views and server modules never ask the system for the time', () => {
    expect(matches(timed, /\bDate\.now\(|new Date\(\)/)).toEqual([]);
  });
  test('SQL is given the time', () => {
    expect(
      matches(
        back.filter(({ path }) => path.startsWith('server/')),
        /sql`[^`]*\b(now\(\)|current_timestamp)/i,
      ),
    ).toEqual([]);
  });
});

test('server/env/env.ts alone reads the environment', () => {
  const allowed = (path: string) => path === 'server/env/env.ts' || path.startsWith('simulators/');
  expect(
    matches(
      back.filter(({ path }) => !allowed(path)),
      /process\.env/,
    ),
  ).toEqual([]);
  // In what a browser runs this one is a constant that the build puts in; nothing there has an environment.
  expect(matches(front, /process\.env(?!\.NODE_ENV === 'production')/)).toEqual([]);
});

test('no SQL is put together from strings', () => {
  expect(matches(back, /\bsql\.raw\(/)).toEqual([]);
});

// The patterns name what they forbid, which is why this folder is not searched.
describe('nothing is hidden or left over', () => {
  test('no check is switched off', () => {
    expect(matches(all, /@ts-(ignore|expect-error|nocheck)|(eslint|oxlint)-disable|\bas any\b/)).toEqual([]);
  });
  test('no test is skipped or alone', () => {
    expect(matches(tests, /\b(test|it|describe)\.(skip|only|todo|fixme|skipIf|fails)\b/)).toEqual([]);
  });
  test('no work is left in a comment', () => {
    expect(matches(all, /\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
  });
});

test('files stay within 400 lines', () => {
  const long = all.filter(({ lines }) => lines > 400);
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
});
