import { assign } from 'xstate';
import { getResultKeys, createProbe, without } from './probe.ts';

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
export function getAssignedFields(action: Assign): string[] {
  return getResultKeys(() => getWrittenFields(action, createProbe()));
}

/** Returns the assign without one of its fields. */
export function withoutField({ assignment }: Assign, field: string): unknown {
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
    const once = getWrittenFields(action, createProbe()) as Readonly<Record<string, unknown>>;
    const context = new Proxy(createProbe() as object, {
      get: (empty, key) => (key in once ? once[String(key)] : Reflect.get(empty, key)),
    });
    return JSON.stringify(getWrittenFields(action, context)) === JSON.stringify(once);
  } catch {
    return true;
  }
}

function getWrittenFields({ assignment }: Assign, context: unknown): unknown {
  const scope = {
    context,
    event: createProbe(),
    self: createProbe(),
    system: createProbe(),
    spawn: () => createProbe(),
  } as Scope;
  if (typeof assignment === 'function') return assignment(scope, createProbe());
  return Object.fromEntries(
    Object.entries(assignment).map(([key, value]) => [
      key,
      typeof value === 'function' ? (value as Assigner)(scope, createProbe()) : value,
    ]),
  );
}
