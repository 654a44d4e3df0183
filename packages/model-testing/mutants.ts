import { appendFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { createJudges } from './mutate/judges.ts';
import type { Judge, MutantOptions } from './mutate/judges.ts';
import type { Mutant } from './mutate/machine-parts.ts';
import { sampleFew, drawSample } from './mutate/sample.ts';
import type { MutantSelection } from './mutate/sample.ts';
import { isSame } from './mutate/starts.ts';
import type { Model } from './model/define.ts';
import type { Graph } from './model/explore.ts';
import type { Claim } from './table/claims.ts';
import { createMutants, rebuildUnchanged } from './model/mutate.ts';
import { getEdges, getStateName } from './model/structure.ts';

export type { MutantOptions } from './mutate/judges.ts';

/** Share of mutants that must be killed, without the listed equivalents. */
const GATE = 0.95;
/**
 * The share that rows, coverage and unclaimed behaviour alone must kill; walks and views, which kill more, take longer.
 */
const GATE_OF_FEW = 0.85;

/** Options of `tools/mutants.ts`, as JSON in MUTANTS; `MUTANTS=1` for the defaults. */
export interface MutantRun extends MutantSelection {
  /** Index in the sample at which to continue. */
  readonly from: number;
  /** File for one line of JSON per mutant; `null` to print the survivors and check the gate here. */
  readonly report: string | null;
}

/** The lines of a report. */
export type MutantLine =
  | {
      readonly type: 'start';
      readonly all: number;
      readonly sample: number;
      readonly equivalents: Readonly<Record<string, string>>;
      /** Listed equivalents that are no mutants. */
      readonly stale: readonly string[];
    }
  | { readonly type: 'begin'; readonly index: number; readonly name: string }
  | {
      readonly type: 'judged';
      readonly index: number;
      readonly name: string;
      readonly kind: string;
      /** The judge that killed it, or `null` when it survived. */
      readonly by: string | null;
      readonly ms: number;
      readonly peakBytes: number;
    }
  /** Complaint about the unchanged machine, before and after the mutants; `null` when there is none. */
  | { readonly type: 'control'; readonly complaint: string | null; readonly peakBytes: number }
  | { readonly type: 'end' };

const DEFAULTS: MutantRun = { most: 400, seed: 1, from: 0, report: null };

/**
 * Judges mutants of the machine by everything that tests it: rows, model, paths and views. The checked-in text of the
 * chart is not a judge.
 */
export function mutantTests<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  options: MutantOptions<Machine>,
): void {
  const run = { ...DEFAULTS, ...(JSON.parse(process.env['MUTANTS'] ?? '{}') as Partial<MutantRun>) };
  test(`${model.flow}: notices wrong machines`, { timeout: 3_600_000 }, async () => {
    const lines: MutantLine[] = [];
    const tell = (line: MutantLine) => {
      lines.push(line);
      if (run.report !== null) appendFileSync(run.report, `${JSON.stringify(line)}\n`);
    };
    await judgeAll(model, options, run, tell);
    if (run.report !== null) return;
    const judged = lines.flatMap((line) => (line.type === 'judged' ? [line] : []));
    const survivors = judged.filter(({ by }) => by === null).map(({ name }) => name);
    console.log(`${model.flow}: ${judged.length - survivors.length} of ${judged.length} mutants noticed`);
    for (const name of survivors) console.log(`  survived: ${name}`);
    expect(lines.flatMap((line) => (line.type === 'control' ? (line.complaint ?? []) : []))).toEqual([]);
    expect(survivors.length).toBeLessThanOrEqual((1 - GATE) * judged.length);
  });
}

/**
 * A fixed sample that fits into a test, after the rows have run: rows, coverage or unclaimed behaviour must kill most
 * of it. It contains only mutants of a single state, without listed equivalents and behaviour named in `beyond`.
 */
export function sampleMutants<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  options: MutantOptions<Machine>,
  graph: () => Graph,
  claims: () => Promise<readonly Claim[]>,
): void {
  test('notices wrong machines', { timeout: 120_000 }, async () => {
    const judges = createJudges(model, options);
    judges.know(await claims(), graph());
    const survivors: string[] = [];
    const excused = placesBeyond(model);
    const all = findUnlisted(model).filter(
      (mutant) =>
        mutant.state !== null &&
        !canRunInCircles(mutant) &&
        !excused.some((place) => mutant.name.includes(` ${place}`)),
    );
    const few = sampleFew(all);
    for (const mutant of few) {
      if ((await judgeOne(judges.judgeByRows, mutant)) === null) survivors.push(mutant.name);
      await setImmediate();
    }
    if (survivors.length > (1 - GATE_OF_FEW) * few.length) expect(survivors).toEqual([]);
  });
}

/**
 * The clock itself reports a timer of 0 ms that leads back to its state, so such a mutant does not measure the rows.
 */
function canRunInCircles({ kind, name }: Mutant): boolean {
  return kind === 'retarget' && name.includes(': after ');
}

/** Places without a row, as mutants name them. Only paths and invariants judge them, which take too long for a test. */
function placesBeyond<Machine extends AnyStateMachine>({ machine, beyond = [] }: Model<Machine>): string[] {
  return getEdges(machine)
    .filter(({ id }) => beyond.some(({ what }) => what.test(id)))
    .map(({ source, on, kind }) => `${getStateName(source)}: ${kind === 'always' ? 'always' : on}`);
}

async function judgeAll<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  options: MutantOptions<Machine>,
  { from, ...asked }: MutantRun,
  tell: (line: MutantLine) => void,
): Promise<void> {
  const judges = createJudges(model, options);
  const all = findUnlisted(model);
  const sample = drawSample(all, asked, ({ kind }) => kind);
  const equivalents = model.equivalents ?? {};
  const known = new Set(selectDifferent(model).map(({ name }) => name));
  const stale = Object.keys(equivalents).filter((name) => !known.has(name));
  tell({ type: 'start', all: all.length, sample: sample.length, equivalents, stale });
  const control = async () =>
    tell({
      type: 'control',
      complaint: await judges.judge(rebuildUnchanged(model.machine), { name: '', state: null }),
      peakBytes: peakBytes(),
    });
  for (const complaint of await judges.learn(rebuildUnchanged(model.machine)))
    tell({ type: 'control', complaint, peakBytes: peakBytes() });
  await control();
  for (const [index, mutant] of sample.entries()) {
    if (index < from) continue;
    tell({ type: 'begin', index, name: mutant.name });
    const began = performance.now();
    const by = await judgeOne(judges.judge, mutant);
    const ms = Math.round(performance.now() - began);
    tell({ type: 'judged', index, name: mutant.name, kind: mutant.kind, by, ms, peakBytes: peakBytes() });
    // Drawn pages are freed in a turn of the event loop, which promises alone never yield to.
    await setImmediate();
  }
  await control();
  tell({ type: 'end' });
}

function findUnlisted<Machine extends AnyStateMachine>(model: Model<Machine>): Mutant[] {
  return selectDifferent(model).filter(({ name }) => model.equivalents?.[name] === undefined);
}

/** Returns the mutants that differ from the machine for some input of the model. */
function selectDifferent<Machine extends AnyStateMachine>({ machine, inputs }: Model<Machine>): Mutant[] {
  return createMutants(machine).filter((mutant) => !isSame(mutant, machine, inputs));
}

async function judgeOne(judge: Judge['judge'], mutant: Mutant): Promise<string | null> {
  try {
    return await judge(mutant.build(), mutant);
  } catch (error) {
    return `it cannot be built: ${String(error)}`;
  }
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}
