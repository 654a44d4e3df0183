import path from 'node:path';
import { chromium } from '@playwright/test';
import { formatSpec } from 'flow-atlas/browser/export';
import type { SpecInput } from 'flow-atlas/browser/export';
import { formatChecked, writeReport, runCase, getVerdict } from 'flow-atlas/browser/run';
import type { Result, Verdict } from 'flow-atlas/browser/run';
import { createScript } from 'flow-atlas/browser/script';
import type { Script } from 'flow-atlas/browser/script';
import { selectWalks } from 'flow-atlas/cases/select';
import { FLAGS, prepareBrowser } from '../../tests/e2e/support/browser.ts';
import { PACKAGE } from '../../tests/e2e/support/package-browser.ts';
import { getMachineSelections } from './machine-selection.ts';
import { assertShopRuns } from './check-shop.ts';
import { getSubject, createSubjectFinder } from './machines.ts';
import type { Options } from './options.ts';
import { stagedFlows, staging } from './staging.ts';

/** Number of pages that run side by side in a headless run. */
const AT_ONCE = 2;
const REPORT = 'paths-report';

/** Exports the paths as a spec, or runs them. Returns the output. */
export async function runInBrowser(options: Options): Promise<string> {
  const exported = await exportCases(options);
  const { scripts, leftOut } = exported;
  if (scripts.length === 0) {
    const why = leftOut[0]?.why ?? 'there is none';
    throw new Error(
      `No path of ${options.machine ?? ''} can be walked in a browser: ${why}. Flows with browser paths: ${stagedFlows.join(', ')}.`,
    );
  }
  if (!options.isRun) return formatSpec(exported);
  await assertShopRuns(options.url);
  const results = await walkAll(options, exported);
  const file = writeReport(path.resolve(options.into ?? REPORT), results);
  if (results.some((one) => getVerdict(one) === 'red') || !results.some((one) => getVerdict(one) === 'green'))
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
export function formatResults(results: readonly Result[], leftOut: SpecInput['leftOut']): string[] {
  const count = (verdict: Verdict) => results.filter((one) => getVerdict(one) === verdict).length;
  const silent = count('silent') === 0 ? '' : `; of ${count('silent')} nothing could be checked`;
  return [
    ...results.map(formatResult),
    ...leftOut.map(({ id, title, why }) => `--   ${id} ${title}\n     left out: ${why}`),
    `${count('green')} of ${results.length} paths passed${silent}; ${leftOut.length} left out.`,
  ];
}

/** Returns cases as scripts, and the cases that have none. */
export async function exportCases(options: Options): Promise<SpecInput> {
  if (options.machine === null && options.shows === undefined)
    throw new Error('Name one machine to run its paths in a browser.');
  const all: { id: string; title: string; script: Script | string }[] = [];
  for (const { machine, asked } of getMachineSelections(options)) {
    const subject = await getSubject(machine);
    const findSubject = await createSubjectFinder(subject);
    for (const walked of await selectWalks(subject, findSubject, asked))
      all.push({ ...walked.case, script: createScript(subject, findSubject, staging, walked) });
  }
  return {
    url: options.url,
    scripts: all.flatMap(({ script }) => (typeof script === 'string' ? [] : [script])),
    leftOut: all.flatMap(({ id, title, script }) => (typeof script === 'string' ? [{ id, title, why: script }] : [])),
  };
}

async function walkAll({ url, into, isHeaded, isBrief, slow }: Options, { scripts }: SpecInput): Promise<Result[]> {
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
  const queue = [...scripts.entries()];
  const walkOn = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, script] = next;
      results[index] = await runCase({ browser, url, folder: path.resolve(into ?? REPORT), isBrief }, script);
    }
  };
  try {
    await Promise.all(Array.from({ length: isHeaded || slow > 0 ? 1 : AT_ONCE }, walkOn));
    return results;
  } finally {
    await browser.close();
  }
}

const MARKS: Readonly<Record<Verdict, string>> = { green: 'ok  ', red: 'FAIL', silent: '??  ' };

function formatResult(result: Result): string {
  const { id, title, steps } = result;
  const failed = steps.find(({ failure }) => failure !== null);
  const why =
    failed === undefined ? '' : `\n     at: ${failed.text}\n     ${failed.failure?.split('\n').join('\n     ') ?? ''}`;
  return `${MARKS[getVerdict(result)]} ${id} ${title}${getVerdict(result) === 'silent' ? '\n     nothing that it says could be checked' : why}`;
}
