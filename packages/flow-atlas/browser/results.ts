import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Case } from '../cases/case.ts';
import { FORMAT, parseStoredRun, VERSION } from '../cases/stored-results.ts';
import type { StoredCase, StoredRun } from '../cases/stored-results.ts';
import { getAllureFile } from './allure.ts';
import { countChecked, findFailure, getVerdict } from './result.ts';
import type { LeftOut, Result, Run } from './result.ts';

/** File of a run's results in the folder of its report. */
export const RESULTS_FILE = 'results.json';

/** Formats a run as `results.json`. */
export function formatResults({ results, leftOut, started, ms, ...run }: Run): string {
  const stored: StoredRun = {
    format: FORMAT,
    version: VERSION,
    machine: run.machine,
    selection: run.selection,
    url: run.url,
    commit: run.commit,
    started: new Date(started).toISOString(),
    seconds: toSeconds(ms),
    cases: [...results.map(toStoredCase), ...leftOut.map(toLeftOutCase)],
  };
  return `${JSON.stringify(stored, null, 2)}\n`;
}

function toStoredCase(result: Result): StoredCase {
  return {
    ...getHead(result.case),
    verdict: getVerdict(result),
    why: null,
    failure: findFailure(result),
    ...countChecked(result),
    seconds: toSeconds(result.ms),
    steps: toStoredSteps(
      result.case,
      result.steps.map(({ picture }) => picture?.file ?? null),
    ),
  };
}

function toLeftOutCase(one: LeftOut): StoredCase {
  const all = one.steps.reduce((sum, { expected }) => sum + expected.length, 0);
  return {
    ...getHead(one),
    verdict: 'left out',
    why: one.why,
    failure: null,
    checked: 0,
    all,
    seconds: 0,
    steps: toStoredSteps(one, []),
  };
}

function getHead({ id, fingerprint, flow, title }: Case): Pick<StoredCase, 'id' | 'fingerprint' | 'flow' | 'title'> {
  return { id, fingerprint, flow, title };
}

function toStoredSteps({ steps }: Case, pictures: readonly (string | null)[]): StoredCase['steps'] {
  return steps.map(({ action, expected }, index) => ({
    action,
    expected: expected.map(({ words, line }) => ({ words, line })),
    picture: pictures[index] ?? null,
  }));
}

function toSeconds(ms: number): number {
  return Math.round(ms) / 1_000;
}

/** Returns the results of the last run into this folder; `null` when there are none that can be read. */
export function readFormerRun(folder: string): StoredRun | null {
  const file = path.join(folder, RESULTS_FILE);
  if (!existsSync(file)) return null;
  try {
    return parseStoredRun(readFileSync(file, 'utf8'), file);
  } catch {
    return null;
  }
}

/** Deletes the pictures and the Allure results of the last run, so that no other run's cases are counted. */
export function removeFormerRun(folder: string, { cases }: StoredRun): void {
  for (const { id, steps } of cases) {
    const files = [getAllureFile(id), ...steps.flatMap(({ picture }) => picture ?? [])];
    for (const file of files) {
      const place = path.join(folder, file);
      // The names come from a file that others may have changed.
      if (!path.relative(folder, place).startsWith('..')) rmSync(place, { force: true });
    }
  }
}
