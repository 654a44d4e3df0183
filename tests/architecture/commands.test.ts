import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getParts, STATIC } from '../../scripts/validate/parts.ts';
import { sources } from '../support/files.ts';

/** A test or a workflow starts every command, so that a broken command is noticed. */

const all = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
/** Without the former names, which `tests/cases/command-lines.test.ts` covers. */
const scripts = Object.fromEntries(Object.entries(all.scripts).filter(([, it]) => !it.includes('scripts/renamed.ts')));
const README = readFileSync('README.md', 'utf8');
/** The pages that document the commands. */
const GUIDES = ['README.md', 'CONTRIBUTING.md', ...pagesIn('docs'), 'demo/README.md'];

function pagesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []));
}

/** Parts of a command that do different work, selected by the first argument. */
const PARTS: Readonly<Record<string, RegExp>> = {
  bench: /^(catalogue|searched|hostile|embedded|pages|interactions|peers)\b/,
};

/** Returns the commands that a text runs or documents, for example `paths`, `bench catalogue`, `test`. */
function commandsIn(text: string): Set<string> {
  const found = [...text.matchAll(/\bnpm (?:run (?:-s |--silent )?([\w:-]+)|(test|start)\b)(?:\s+--\s+([^\n`#]*))?/g)];
  return new Set(found.map(([, run, short, args = '']) => named(run ?? short ?? '', args)));
}

function named(script: string, args: string): string {
  const part = PARTS[script]?.exec(args)?.[1];
  return part === undefined ? script : `${script} ${part}`;
}

/** Returns the commands that workflows run, directly or through `npm test`. */
function startedByWorkflows(): Set<string> {
  const files = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
  const told = [...files, '.ci/run'].filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  const parts = [...STATIC, ...getParts('core'), ...getParts('all')].map(({ command }) => command);
  return new Set([...told.map(withoutComments), ...parts].flatMap((text) => [...commandsIn(text)]));
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*#.*$/gm, '');
}

/** Returns the scripts whose file a test starts in a separate process. */
function startedByTests(): Set<string> {
  const tests = sources('tests').filter(({ text }) =>
    /\b(?:spawn|spawnSync|fork|execFile|execFileSync|runSources|runCommandLine)\(/.test(text),
  );
  return new Set(
    Object.entries(scripts).flatMap(([name, command]) => {
      const file = /^(?:node --import )?tsx (?:--\S+ )*((?:scripts|server\/cli|tools)\/([\w-]+)\.ts)$/.exec(command);
      if (file === null) return [];
      const [, path = '', command_ = ''] = file;
      const isStarted = tests.some(
        ({ text }) =>
          text.includes(`'${path}'`) ||
          text.includes(`'${command_}.ts'`) ||
          new RegExp(`\\b(?:runSources|runCommandLine)\\(\\s*'${command_}'`).test(text),
      );
      return isStarted ? [name] : [];
    }),
  );
}

function neverStarted(known: Iterable<string>, started: ReadonlySet<string>): string[] {
  return [...known].filter((one) => !started.has(one)).sort();
}

const started = new Set([...startedByWorkflows(), ...startedByTests()]);

test('a test or a workflow starts every script of package.json', () => {
  expect(neverStarted(Object.keys(scripts), started)).toEqual([]);
});

test('every command in the guides is a script, and each of its parts is started', () => {
  const commands = [...new Set(GUIDES.flatMap((file) => [...commandsIn(readFileSync(file, 'utf8'))]))];
  expect(commands.map((one) => one.split(' ')[0] ?? '').filter((one) => scripts[one] === undefined)).toEqual([]);
  expect(neverStarted(commands, started)).toEqual([]);
});

test('the guides document every script of package.json', () => {
  const named = new Set(GUIDES.flatMap((file) => [...commandsIn(readFileSync(file, 'utf8'))]));
  expect(Object.keys(scripts).filter((one) => !named.has(one))).toEqual([]);
});

test('the README has at most 700 words', () => {
  expect(README.split(/\s+/).length).toBeLessThanOrEqual(700);
});

test('finds a script that nothing starts', () => {
  expect(neverStarted(['paths', 'made-up', 'bench made-up'], started)).toEqual(['bench made-up', 'made-up']);
  expect(commandsIn('run `npm run bench -- catalogue` or `npm test`, then npm run -s paths -- cart')).toEqual(
    new Set(['bench catalogue', 'test', 'paths']),
  );
});
