import type { Guide, GuideAnswer, GuideRequest } from './guide.ts';
import type { Player } from './play.ts';
import type { Move, ScriptStep } from './script.ts';

/** A case that a tester walks: the player stages it, answers its calls and moves its clock; the tester does the rest. */

/** The tester has closed a window. */
export class WindowClosed extends Error {
  constructor() {
    super('a window was closed before its end');
  }
}

/** Moves of a tester. The player makes all others, because they are answers, time, or another tab. */
const OWN: ReadonlySet<Move['do']> = new Set(['act', 'attempt']);
/** Pause between two looks at what the tester has done. Milliseconds. */
const LOOK_MS = 200;

export interface HandStep {
  readonly case: GuideRequest['case'];
  /** Index of the step. */
  readonly step: number;
  readonly moves: readonly Move[];
  /** Rejects when the page is closed. */
  readonly closed: Promise<never>;
  readonly perform: (move: Move) => Promise<void>;
  /** Makes the browser's checks and returns the sentences of what differs. */
  readonly check: (() => Promise<readonly string[]>) | null;
}

/** Walks a step with a tester. Returns what the tester saw instead, `null` for nothing. Throws `WindowClosed`. */
export async function walkByHand(
  player: Player,
  guide: Guide,
  { case: told, step, moves, closed, perform, check }: HandStep,
): Promise<GuideAnswer> {
  const about = { case: told, step, isOwn: moves.some(isOwn) };
  for (const [index, move] of moves.entries()) {
    if (!isOwn(move)) await perform(move);
    // The sentence of a step tells all moves of the tester that follow each other.
    else if (!isOwn(moves[index + 1]))
      await askWhileUsed(player, closed, guide.ask({ ...about, ask: 'act', findings: null }));
  }
  const findings = check === null ? null : await check();
  return askWhileUsed(player, closed, guide.ask({ ...about, ask: 'judge', findings }));
}

function isOwn(move: Move | undefined): boolean {
  return move !== undefined && OWN.has(move.do);
}

/** Runs the tasks of the page until the guide has an answer, because the clock of the page is stopped. */
async function askWhileUsed(player: Player, closed: Promise<never>, asked: Promise<GuideAnswer>): Promise<GuideAnswer> {
  const answered = asked.then(() => true);
  answered.catch(() => undefined);
  try {
    do await Promise.race([player.settle(), closed]);
    while (!(await Promise.race([answered, pause(), closed])));
    return await asked;
  } catch (error) {
    throw /has been closed/.test(String(error)) ? new WindowClosed() : error;
  }
}

function pause(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_MS, false));
}

/** Marks every expectation of a step as checked. */
export function markJudged({ expectations }: Pick<ScriptStep, 'expectations'>): ScriptStep['expectations'] {
  return expectations.map(({ words, check }) => ({ words, check: check ?? {} }));
}
