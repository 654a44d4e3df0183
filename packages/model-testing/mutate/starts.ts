import { isDeepStrictEqual } from 'node:util';
import { initialTransition } from 'xstate';
import type { AnyActor, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Mutant } from './machine-parts.ts';

interface Action {
  readonly type: string;
  readonly params: unknown;
  readonly info: { readonly context: unknown };
}

/**
 * Whether a mutant is the machine itself. Another first context is none where the start's own assigns write over it: what
 * follows is a function of the first snapshot, which is then the same, and the first context is never read again. This
 * can be said of no other kind: whatever else is written differently is read again later.
 */
export function isSame(
  { kind, build }: Mutant,
  machine: AnyStateMachine,
  inputs: Readonly<Record<string, unknown>>,
): boolean {
  if (kind !== 'context') return false;
  try {
    const wrong = build();
    return Object.values(inputs).every((input) => isDeepStrictEqual(startOf(wrong, input), startOf(machine, input)));
  } catch {
    return false;
  }
}

/** All that a start leaves and does. An actor in the context is never the same as another's, so it differs. */
function startOf(machine: AnyStateMachine, input: unknown): unknown {
  const [snapshot, actions] = initialTransition(machine, input as never) as unknown as [
    AnyMachineSnapshot,
    readonly Action[],
  ];
  const { value, status, context, output, error, historyValue, children } = snapshot;
  return {
    snapshot: { value, status, context, output, error, historyValue },
    actions: actions.map(doneBy),
    children: Object.entries(children as Record<string, AnyActor>).map(([id, { src, options }]) => [
      id,
      src,
      options.input,
    ]),
  };
}

/** What an action is given. XState's own ones have read the context by now; others may read it when they are run. */
function doneBy({ type, params, info }: Action): unknown {
  if (!type.startsWith('xstate.')) return { type, params, context: info.context };
  if (type !== 'xstate.spawnChild') return { type, params };
  const { id, src, input } = params as { readonly id: string; readonly src: unknown; readonly input: unknown };
  return { type, id, src, input };
}
