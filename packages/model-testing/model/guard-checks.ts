import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { findCountedPaths, moveGuard } from '../mutate/boundary.ts';
import { NOT_STARTED, timedLogic } from './timed.ts';

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
  const observer = observers.get(machine) ?? createObserver(machine);
  observers.set(machine, observer);
  return observer(snapshot, event);
}

type Observer = typeof getGuardChecks;

const observers = new WeakMap<AnyStateMachine, Observer>();

function createObserver(machine: AnyStateMachine): Observer {
  const { implementations } = machine;
  let checks: GuardCheck[] = [];
  const note = (check: GuardCheck) => void checks.push(check);
  const guards = Object.entries(implementations.guards as Record<string, Guard>).map(
    ([name, guard]) => [name, observe(name, guard, note)] as const,
  );
  // XState reads the guards from the machine of the snapshot. The states stay those of the machine itself.
  const observed = Object.create(machine, {
    implementations: { value: { ...implementations, guards: Object.fromEntries(guards) } },
  }) as AnyStateMachine;
  const { transition } = timedLogic(observed);
  return (snapshot, event) => {
    checks = [];
    const before = { ...snapshot, machine: observed } as AnyMachineSnapshot;
    transition({ ...NOT_STARTED, snapshot: before }, { kind: 'user', label: '', event });
    return checks;
  };
}

function observe(name: string, guard: Guard, note: (check: GuardCheck) => void): Guard {
  // XState asks a composed guard through its method.
  if ('check' in guard) {
    const { check } = guard as unknown as Composed;
    const asked: Composed['check'] = (...given) => {
      const isTrue = check(...given);
      note({ guard: name, isTrue, isAtBoundary: false });
      return isTrue;
    };
    return Object.assign(() => false, guard, { check: asked });
  }
  const shifted = getShiftedGuards(guard);
  return (scope, params) => {
    const isTrue = guard(scope, params);
    note({ guard: name, isTrue, isAtBoundary: shifted.some((other) => other(scope, params) !== isTrue) });
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
 * Returns a function that writes the numbers of a context that the machine's guards compare as a text. Two contexts with
 * equal texts are equally near to the boundaries of the guards.
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
