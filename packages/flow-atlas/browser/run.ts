import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { Player } from './play.ts';
import { countOf } from './script.ts';
import type { Expectation, Move, Script, ScriptStep } from './script.ts';

export interface Walking {
  readonly browser: Browser;
  readonly url: string;
  /** Output folder for pictures and report. */
  readonly folder: string;
  /** Takes pictures of failed steps only. */
  readonly isBrief?: boolean;
}

/** Result of a step. */
interface Done {
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
  readonly steps: readonly Done[];
  readonly isGreen: boolean;
  /** Number of checked expectations, and of all. */
  readonly checked: number;
  readonly all: number;
}

/** Verdict of a case: it passed, it failed, or nothing in it could be checked. */
export type Verdict = 'green' | 'red' | 'silent';

export function verdictOf({ isGreen, checked }: Pick<Result, 'isGreen' | 'checked'>): Verdict {
  if (!isGreen) return 'red';
  return checked === 0 ? 'silent' : 'green';
}

const STEP_MS = 60_000;

/** Walks a case in a browser, with a picture of each step. */
export async function run(
  { browser, url, folder, isBrief = false }: Walking,
  { case: told, steps }: Script,
): Promise<Result> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  const player = new Player(page);
  const done: Done[] = [];
  mkdirSync(folder, { recursive: true });
  let checked = 0;
  for (const [index, step] of steps.entries()) {
    const failures = await walk(player, step);
    const failure = failures.length === 0 ? null : failures.join('\n');
    const picture = isBrief && failure === null ? null : `${told.id}-${index + 1}.png`;
    // A page that could not be opened has no picture.
    if (picture !== null) await page.screenshot({ path: path.join(folder, picture) }).catch(() => undefined);
    done.push({ text: step.text, expected: step.expectations, picture, failure });
    if (failure !== null) break;
    checked += countOf([step]).checked;
  }
  await context.close();
  const isGreen = done.every(({ failure }) => failure === null);
  return { id: told.id, title: told.title, steps: done, isGreen, checked, all: countOf(steps).all };
}

/** Performs a step and makes all its checks. Returns the failures. */
async function walk(player: Player, { moves, checks }: ScriptStep): Promise<string[]> {
  const made = await failuresOf(player, moves, true);
  return made.length > 0 ? made : failuresOf(player, checks, false);
}

async function failuresOf(player: Player, moves: readonly Move[], isEndedByOne: boolean): Promise<string[]> {
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
export function report(folder: string, results: readonly Result[]): string {
  const file = path.join(folder, 'index.html');
  writeFileSync(file, htmlOf(results));
  return file;
}

function htmlOf(results: readonly Result[]): string {
  const cases = results.map(
    ({ id, title, steps, isGreen, checked, all }) =>
      `<section><h2>${MARKS[verdictOf({ isGreen, checked })]} ${escaped(title)}</h2><p>${id}: ${checked} of ${all} expectations checked</p><ol>${steps.map(stepOf).join('')}</ol></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Paths</title><style>${STYLE}</style><h1>${
    results.filter((one) => verdictOf(one) === 'green').length
  } of ${results.length} paths passed, ${checkedIn(results)}</h1>${cases.join('')}</html>\n`;
}

const MARKS: Readonly<Record<Verdict, string>> = { green: '✓', red: '✗', silent: '?' };

/** `40 of 52 expectations checked`. */
export function checkedIn(results: readonly Pick<Result, 'checked' | 'all'>[]): string {
  const sum = (of: 'checked' | 'all') => results.reduce((total, one) => total + one[of], 0);
  return `${sum('checked')} of ${sum('all')} expectations checked`;
}

function stepOf({ text, expected, picture, failure }: Done): string {
  const seen = expected
    .map(
      ({ words, check }) =>
        `<li>${escaped(words)}${check === null ? ' <em>(not checked: compare the picture)</em>' : ''}</li>`,
    )
    .join('');
  const wrong = failure === null ? '' : `<pre>${escaped(failure)}</pre>`;
  const image = picture === null ? '' : `<img src="${picture}" alt="The page after this step">`;
  return `<li><p>${escaped(text)}</p><ul>${seen}</ul>${wrong}${image}</li>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}img{max-width:100%;border:1px solid #ccc}pre{background:#fee;padding:1rem;white-space:pre-wrap}';
