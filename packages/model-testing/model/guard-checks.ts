import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { findCountedPaths, moveGuard } from '../mutate/boundary.ts';
import { NOT_STARTED, timedLogic } from './timed.ts';
import type { TimedLogic } from './timed.ts';

/** One evaluation of a guard. */
export interface GuardCheck {
  readonly guard: string;
  readonly isTrue: boolean;
  /** Whether a number of the context that is one higher or lower changes the answer. */
  readonly isAtBoundary: boolean;
}

/** A guard as the machine calls it. */
export type Guard = (scope: never, params: never) => boolean;

/** Returns every guard that the machine of this snapshot evaluates for an event, in its order. */
export function getGuardChecks(snapshot: AnyMachineSnapshot, event: EventObject): GuardCheck[] {
  const machine = snapshot.machine as AnyStateMachine;
  const checks: GuardCheck[] = [];
  const guards = machine.implementations.guards as Record<string, Guard>;
  const originals = { ...guards };
  for (const [name, guard] of Object.entries(originals)) guards[name] = observe(name, guard, checks);
  try {
    getLogic(machine).transition({ ...NOT_STARTED, snapshot }, { kind: 'user', label: '', event });
  } finally {
    Object.assign(guards, originals);
  }
  return checks;
}

const logics = new WeakMap<AnyStateMachine, TimedLogic>();

function getLogic(machine: AnyStateMachine): TimedLogic {
  const found = logics.get(machine) ?? timedLogic(machine);
  logics.set(machine, found);
  return found;
}

function observe(name: string, guard: Guard, checks: GuardCheck[]): Guard {
  // XState asks a composed guard through its method.
  if ('check' in guard) {
    const { check } = guard as unknown as Composed;
    const asked: Composed['check'] = (...given) => {
      const isTrue = check(...given);
      checks.push({ guard: name, isTrue, isAtBoundary: false });
      return isTrue;
    };
    return Object.assign(() => false, guard, { check: asked });
  }
  const shifted = getShiftedGuards(guard);
  return (scope, params) => {
    const isTrue = guard(scope, params);
    checks.push({ guard: name, isTrue, isAtBoundary: shifted.some((other) => other(scope, params) !== isTrue) });
    return isTrue;
  };
}

const known = new WeakMap<Guard, readonly Guard[]>();

/** Returns the guard with its first number one higher and one lower; none if it compares no number of the context. */
export function getShiftedGuards(guard: Guard): readonly Guard[] {
  const found = known.get(guard);
  if (found !== undefined) return found;
  const [path] = findCountedPaths(guard);
  const shifted = path === undefined ? [] : [1, -1].map((by) => moveGuard(guard, path.split('.'), by) as Guard);
  known.set(guard, shifted);
  return shifted;
}

/**
 * Returns a reader of the numbers of a context that the machine's guards compare, as a text. Where they are equal, the
 * guards are equally near to their boundaries.
 */
export function createNumberReader(machine: AnyStateMachine): (snapshot: AnyMachineSnapshot) => string {
  const guards = Object.values(machine.implementations.guards);
  const paths = [...new Set(guards.flatMap(findCountedPaths))].map((path) => path.split('.'));
  const texts = new WeakMap<AnyMachineSnapshot, string>();
  return (snapshot) => {
    const text = texts.get(snapshot) ?? paths.map((path) => String(readPath(snapshot.context, path))).join();
    texts.set(snapshot, text);
    return text;
  };
}

function readPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (found, name) => (typeof found === 'object' && found !== null ? found[name as keyof typeof found] : undefined),
    value,
  );
}

interface Composed {
  readonly check: (...given: readonly unknown[]) => boolean;
}
