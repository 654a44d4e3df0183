import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MutantLine, MutantRun } from 'model-testing/mutants';
import type { MutantSelection } from 'model-testing/mutate/sample';
import type { MutantResult, MutantKind } from './mutant-result.ts';
import { sources } from '../../tests/support/files.ts';
import { runVitest } from './process.ts';

const FOLDER = 'tests/flows';
/** On a quiet machine the rows of the largest machine take less than a minute, so anything longer than this hangs. */
const HANGS_MS = 300_000;

/** The browser's machines. A separate process judges each of them by its rows, its model, its paths and its views. */
export const charts: MutantKind = {
  name: 'charts',
  names: () => Promise.resolve(files().map(getFlowName)),
  judge: judgeChart,
};

/** Sorted by size, largest machines first. */
function files(): string[] {
  const sizes = new Map(
    sources('src/machines').map(({ path: file, text }) => [path.basename(file, '.machine.ts'), text.length] as const),
  );
  const size = (file: string) => sizes.get(getFlowName(file)) ?? 0;
  return sources(FOLDER)
    .map(({ path: file }) => file)
    .filter((file) => /\.paths\.test\.tsx?$/.test(file))
    .sort((a, b) => size(b) - size(a));
}

function getFlowName(file: string): string {
  return path.basename(file).split('.', 1)[0] ?? '';
}

async function judgeChart(name: string, asked: MutantSelection): Promise<MutantResult> {
  const file = files().find((one) => getFlowName(one) === name) ?? name;
  const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  const report = path.join(folder, 'report.jsonl');
  const timeouts: string[] = [];
  try {
    for (let from = 0, isOver = false; !isOver;) {
      const run: MutantRun = { ...asked, from, report };
      const { said } = await runVitest([file, '--project', 'paths'], { MUTANTS: JSON.stringify(run) }, () =>
        isStuck(report),
      );
      const lines = readLines(report);
      const last = lines.at(-1);
      isOver = last?.type !== 'begin';
      if (last?.type === 'begin') {
        timeouts.push(last.name);
        from = last.index + 1;
      } else if (last?.type !== 'end') {
        throw new Error(`${name} exited early:\n${said.slice(-2_000)}`);
      }
    }
    return judgedFrom(readLines(report), timeouts);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isStuck(report: string): boolean {
  return existsSync(report) && Date.now() - statSync(report).mtimeMs > HANGS_MS;
}

function readLines(report: string): MutantLine[] {
  if (!existsSync(report)) return [];
  return readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as MutantLine);
}

function judgedFrom(lines: readonly MutantLine[], timeouts: readonly string[]): MutantResult {
  const of = <Type extends MutantLine['type']>(type: Type) =>
    lines.filter((line): line is Extract<MutantLine, { type: Type }> => line.type === type);
  const [start] = of('start');
  const judged = of('judged');
  return {
    all: start?.all ?? 0,
    judged: judged.length + timeouts.length,
    survivors: judged.filter(({ by }) => by === null).map(({ name }) => name),
    timeouts,
    equivalents: start?.equivalents ?? {},
    dropped: [],
    peakBytes: Math.max(...[...judged, ...of('control')].map(({ peakBytes }) => peakBytes)),
    problems: [
      ...of('control').flatMap(({ complaint }) => (complaint === null ? [] : [`the unchanged machine: ${complaint}`])),
      ...(start?.stale ?? []).map((one) => `listed as equivalent, but no such mutant: ${one}`),
    ],
  };
}
