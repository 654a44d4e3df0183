import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';

const FOLDER = 'server/modules';
const files = sources(FOLDER);
const ROOT = 'server/composition.ts';
const root = readFileSync(ROOT, 'utf8');
/** The names of the services. */
const names = readFileSync('server/services.ts', 'utf8');
const ofKind = (kind: string) => files.filter(({ path }) => path.endsWith(`.${kind}.ts`));

describe('a file’s suffix defines what the file may do', () => {
  test('every file of a module has a known suffix or is data', () => {
    const others = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(routes|service|repository|worker|rules|texts)\.ts$/.test(entry.name))
      .map(({ name }) => name);
    expect(others).toEqual(['common-passwords.json']);
  });

  test('only repositories run SQL statements', () => {
    const handle =
      /\b(?:sql|tx|db|handle)\s*\.\s*(?:select\w*|insert|update|delete|execute|with|query|\$\w+)\s*\(|\bsql`/;
    const found = files.filter(({ path, text }) => !path.endsWith('.repository.ts') && handle.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test('rules are synchronous and deterministic', () => {
    const impure = /\b(?:async|await|Promise)\b|\bnew Date\(\)|\brandom\w*\(/;
    expect(
      ofKind('rules')
        .filter(({ text }) => impure.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

describe('refusals', () => {
  const ofHttp = /\b(?:from|import) ?\(?'[^']*\/http\//;
  const others = files.filter(({ path }) => !path.endsWith('.routes.ts'));

  test('only routes of a module import HTTP code, including types', () => {
    expect(others.filter(({ text }) => ofHttp.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('rules and services contain no HTTP status', () => {
    const status = /(?<![\w.'])(?:400|401|403|404|409|422|429|503)(?![\w.])/;
    const found = others.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => status.test(line))
        .map((line) => `${path.slice(FOLDER.length + 1)}: ${line.trim()}`),
    );
    // A character limit, and a status code of Daraja.
    expect(found).toEqual([
      'back-office/alarm-texts.rules.ts: const MOST_DETAIL = 400;',
      'settlement/code-alarm.rules.ts: * and the setting to fix or the next step (PAY-M1). The meaning of a code depends on the call: `403` of a push is an',
    ]);
  });
});

describe('one shape', () => {
  /** Returns the names and first parameters of the functions that a file exports. */
  const exported = (text: string) =>
    [...text.matchAll(/^export (?:async )?function (\w+)(?:<[^>]*>)?\(\s*([^,)]*)/gm)].map(
      ([, name = '', first = '']) => ({
        name,
        first: first.trim(),
      }),
    );

  test('a repository exports functions whose first parameter is the database handle', () => {
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
  ] as const)('a .%s.ts file exports one function, created from its dependencies', (kind, pattern) => {
    const odd = ofKind(kind).filter(({ text }) => {
      const functions = exported(text);
      return functions.length !== 1 || !pattern.test(functions[0]?.name ?? '');
    });
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});

describe('one composition root', () => {
  const outside = sources('server').filter(({ path }) => path !== ROOT);

  test('no other file of the server creates a service, except the import program', () => {
    const found = outside.filter(({ text }) => /(?<!function )\bcreate\w+Service\(/.test(text));
    expect(found.map(({ path }) => path)).toEqual(['server/cli/import/run-import.ts']);
  });

  test('it creates every service of the modules, except the one of the import program', () => {
    const unmade = ofKind('service').filter(
      ({ path }) => !root.includes(`'${path.replace('server/', './')}'`) && !path.endsWith('/import.service.ts'),
    );
    expect(unmade.map(({ path }) => path)).toEqual([]);
  });

  test('it creates each service once', () => {
    const made = [...root.matchAll(/ = (create\w+Service\(.*\));/g)].map(([, call = '']) => call);
    expect(made.length).toBeGreaterThan(60);
    expect(made.filter((call, at) => made.indexOf(call) < at)).toEqual([]);
  });

  test('HTTP code imports no module', () => {
    const found = sources('server/http').filter(({ text }) => /from '[^']*\/modules\//.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe('modules', () => {
  /** The file that creates a service, by the name under which other files use it. */
  const madeIn = new Map<string, string>();
  for (const [, name = '', make = ''] of names.matchAll(/readonly (\w+): ReturnType<typeof (\w+)>/g)) {
    const from = new RegExp(`\\b${make}\\b[^;]* from '\\./([^']+)'`).exec(names)?.[1];
    madeIn.set(name, `server/${from}`);
  }
  /** Returns the files of the services that a file uses. */
  const getServices = (text: string) =>
    [...text.matchAll(/Pick<\s*Services,\s*([^>]*)>/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => madeIn.get(name) ?? name),
    );
  const getModule = (path: string) => /^server\/modules\/([^/]+)\//.exec(path)?.[1] ?? null;
  const uses = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const from = getModule(path) ?? '';
    const known = uses.get(from) ?? new Set<string>();
    uses.set(from, known);
    const imported = [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, target = '']) =>
      posix.join(posix.dirname(path), target),
    );
    for (const target of [...imported, ...getServices(text)]) {
      const to = getModule(target);
      if (to !== null && to !== from) known.add(to);
    }
  }
  /** Returns all modules that this one depends on, including itself only if it is part of a cycle. */
  function reached(from: string, found = new Set<string>()): Set<string> {
    for (const to of uses.get(from) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      reached(to, found);
    }
    return found;
  }

  test('no module depends on itself through others', () => {
    expect(uses.get('orders')).toContain('settlement');
    expect(uses.get('contact')).toContain('messages');
    expect([...uses.keys()].filter((name) => reached(name).has(name))).toEqual([]);
  });
});
