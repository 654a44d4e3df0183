import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';

const FOLDER = 'server/modules';
const files = sources(FOLDER);
const ofKind = (kind: string) => files.filter(({ path }) => path.endsWith(`.${kind}.ts`));

describe('a file’s suffix says what it may do', () => {
  test('every file of a module has one of them, or is data', () => {
    const others = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(routes|service|repository|worker|rules)\.ts$/.test(entry.name))
      .map(({ name }) => name);
    expect(others).toEqual(['common-passwords.json']);
  });

  test('only repositories send statements', () => {
    const handle =
      /\b(?:sql|tx|db|handle)\s*\.\s*(?:select\w*|insert|update|delete|execute|with|query|\$\w+)\s*\(|\bsql`/;
    const found = files.filter(({ path, text }) => !path.endsWith('.repository.ts') && handle.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test('a rule waits for nothing, and gives the same for the same', () => {
    const impure = /\b(?:async|await|Promise)\b|\bnew Date\(\)|\brandom\w*\(/;
    expect(
      ofKind('rules')
        .filter(({ text }) => impure.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

describe('one shape', () => {
  /** Names and first parameters of the functions that a file exports. */
  const exported = (text: string) =>
    [...text.matchAll(/^export (?:async )?function (\w+)(?:<[^>]*>)?\(\s*([^,)]*)/gm)].map(
      ([, name = '', first = '']) => ({
        name,
        first: first.trim(),
      }),
    );

  test('a repository is functions over a handle', () => {
    const odd = ofKind('repository').flatMap(({ path, text }) =>
      exported(text)
        .filter(({ first }) => first !== 'db: Sql')
        .map(({ name }) => `${path}: ${name}`),
    );
    expect(odd).toEqual([]);
  });

  test.each([
    ['service', /^create\w+Service$/],
    ['worker', /^register\w+$/],
    ['routes', /^\w+Routes$|^mount\w+$/],
  ] as const)('a .%s.ts exports one function, made of the dependencies', (kind, pattern) => {
    const odd = ofKind(kind).filter(({ text }) => {
      const functions = exported(text);
      return functions.length !== 1 || !pattern.test(functions[0]?.name ?? '');
    });
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});

describe('modules', () => {
  const moduleOf = (path: string) => /^server\/modules\/([^/]+)\//.exec(path)?.[1] ?? null;
  const uses = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const from = moduleOf(path) ?? '';
    const known = uses.get(from) ?? new Set<string>();
    uses.set(from, known);
    for (const [, target = ''] of text.matchAll(/ from '(\.[^']+)'/g)) {
      const to = moduleOf(posix.join(posix.dirname(path), target));
      if (to !== null && to !== from) known.add(to);
    }
  }
  /** All modules that this one needs, itself only where it is part of a circle. */
  function reached(from: string, found = new Set<string>()): Set<string> {
    for (const to of uses.get(from) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      reached(to, found);
    }
    return found;
  }

  test('no module needs itself through others', () => {
    expect(uses.get('orders')).toContain('settlement');
    expect([...uses.keys()].filter((name) => reached(name).has(name))).toEqual([]);
  });
});
