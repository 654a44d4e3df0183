import type { Browser } from '@playwright/test';
import { markJudged, walkByHand, WindowClosed } from './by-hand.ts';
import type { HandStep } from './by-hand.ts';
import { Failure, toSentence } from './failure.ts';
import type { Finding } from './failure.ts';
import type { Guide } from './guide.ts';
import { createPictures } from './picture.ts';
import type { Picture, PictureRequest } from './picture.ts';
import { Player } from './play.ts';
import type { Result, StepResult } from './result.ts';
import type { Move, Script, ScriptStep } from './script.ts';

export interface RunOptions {
  readonly browser: Browser;
  readonly url: string;
  /** Output folder for pictures. */
  readonly folder: string;
  /** Takes pictures of failed steps only. */
  readonly isBrief?: boolean;
  /** Lets a tester act and judge. */
  readonly guide?: Guide | undefined;
}

/** A page that answers nothing for so long has stopped. Milliseconds. */
const STEP_MS = 90_000;

/**
 * Walks a case in a browser, with a picture of each step that changes the page. Throws `WindowClosed` when a tester
 * closes a window.
 */
export async function runCase(
  { browser, url, folder, isBrief = false, guide }: RunOptions,
  { case: told, steps }: Script,
): Promise<Result> {
  const started = Date.now();
  const viewport = guide?.pageSize ?? { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: url, viewport });
  try {
    const page = await context.newPage();
    await guide?.placeProduct(page);
    const player = new Player(page);
    const closed = new Promise<never>((_, reject) => page.once('close', () => reject(new WindowClosed())));
    closed.catch(() => undefined);
    const takePicture = await createPictures(page, folder);
    const done: StepResult[] = [];
    for (const [index, step] of steps.entries()) {
      const isReached = done.every(({ outcome }) => outcome === 'passed');
      const name = `${told.id}-${index + 1}`;
      const judge =
        guide === undefined ? null : (one: ScriptStep) => judgeStep({ player, guide, closed, case: told }, index, one);
      const place = { player, takePicture, name, isBrief, judge, stepsLeft: steps.length - index };
      done.push(isReached ? await runStep(place, step) : skip(step));
    }
    return { case: told, steps: done, started, ms: Date.now() - started };
  } finally {
    // A tester may have closed it.
    await context.close().catch(() => undefined);
  }
}

interface Place {
  readonly player: Player;
  readonly takePicture: (request: PictureRequest) => Promise<Picture | null>;
  /** Name of the picture. */
  readonly name: string;
  readonly isBrief: boolean;
  /** Performs a step with a tester; `null` without one. */
  readonly judge: ((step: ScriptStep) => Promise<unknown[]>) | null;
  readonly stepsLeft: number;
}

const NOTHING = { picture: null, changes: { fresh: [], gone: [] } };

function skip({ expectations }: ScriptStep): StepResult {
  return { expected: expectations, outcome: 'not reached', failure: null, ...NOTHING, started: Date.now(), ms: 0 };
}

/** Performs a step and makes all its checks. */
async function runStep(place: Place, step: ScriptStep): Promise<StepResult> {
  const started = Date.now();
  // A tester may take any time.
  const work = place.judge?.(step) ?? within(STEP_MS, performStep(place.player, step));
  const errors = await work.catch((error: unknown) => [error]);
  const closed = errors.find((error) => error instanceof WindowClosed);
  if (closed !== undefined) throw closed;
  const failures = getFindings(errors);
  // A page that could not be opened has no picture.
  const shown = await within(STEP_MS, showStep(place, step, failures)).catch(() => NOTHING);
  return {
    expected: place.judge === null ? step.expectations : markJudged(step),
    outcome: failures.length === 0 ? 'passed' : 'failed',
    failure: failures.length === 0 ? null : failures.map(({ sentence }) => sentence).join('\n'),
    ...shown,
    started,
    ms: Date.now() - started,
  };
}

/** Returns what is wrong, each thing once: the last check knows the most about it. */
function getFindings(errors: readonly unknown[]): Finding[] {
  const all = errors.flatMap((error) =>
    error instanceof Failure ? error.findings : [{ sentence: toSentence(error), places: [] }],
  );
  const getSubject = (sentence: string) => sentence.replace(/ On the page.*/s, '');
  return [...new Map(all.map((one) => [getSubject(one.sentence), one])).values()];
}

/** A case that a tester walks. */
interface HandCase extends Pick<HandStep, 'case' | 'closed'> {
  readonly player: Player;
  readonly guide: Guide;
}

/** Performs a step with a tester, who has the last word about it. */
async function judgeStep({ player, guide, ...about }: HandCase, step: number, one: ScriptStep): Promise<unknown[]> {
  const { moves, checks } = one;
  const check = async () => getFindings(await collectErrors(player, checks, false)).map(({ sentence }) => sentence);
  const seen = await walkByHand(player, guide, {
    ...about,
    step,
    moves,
    perform: (move) => perform(player, move),
    check: checks.length === 0 ? null : check,
  });
  return seen === null ? [] : [new Failure([{ sentence: seen, places: [] }])];
}

async function performStep(player: Player, { moves, checks }: ScriptStep): Promise<unknown[]> {
  const failed = await collectErrors(player, moves, true);
  return failed.length > 0 ? failed : collectErrors(player, checks, false);
}

async function collectErrors(player: Player, moves: readonly Move[], isEndedByOne: boolean): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (const move of moves) {
    try {
      await perform(player, move);
    } catch (error) {
      errors.push(error);
      if (isEndedByOne) break;
    }
  }
  return errors;
}

function perform(player: Player, move: Move): Promise<void> {
  return (player[move.do] as (...given: readonly unknown[]) => Promise<void>)(...move.with);
}

/** Takes a picture of a step that has failed or has changed the page. */
async function showStep(
  { player, takePicture, name, isBrief, stepsLeft }: Place,
  { moves }: ScriptStep,
  failures: readonly Finding[],
): Promise<Pick<StepResult, 'picture' | 'changes'>> {
  const isFailure = failures.length > 0;
  // A step without moves happens while the page opens, and the picture before shows it.
  if (!isFailure && (isBrief || moves.length === 0)) return NOTHING;
  const { fresh, gone, isFirst } = await player.changes();
  if (!isFailure && fresh.length + gone.length === 0) return NOTHING;
  const wrong = failures.flatMap((one) => one.places);
  const places = wrong.length > 0 ? wrong : isFirst ? [] : fresh;
  const picture = await takePicture({ name, places, isFailure, stepsLeft });
  return { picture, changes: isFirst ? NOTHING.changes : { fresh, gone } };
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The page has stopped: it did not respond within ${ms / 1_000} s.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
