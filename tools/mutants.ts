import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { charts } from './mutants/charts.ts';
import type { MutantSelection } from 'model-testing/mutate/sample';
import type { MutantResult, MutantKind } from './mutants/mutant-result.ts';
import { serverCharts } from './mutants/server-charts.ts';
import { sources } from './mutants/sources.ts';
import { runCli } from '../server/cli/shared/cli.ts';
import { formatTable } from './mutants/table.ts';
import type { CountedResult } from './mutants/table.ts';

const USAGE = `npm run test:mutants [-- <name>…] [--seed 1] [--most <n>] [--out <folder>] [--again <folder>]

Runs mutation tests with the tests below the browser. Fails if they notice less than 95 % of a kind or 90 % of a name, or
if they fail without a mutant. The checked-in charts in docs/machines do not count as a test. A test that cannot run twice
in one process notices nothing; the report lists it.

  --seed <n>        seed of the sample for names with many mutants (default: 1)
  --most <n>        judges a sample of at most n mutants per name
  --out <folder>    writes the survivors of each name to a file in the folder
  --again <folder>  judges only the survivors in the folder`;

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  most: { type: 'string' },
  out: { type: 'string' },
  again: { type: 'string' },
} as const;

/** The modules of the server come first: one of them can take a quarter of an hour, and no core waits for it at the end. */
const KINDS: readonly MutantKind[] = [...sources, serverCharts, charts];
/** Processes at the same time: one more than two cores, because each also waits for its database and for time-outs. */
const LANES = 3;
const GATE = 0.95;
/** Gate of each single name: a machine, or a module of the server. */
const MODULE_GATE = 0.9;
/** Names with more than 100 mutants are judged by a sample, so that everything takes less than an hour. */
const WHOLE = { most: 100, sample: 40 };

// An interrupted run ends its tests too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await runCli(USAGE, OPTIONS, async ({ values, positionals }) => {
  const seed = Number(values.seed);
  const found = await Promise.all(KINDS.map(async (kind) => (await kind.names()).map((name) => ({ kind, name }))));
  const all = found.flat();
  const unknown = positionals.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new Error(`Unknown names: ${unknown.join(', ')}. Known names: ${all.map(({ name }) => name).join(', ')}`);
  const queue = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const counted: CountedResult[] = [];
  const began = performance.now();
  await Promise.all(Array.from({ length: LANES }, lane));
  const seconds = (performance.now() - began) / 1_000;
  console.log(`\n${formatTable(counted, { seed, gate: GATE, moduleGate: MODULE_GATE, seconds })}`);
  process.exitCode = isTooLow(counted) || counted.some(({ problems }) => problems.length > 0) ? 1 : 0;

  async function lane(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { kind, name } = next;
      const start = performance.now();
      const again = survivorsIn(values.again, name);
      const judged = await kind.judge(name, { ...getLimit(kind, values.most), seed, again }).catch(failed);
      const one = { kind: kind.name, name, seconds: (performance.now() - start) / 1_000, ...judged };
      counted.push(one);
      console.log(`${kind.name} ${name}: ${judged.judged - judged.survivors.length} of ${judged.judged} noticed`);
      if (values.out !== undefined) write(values.out, seed, one);
    }
  }
});

/** Returns whether too few mutants of a kind or of one name were killed. */
function isTooLow(counted: readonly CountedResult[]): boolean {
  const kinds = [...new Set(counted.map(({ kind }) => kind))];
  const isLow = kinds.some((kind) => {
    const ofKind = counted.filter((one) => one.kind === kind);
    return sum(ofKind, ({ survivors }) => survivors.length) > (1 - GATE) * sum(ofKind, ({ judged }) => judged);
  });
  return isLow || counted.some(({ judged, survivors }) => survivors.length > (1 - MODULE_GATE) * judged);
}

/** The value of `--most`, or as many as fit into an hour. */
function getLimit({ most }: MutantKind, asked: string | undefined): Omit<MutantSelection, 'seed'> {
  if (asked !== undefined) return { most: Number(asked) };
  return most === undefined ? WHOLE : { most };
}

function failed(error: unknown): MutantResult {
  const problems = [error instanceof Error ? error.message : String(error)];
  return { all: 0, judged: 0, survivors: [], timeouts: [], equivalents: {}, dropped: [], peakBytes: 0, problems };
}

function write(
  folder: string,
  seed: number,
  { kind, name, judged, survivors, dropped, problems }: CountedResult,
): void {
  mkdirSync(folder, { recursive: true });
  const head = `${kind} ${name}: ${survivors.length} of ${judged} mutants survived (seed ${seed})`;
  writeFileSync(
    `${folder}/${name}.txt`,
    `${[head, ...problems, ...dropped.map((one) => `dropped ${one}`), ...survivors].join('\n')}\n`,
  );
}

/** Returns the names in a file of survivors, without their source lines; `undefined` without a folder. */
function survivorsIn(folder: string | undefined, name: string): string[] | undefined {
  if (folder === undefined) return undefined;
  const file = `${folder}/${name}.txt`;
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.slice(1).map((line) => line.replace(/ \(line \d+\)$/, ''));
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
