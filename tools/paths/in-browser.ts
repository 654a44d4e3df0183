import path from 'node:path';
import { chromium } from '@playwright/test';
import type { SpecInput } from 'flow-atlas/browser/export';
import { WindowClosed } from 'flow-atlas/browser/by-hand';
import { openGuide } from 'flow-atlas/browser/guide';
import { findFailure, formatChecked, getVerdict } from 'flow-atlas/browser/result';
import type { LeftOut, Result, Verdict } from 'flow-atlas/browser/result';
import { readFormerRun, removeFormerRun } from 'flow-atlas/browser/results';
import { runCase } from 'flow-atlas/browser/run';
import type { RunOptions } from 'flow-atlas/browser/run';
import { createScript } from 'flow-atlas/browser/script';
import type { Script } from 'flow-atlas/browser/script';
import { divideWork, workInShares } from 'flow-atlas/browser/shares';
import { writeRun } from 'flow-atlas/browser/write-run';
import type { Case } from 'flow-atlas/cases/case';
import { selectWalks } from 'flow-atlas/cases/select';
import type { StoredRun } from 'flow-atlas/cases/stored-results';
import { FLAGS, prepareBrowser } from '../../tests/e2e/support/browser.ts';
import { PACKAGE } from '../../tests/e2e/support/package-browser.ts';
import { selectMachines } from './machine-selection.ts';
import { assertShopRuns } from './check-shop.ts';
import { findCommit } from './find-commit.ts';
import { getSubject, createSubjectFinder } from './machines.ts';
import { getSelection } from './options.ts';
import type { Options } from './options.ts';
import { stagedFlows, staging } from './staging.ts';

/** Number of pages that run side by side in a headless run. */
const AT_ONCE = 2;
const REPORT = 'paths-report';

/** Runs the paths. Returns the output. */
export async function runInBrowser(options: Options): Promise<string> {
  const folder = path.resolve(options.into ?? REPORT);
  const { scripts, leftOut: impossible } = await exportCases(options);
  await assertShopRuns(options.url);
  const former = readFormerRun(folder);
  if (former !== null) removeFormerRun(folder, former);
  const started = Date.now();
  const { results, unfinished } = await walkAll(options, scripts, former);
  const leftOut = [...impossible, ...unfinished];
  const { machine, url, isByHand } = options;
  const about = { machine, url, isByHand, selection: getSelection(options), commit: findCommit() };
  const file = writeRun(folder, { results, leftOut, ...about, started, ms: Date.now() - started });
  if (results.some((one) => getVerdict(one) === 'failed') || !results.some((one) => getVerdict(one) === 'passed'))
    process.exitCode = 1;
  return [
    ...formatResults(results, leftOut),
    `${formatChecked(results)}. Report, which marks what only a person can check: ${file}`,
    '',
  ].join('\n');
}

/**
 * Formats the result of a run: each case, and the number of passed ones. A case without a check does not count as
 * passed.
 */
export function formatResults(
  results: readonly Result[],
  leftOut: readonly Pick<LeftOut, 'id' | 'title' | 'why'>[],
): string[] {
  const count = (verdict: Verdict) => results.filter((one) => getVerdict(one) === verdict).length;
  const silent = count('unchecked') === 0 ? '' : `; of ${count('unchecked')} nothing could be checked`;
  return [
    ...results.map(formatResult),
    ...leftOut.map(({ id, title, why }) => `--   ${id} ${title}\n     left out: ${why}`),
    `${count('passed')} of ${results.length} paths passed${silent}; ${leftOut.length} left out.`,
  ];
}

