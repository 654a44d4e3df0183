import { createProbe, shiftNumber, UNKNOWN } from './probe.ts';

type Fill = (scope: unknown, params?: unknown) => unknown;

/** XState evaluates a composed guard through `check`. */
interface ComposedGuard {
  readonly check: (snapshot: unknown, scope: Readonly<Record<string, unknown>>, guard: unknown) => boolean;
}

/** Returns a guard that reads the number at this path of the context as one more or less. */
export function moveGuard(guard: unknown, path: readonly string[], by: number): unknown {
  const move = (scope: object) => ({
    ...scope,
    context: shiftNumber((scope as { context: unknown }).context, path, by),
  });
  if (!isComposed(guard)) return (scope: object, params: unknown) => (guard as Fill)(move(scope), params);
  const check: ComposedGuard['check'] = (snapshot, scope, self) => guard.check(snapshot, move(scope) as never, self);
  return Object.assign(() => undefined, { check, guards: (guard as { guards?: unknown }).guards });
}

function isComposed(guard: unknown): guard is ComposedGuard {
  return typeof guard === 'function' && 'check' in guard;
}

/** Returns the paths of the context that a guard uses as numbers. */
export function findCountedPaths(guard: unknown): string[] {
  const parts = isComposed(guard) && 'guards' in guard ? (guard.guards as readonly unknown[]) : [guard];
  const found = new Set<string>();
  for (const part of parts.filter((one) => typeof one === 'function' && !isComposed(one))) {
    for (const number of [0, 1]) {
      try {
        const context = createProbe((path) => void found.add(path), number);
        (part as Fill)({ context, event: createProbe() }, createProbe(undefined, number));
      } catch {
        // Paths read before the failure are known.
      }
    }
  }
  return [...found].filter((path) => !path.includes('(') && !path.includes(UNKNOWN) && !path.endsWith('length'));
}
