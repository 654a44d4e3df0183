import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawSample } from 'model-testing/mutate/sample';
import type { MutantSelection } from 'model-testing/mutate/sample';
import type { MutantResult } from '../mutant-result.ts';
import { runVitest } from '../process.ts';
import { EQUIVALENT_SOURCES } from './equivalents.ts';
import { createKindMutants } from './create-mutants.ts';
import type { SourceKind, SourceMutant } from './create-mutants.ts';
import { PLAN_VARIABLE } from './plan.ts';
import type { Line, Plan } from './plan.ts';

/** Restrictions of a run. */
export interface RunFilter {
  /** Only mutants of these files. */
  readonly isPart?: (file: string) => boolean;
  /** Test files that judge instead of all of the kind. */
  readonly tests?: readonly string[];
}

/** Time without a judged mutant after which the run counts as stuck. */
const STALLED_MS = 240_000;

/** Judges mutants of sources by the tests below the browser. */
export async function judgeSources(
  kind: SourceKind,
  asked: MutantSelection,
  { isPart = () => true, tests = getTests(kind) }: RunFilter = {},
): Promise<MutantResult> {
  const equivalents = EQUIVALENT_SOURCES[kind];
  const made = createKindMutants(kind);
  const all = made.filter(({ file }) => isPart(file));
  // The sample does not change when an equivalent is added to the list.
  const sample = drawSample(all, asked, ({ operator }) => operator);
  const folder = workFolder();
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  try {
    const plan: Plan = {
      mutants: sample.filter(({ name }) => equivalents[name] === undefined),
      tests,
      isServer: kind === 'server',
      isAlone: asked.again !== undefined,
      log: path.join(folder, 'log'),
    };
    const lines = await judgeFile(plan, path.join(folder, 'plan.json'));
    const names = new Set(made.map(({ name }) => name));
    const stale = Object.keys(equivalents).filter((name) => !names.has(name));
    return {
      ...judgedFrom(plan.mutants, lines),
      all: all.filter(({ name }) => equivalents[name] === undefined).length,
      equivalents: Object.fromEntries(
        Object.entries(equivalents).filter(([name]) => all.some((one) => one.name === name)),
      ),
      dropped: [...new Set(lines.flatMap((line) => (line.is === 'dropped' ? [`${line.name}: ${line.by}`] : [])))],
      problems: [
        ...lines.flatMap((line) =>
          line.is === 'control failed' ? [`the unchanged sources fail ${line.test}: ${line.by}`] : [],
        ),
        ...stale.map((name) => `listed as equivalent, but no such mutant: ${name}`),
      ],
    };
  } finally {
    process.off('exit', remove);
    remove();
  }
}

const MEMORY = '/dev/shm';
/** Free space that memory needs; some containers have less. */
const MEMORY_BYTES = 2e9;

/**
 * Creates a folder for the run and the files of its tests, in memory if possible, because some tests sync files
 * constantly.
 */
function workFolder(): string {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(path.join(bavail * bsize > MEMORY_BYTES ? MEMORY : tmpdir(), 'mutants-'));
  // The tests' PostgreSQL may run as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  return folder;
}

/** Runs Vitest until each test file has judged all mutants that it reaches. */
async function judgeFile(plan: Plan, file: string): Promise<Line[]> {
  writeFileSync(plan.log, '');
  for (;;) {
    const before = readLog(plan.log);
    const ended = new Set(before.flatMap((line) => (line.is === 'ended' && line.isWhole ? [line.test] : [])));
    const tests = plan.tests.filter((test) => !ended.has(test));
    if (tests.length === 0) return before;
    writeFileSync(file, JSON.stringify({ ...plan, tests }));
    const { said } = await runVitest(
      ['--config', CONFIG],
      { [PLAN_VARIABLE]: file, TMPDIR: path.dirname(file) },
      isStuck(plan.log),
    );
    // The mutant that was being judged, or the file that ran without one, has ended the process.
    for (const { test, ...line } of findUnfinished(plan.log)) {
      if (line.is === 'tried') add(plan.log, { ...line, test, is: 'judged', by: TIMED_OUT });
      else {
        add(plan.log, { is: 'control failed', test, by: `its process ended: ${said.slice(-500)}` });
        add(plan.log, { is: 'ended', test, isWhole: true, memory: 0 });
      }
    }
    if (readLog(plan.log).length <= before.length + 1) throw new Error(`Nothing was judged:\n${said.slice(-2_000)}`);
  }
}

/** Returns whether the log has not grown for a long time. */
function isStuck(log: string): () => boolean {
  return () => Date.now() - statSync(log).mtimeMs > STALLED_MS;
}

const CONFIG = new URL('vitest.config.ts', import.meta.url).pathname;
const TIMED_OUT = 'timed out';

/** Returns the last mutant of each test file, or the file itself, that was not finished. */
function findUnfinished(log: string): Extract<Line, { is: 'begun' | 'tried' }>[] {
  const last = new Map<string, Line>();
  for (const line of readLog(log)) if ('test' in line) last.set(line.test, line);
  return [...last.values()].filter((line) => line.is === 'tried' || line.is === 'begun');
}

function add(log: string, line: Line): void {
  appendFileSync(log, `${JSON.stringify(line)}\n`);
}

function readLog(log: string): Line[] {
  const text = readFileSync(log, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** Folders of the tests that judge each kind, in order: fast ones first, generated paths last. */
const FOLDERS: Readonly<Record<SourceKind, readonly string[]>> = {
  views: ['views', 'routes', 'composition', 'requirements', 'paths'],
  composition: ['services', 'routes', 'composition', 'requirements'],
  rules: ['contract', 'rules', 'services', 'views', 'routes', 'composition', 'requirements', 'paths'],
  routes: ['routes', 'composition', 'requirements'],
  server: ['server'],
};
/** It composes every machine without reading sources or charts. */
const MORE_TESTS = ['tests/architecture/slots.test.ts'];

function getTests(kind: SourceKind): string[] {
  return [...MORE_TESTS, ...testsIn(...FOLDERS[kind])];
}

/**
 * Returns the test files in folders of `tests`, with such a path prefix, or of this kind in the folders of the flows;
 * small ones first.
 */
export function testsIn(...folders: readonly string[]): string[] {
  const found = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.test\.tsx?$/.test(name),
  );
  const weight = (name: string) => statSync(`tests/${name}`).size;
  const inOrder = folders.flatMap((folder) =>
    found
      .filter((name) => name.startsWith(folder) || name.includes(`.${folder}.test.`))
      .sort((a, b) => weight(a) - weight(b)),
  );
  return [...new Set(inOrder)].map((name) => `tests/${name}`);
}

function judgedFrom(mutants: readonly SourceMutant[], lines: readonly Line[]) {
  const noticedBy = new Map(
    lines.flatMap((line) => (line.is === 'judged' && line.by !== null ? [[line.mutant, line.by] as const] : [])),
  );
  const named = ({ name, line }: SourceMutant) => `${name} (line ${line})`;
  return {
    judged: mutants.length,
    survivors: mutants.filter((_, id) => !noticedBy.has(id)).map(named),
    timeouts: mutants.filter((_, id) => noticedBy.get(id)?.endsWith(TIMED_OUT)).map(named),
    peakBytes: Math.max(...lines.map((line) => ('memory' in line ? line.memory : 0))),
  };
}