/** Returns cases as scripts, and the cases that have none. Throws a sentence when no case has one. */
export async function exportCases(options: Options): Promise<SpecInput & { readonly leftOut: readonly LeftOut[] }> {
  if (options.machine === null && options.shows === undefined && options.fromRun === undefined && !options.isAll)
    throw new Error('Name one machine to walk its paths in a browser, or all with --all.');
  const all: { told: Case; script: Script | string }[] = [];
  for (const { machine, asked } of await selectMachines(options)) {
    const subject = await getSubject(machine);
    const findSubject = await createSubjectFinder(subject);
    for (const walked of await selectWalks(subject, findSubject, asked))
      all.push({ told: walked.case, script: createScript(subject, findSubject, staging, walked) });
  }
  const scripts = all.flatMap(({ script }) => (typeof script === 'string' ? [] : [script]));
  const leftOut = all.flatMap(({ told, script }) => (typeof script === 'string' ? [{ ...told, why: script }] : []));
  if (scripts.length === 0) {
    const why = leftOut[0]?.why ?? 'there is none';
    throw new Error(
      `No path${options.machine === null ? '' : ` of ${options.machine}`} can be walked in a browser: ${why}. Flows with browser paths: ${stagedFlows.join(', ')}.`,
    );
  }
  return { url: options.url, scripts, leftOut };
}

interface Walked {
  readonly results: readonly Result[];
  /** Cases after the one in which a tester closed a window, with that one. */
  readonly unfinished: readonly LeftOut[];
}

async function walkAll(
  { url, into, isHeaded, isByHand, isBrief, slow }: Options,
  scripts: readonly Script[],
  former: StoredRun | null,
): Promise<Walked> {
  const { executablePath, channel, env, origin } = await prepareBrowser({ isWhole: isHeaded });
  if (isHeaded && origin === PACKAGE)
    throw new Error(
      `--headed needs a Chromium with windows, which ${PACKAGE} does not contain. Run npx playwright install chromium`,
    );
  const browser = await chromium.launch({
    headless: !isHeaded,
    slowMo: slow,
    args: isHeaded ? FLAGS.filter((flag) => !flag.startsWith('--headless')) : FLAGS,
    ...(executablePath && { executablePath }),
    ...(channel && { channel }),
    ...(env && { env }),
  });
  const results: Result[] = [];
  const folder = path.resolve(into ?? REPORT);
  const place = { browser, url, folder, isBrief };
  try {
    if (isByHand) return await walkWithTester(place, scripts);
    const all = weigh(scripts, former).map((weight, index) => ({ work: index, weight }));
    const shares = divideWork(all, isHeaded || slow > 0 ? 1 : AT_ONCE);
    await workInShares(shares, async (index) => {
      const script = scripts[index];
      if (script !== undefined) results[index] = await runCase(place, script);
    });
    return { results, unfinished: [] };
  } finally {
    await browser.close();
  }
}

/** Walks the cases in their order with a tester, until a window is closed. */
export async function walkWithTester(place: RunOptions, scripts: readonly Script[]): Promise<Walked> {
  const guide = await openGuide(place.browser, scripts.length);
  const results: Result[] = [];
  try {
    for (const script of scripts) results.push(await runCase({ ...place, guide }, script));
    return { results, unfinished: [] };
  } catch (error) {
    if (!(error instanceof WindowClosed)) throw error;
    const unfinished = scripts.slice(results.length).map((one) => ({ ...one.case, why: error.message }));
    return { results, unfinished };
  } finally {
    await guide.close();
  }
}

/** Returns the seconds that each case took in the last run; a new one is estimated by its number of steps. */
function weigh(scripts: readonly Script[], former: StoredRun | null): number[] {
  const known = new Map(former?.cases.map(({ id, seconds, steps }) => [id, { seconds, steps: steps.length }]));
  const sum = (of: 'seconds' | 'steps') => [...known.values()].reduce((total, one) => total + one[of], 0);
  const perStep = sum('seconds') > 0 ? sum('seconds') / sum('steps') : 1;
  return scripts.map((script) => known.get(script.case.id)?.seconds ?? script.steps.length * perStep);
}

const MARKS: Readonly<Record<Verdict, string>> = { passed: 'ok  ', failed: 'FAIL', unchecked: '??  ' };

function formatResult(result: Result): string {
  const { id, title, steps } = result.case;
  const verdict = getVerdict(result);
  const failed = findFailure(result);
  const why =
    failed === null
      ? ''
      : `\n     at: ${steps[failed.step - 1]?.action ?? ''}\n     ${failed.words.split('\n').join('\n     ')}`;
  return `${MARKS[verdict]} ${id} ${title}${verdict === 'unchecked' ? '\n     nothing that it says could be checked' : why}`;
}
