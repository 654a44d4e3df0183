import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';
import type { SourceFile } from '../support/files.ts';

const front = sources('src');
const back = sources('server', 'demo', 'contract', 'simulators');
// Without this folder: its patterns contain the forbidden words.
const tests = sources('tests').filter(({ path }) => !path.startsWith('tests/architecture/'));
const scripts = sources('scripts', 'tools');
const all = [...front, ...back, ...tests, ...scripts, ...sources('packages')];

/** Returns `path:line` of every match. */
function matches(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

describe('D13: the strict policy of the pages', () => {
  test('no view writes a style attribute or raw HTML', () => {
    expect(matches(front, /\bstyle=|dangerouslySetInnerHTML|\.innerHTML\s*=/)).toEqual([]);
  });
  test('no code is evaluated from text', () => {
    expect(matches([...front, ...back], /\beval\(|new Function\(/)).toEqual([]);
  });
});

describe('one clock', () => {
  const timed = [
    ...front.filter(({ path }) => /^src\/(machines|views)\//.test(path)),
    ...back.filter(({ path }) => /^server\/(modules|jobs|machines)\//.test(path)),
  ];
  test('machines, views and server modules never read the system time', () => {
    expect(matches(timed, /\bDate\.now\(|new Date\(\)/)).toEqual([]);
  });
  test('SQL receives the time as a parameter', () => {
    expect(
      matches(
        back.filter(({ path }) => path.startsWith('server/')),
        /sql`[^`]*\b(now\(\)|current_timestamp)/i,
      ),
    ).toEqual([]);
  });
});

test('only server/env/env.ts reads the environment', () => {
  const allowed = (path: string) => path === 'server/env/env.ts' || path.startsWith('simulators/');
  expect(
    matches(
      back.filter(({ path }) => !allowed(path)),
      /process\.env/,
    ),
  ).toEqual([]);
  // In browser code the build replaces this expression with a constant; browsers have no environment.
  expect(matches(front, /process\.env(?!\.NODE_ENV === 'production')/)).toEqual([]);
});

test('no SQL is concatenated from strings', () => {
  expect(matches(back, /\bsql\.raw\(/)).toEqual([]);
});

// This folder is not searched because its patterns contain the forbidden words.
describe('no check is disabled and no work is left over', () => {
  test('no check is disabled', () => {
    expect(matches(all, /@ts-(ignore|expect-error|nocheck)|(eslint|oxlint)-disable|\bas any\b/)).toEqual([]);
  });
  test('no test is skipped or focused', () => {
    expect(matches(tests, /\b(test|it|describe)\.(skip|only|todo|fixme|skipIf|fails)\b/)).toEqual([]);
  });
  test('no comment has a TODO', () => {
    expect(matches(all, /\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
  });
});

test('files have at most 400 lines', () => {
  const long = all.filter(({ lines }) => lines > 400);
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
});
