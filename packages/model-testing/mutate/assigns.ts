import { assign } from 'xstate';
import { keysOf, probe, without } from './probe.ts';

type Assigner = (scope: Scope, params: unknown) => unknown;

interface Scope {
  readonly context: unknown;
  readonly event: unknown;
}

interface Assign {
  readonly assignment: Assigner | Readonly<Record<string, unknown>>;
}

export function isAssign(action: unknown): action is Assign {
  return typeof action === 'function' && 'type' in action && action.type === 'xstate.assign';
}

/** Returns the fields that an assign writes; none when they are unknown. */
export function fieldsOf(action: Assign): string[] {
  return keysOf(() => written(action, probe()));
}

/** Returns the assign without one of its fields. */
export function forgetting({ assignment }: Assign, field: string): unknown {
  return assign(
    (typeof assignment === 'function'
      ? (scope: Scope, params: unknown) => without(assignment(scope, params), field)
      : without(assignment, field)) as never,
  );
}

/** Returns whether repeating the action makes no difference: an assign that does not read what it writes. */
export function isSameTwice(action: unknown): boolean {
  if (!isAssign(action)) return false;
  try {
    const once = written(action, probe()) as Readonly<Record<string, unknown>>;
    const context = new Proxy(probe() as object, {
      get: (empty, key) => (key in once ? once[String(key)] : Reflect.get(empty, key)),
    });
    return JSON.stringify(written(action, context)) === JSON.stringify(once);
  } catch {
    return true;
  }
}

function written({ assignment }: Assign, context: unknown): unknown {
  const scope = { context, event: probe(), self: probe(), system: probe(), spawn: () => probe() } as Scope;
  if (typeof assignment === 'function') return assignment(scope, probe());
  return Object.fromEntries(
    Object.entries(assignment).map(([key, value]) => [
      key,
      typeof value === 'function' ? (value as Assigner)(scope, probe()) : value,
    ]),
  );
}
