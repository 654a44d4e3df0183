import type { Check, Expectation } from './expected.ts';
import type { ExpectedLook } from './look.ts';
import type { Move, ScriptStep } from './script.ts';

/**
 * Adds the possible checks to a step. A step that happens while the page opens has no moves: of the previous step only
 * sent calls can still be checked, and of this one no comparison with the page before.
 */
export function addChecks(
  { text, moves, expectations, sight, messages, mayChangeMore }: RawStep,
  index: number,
  all: readonly RawStep[],
): ScriptStep {
  const isPassed = all[index + 1]?.moves.length === 0;
  const lines = expectations.map(({ words, check }): Expectation => {
    if (check === null || (isPassed && check.call === undefined)) return { words, check: null };
    // When a page is left, time passes or something is asked again, more changes, so only the view is checked.
    const isOwn = moves.length > 0 && moves.every((move) => QUIET.has(move.do)) && !mayChangeMore;
    if (check.unchanged === undefined || isOwn) return { words, check };
    const { unchanged: _, ...others } = check;
    return { words, check: Object.keys(others).length > 0 ? others : sight === null ? null : { sight: {} } };
  });
  const checks = lines.flatMap(({ check }) => (check === null ? [] : toCheckMoves(check)));
  const saysNoMessage = lines.some(({ check }) => check?.noMessage !== undefined);
  return {
    text,
    moves: moves.length === 0 ? [] : [{ do: 'step', with: [] }, ...moves],
    expectations: lines,
    checks: [
      ...checks,
      ...(sight === null || isPassed ? [] : toCheckMoves({ sight })),
      ...(messages === null || isPassed || saysNoMessage ? [] : toCheckMoves({ noMessage: messages })),
    ],
  };
}

/** Looks at the page 1 ms before the time of the last wait is over: what goes then must still be there. */
export function withLook(moves: readonly Move[], still: ExpectedLook): readonly Move[] {
  const last = moves.at(-1);
  const [ms] = last?.do === 'pass' ? (last.with as [number]) : [0];
  if (ms < 2 || (still.texts?.length ?? 0) + (still.controls?.length ?? 0) === 0) return moves;
  return [
    ...moves.slice(0, -1),
    { do: 'pass', with: [ms - 1] },
    { do: 'sight', with: [still] },
    { do: 'pass', with: [1] },
  ];
}

/** Actions after which only the machine changes the page. */
const QUIET: ReadonlySet<string> = new Set(['act', 'attempt', 'answer']);

/** A step with everything that could be checked after it. */
export interface RawStep {
  readonly text: string;
  readonly moves: readonly Move[];
  readonly expectations: readonly Expectation[];
  readonly sight: ExpectedLook | null;
  readonly messages: readonly (string | RegExp)[] | null;
  /** Whether the step does more than what the view shows, e.g. sends a call or opens another page. */
  readonly mayChangeMore: boolean;
}

/** Returns the moves that make a check. */
export function toCheckMoves({ text, call, address, noMessage, unchanged, sight }: Check): Move[] {
  return [
    ...(text === undefined ? [] : [{ do: 'text', with: [text] } as const]),
    ...(call === undefined ? [] : [{ do: 'call', with: [call] } as const]),
    ...(address === undefined ? [] : [{ do: 'address', with: [address] } as const]),
    ...(noMessage === undefined ? [] : [{ do: 'noMessage', with: [noMessage] } as const]),
    ...(unchanged === undefined ? [] : [{ do: 'unchanged', with: [] } as const]),
    ...(sight === undefined || Object.keys(sight).length === 0 ? [] : [{ do: 'sight', with: [sight] } as const]),
  ];
}
