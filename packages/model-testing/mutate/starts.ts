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
 * Returns whether a mutant equals the machine. A changed initial context makes no difference when the start's assigns
 * overwrite it: everything later depends on the first snapshot, which is then equal, and the initial context is never
 * read again. No other kind can be excluded so, because everything else is read again later.
 */
export function isSame(
  { kind, build }: Mutant,
  machine: AnyStateMachine,
  inputs: Readonly<Record<string, unknown>>,
): boolean {
  if (kind !== 'context') return false;
  try {
    const wrong = build();
    return Object.values(inputs).every((input) => isDeepStrictEqual(runStart(wrong, input), runStart(machine, input)));
  } catch {
    return false;
  }
}

/** Returns the complete result of a start. An actor in the context never equals another one, so such starts differ. */
function runStart(machine: AnyStateMachine, input: unknown): unknown {
  const [snapshot, actions] = initialTransition(machine, input as never) as unknown as [
    AnyMachineSnapshot,
    readonly Action[],
  ];
  const { value, status, context, output, error, historyValue, children } = snapshot;
  return {
    snapshot: { value, status, context, output, error, historyValue },
    actions: actions.map(toActionResult),
    children: Object.entries(children as Record<string, AnyActor>).map(([id, { src, options }]) => [
      id,
      src,
      options.input,
    ]),
  };
}

/**
 * Returns the arguments of an action. XState's own actions have already read the context; others may read it when they
 * run.
 */
function toActionResult({ type, params, info }: Action): unknown {
  if (!type.startsWith('xstate.')) return { type, params, context: info.context };
  if (type !== 'xstate.spawnChild') return { type, params };
  const { id, src, input } = params as { readonly id: string; readonly src: unknown; readonly input: unknown };
  return { type, id, src, input };
}
