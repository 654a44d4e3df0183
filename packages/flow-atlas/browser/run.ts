import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { Player } from './play.ts';
import { countChecks } from './script.ts';
import type { Expectation, Move, Script, ScriptStep } from './script.ts';

export interface RunOptions {
  readonly browser: Browser;
  readonly url: string;
  /** Output folder for pictures and report. */
  readonly folder: string;
  /** Takes pictures of failed steps only. */
  readonly isBrief?: boolean;
}

/** Result of a step. */
interface StepResult {
  readonly text: string;
  readonly expected: readonly Expectation[];
  /** File of its picture, or `null`. */
  readonly picture: string | null;
  /** `null` when the step passed. */
  readonly failure: string | null;
}

/** Result of a case; `steps` end with the failed one. */
export interface Result {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly StepResult[];
  readonly isGreen: boolean;
  /** Number of checked expectations, and of all. */
  readonly checked: number;
  readonly all: number;
}

/** Verdict of a case: it passed, it failed, or nothing in it could be checked. */
export type Verdict = 'green' | 'red' | 'silent';

export function getVerdict({ isGreen, checked }: Pick<Result, 'isGreen' | 'checked'>): Verdict {
  if (!isGreen) return 'red';
  return checked === 0 ? 'silent' : 'green';
}

const STEP_MS = 60_000;

/** Walks a case in a browser, with a picture of each step. */
export async function runCase(
  { browser, url, folder, isBrief = false }: RunOptions,
  { case: told, steps }: Script,
): Promise<Result> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  const player = new Player(page);
  const done: StepResult[] = [];
  mkdirSync(folder, { recursive: true });
  let checked = 0;
  for (const [index, step] of steps.entries()) {
    const failures = await runStep(player, step);
    const failure = failures.length === 0 ? null : failures.join('\n');
    const picture = isBrief && failure === null ? null : `${told.id}-${index + 1}.png`;
    // A page that could not be opened has no picture.
    if (picture !== null) await page.screenshot({ path: path.join(folder, picture) }).catch(() => undefined);
    done.push({ text: step.text, expected: step.expectations, picture, failure });
    if (failure !== null) break;
    checked += countChecks([step]).checked;
  }
  await context.close();
  const isGreen = done.every(({ failure }) => failure === null);
  return { id: told.id, title: told.title, steps: done, isGreen, checked, all: countChecks(steps).all };
}

/** Performs a step and makes all its checks. Returns the failures. */
async function runStep(player: Player, { moves, checks }: ScriptStep): Promise<string[]> {
  const made = await collectFailures(player, moves, true);
  return made.length > 0 ? made : collectFailures(player, checks, false);
}

async function collectFailures(player: Player, moves: readonly Move[], isEndedByOne: boolean): Promise<string[]> {
  const failures: string[] = [];
  for (const move of moves) {
    try {
      await (player[move.do] as (...given: readonly unknown[]) => Promise<void>)(...move.with);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      if (isEndedByOne) break;
    }
  }
  return failures;
}

/** Writes a page with every step, its words and its picture. Returns the file. */
export function writeReport(folder: string, results: readonly Result[]): string {
  const file = path.join(folder, 'index.html');
  writeFileSync(file, renderReport(results));
  return file;
}

function renderReport(results: readonly Result[]): string {
  const cases = results.map(
    ({ id, title, steps, isGreen, checked, all }) =>
      `<section><h2>${MARKS[getVerdict({ isGreen, checked })]} ${escapeHtml(title)}</h2><p>${id}: ${checked} of ${all} expectations checked</p><ol>${steps.map(renderStep).join('')}</ol></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Paths</title><style>${STYLE}</style><h1>${
    results.filter((one) => getVerdict(one) === 'green').length
  } of ${results.length} paths passed, ${formatChecked(results)}</h1>${cases.join('')}</html>\n`;
}

const MARKS: Readonly<Record<Verdict, string>> = { green: '✓', red: '✗', silent: '?' };

/** `40 of 52 expectations checked`. */
export function formatChecked(results: readonly Pick<Result, 'checked' | 'all'>[]): string {
  const sum = (of: 'checked' | 'all') => results.reduce((total, one) => total + one[of], 0);
  return `${sum('checked')} of ${sum('all')} expectations checked`;
}

function renderStep({ text, expected, picture, failure }: StepResult): string {
  const seen = expected
    .map(
      ({ words, check }) =>
        `<li>${escapeHtml(words)}${check === null ? ' <em>(not checked: compare the picture)</em>' : ''}</li>`,
    )
    .join('');
  const wrong = failure === null ? '' : `<pre>${escapeHtml(failure)}</pre>`;
  const image = picture === null ? '' : `<img src="${picture}" alt="The page after this step">`;
  return `<li><p>${escapeHtml(text)}</p><ul>${seen}</ul>${wrong}${image}</li>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}img{max-width:100%;border:1px solid #ccc}pre{background:#fee;padding:1rem;white-space:pre-wrap}';
