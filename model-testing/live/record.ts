import type { InspectionEvent } from 'xstate';

/** One thing that a running actor did, small and without any value: safe to keep, to save and to show. */
export interface LiveRecord {
  readonly kind: 'started' | 'event' | 'snapshot';
  /** Of the actor's run, `x:3`; another run of the same machine has another. */
  readonly actor: string;
  /** The machine's id; null where the actor is a promise or a callback. */
  readonly machine: string | null;
  /** The event's type, as the machine names it. */
  readonly event: string | null;
  /** The event without its type, redacted. */
  readonly payload: unknown;
  /** The states that are active, as XState tells them, or null. */
  readonly value: unknown;
  readonly status: string | null;
  readonly context: unknown;
  readonly output: unknown;
}

/** Bounds of what is kept of a single object. */
export const BOUNDS = { depth: 4, keys: 40, keyLength: 60, items: 20, nodes: 200 } as const;

/** What a value is, never what it says: a text's length, a number's kind, the keys of an object. Ends on cycles. */
export function redact(value: unknown): unknown {
  let nodes = 0;
  const above = new Set<object>();
  const into = (part: unknown, depth: number): unknown => {
    nodes += 1;
    if (typeof part === 'string') return `text of ${part.length}`;
    if (part === null || typeof part !== 'object') return part === null ? 'null' : typeof part;
    if (above.has(part)) return 'again';
    if (depth >= BOUNDS.depth || nodes > BOUNDS.nodes) return Array.isArray(part) ? 'list' : 'object';
    if (part instanceof Date || part instanceof Error || part instanceof Map || part instanceof Set) return 'object';
    above.add(part);
    const redacted = Array.isArray(part)
      ? part.slice(0, BOUNDS.items).map((item) => into(item, depth + 1))
      : Object.fromEntries(
          Object.keys(part)
            .slice(0, BOUNDS.keys)
            .map((key) => [key.slice(0, BOUNDS.keyLength), into(read(part, key), depth + 1)]),
        );
    above.delete(part);
    return redacted;
  };
  return into(value, 0);
}

/** A getter that throws must not stop the actor that is looked at. */
function read(from: object, key: string): unknown {
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}

/** What an inspection tells, or null where it tells nothing that a chart could show. */
export function recordOf(inspected: InspectionEvent): LiveRecord | null {
  const { actorRef } = inspected;
  const logic = 'logic' in actorRef ? actorRef.logic : undefined;
  const machine = typeof logic === 'object' && logic !== null && 'id' in logic ? String(logic.id) : null;
  const record = {
    actor: actorRef.sessionId,
    machine,
    event: null,
    payload: null,
    value: null,
    status: null,
    context: null,
    output: null,
  };
  if (inspected.type === '@xstate.actor') return { ...record, kind: 'started' };
  if (inspected.type !== '@xstate.event' && inspected.type !== '@xstate.snapshot') return null;
  const { type, ...payload } = inspected.event;
  const told = { ...record, event: type, payload: redact(payload) };
  if (inspected.type === '@xstate.event') return { ...told, kind: 'event' };
  const { snapshot } = inspected;
  return {
    ...told,
    kind: 'snapshot',
    status: snapshot.status,
    value: machine !== null && 'value' in snapshot ? snapshot.value : null,
    context: 'context' in snapshot ? redact(snapshot.context) : null,
    output: 'output' in snapshot && snapshot.output !== undefined ? redact(snapshot.output) : null,
  };
}

/** Keeps the last records: at most 200, and at most 256 KiB as JSON. */
export function createRecorder({ most = 200, bytes = 256 * 1024 } = {}) {
  const kept: { readonly record: LiveRecord; readonly size: number }[] = [];
  let size = 0;
  return {
    inspect(inspected: InspectionEvent): void {
      const record = recordOf(inspected);
      if (record === null) return;
      const added = new TextEncoder().encode(JSON.stringify(record)).length;
      if (added > bytes) return;
      kept.push({ record, size: added });
      size += added;
      while (kept.length > most || size > bytes) size -= kept.shift()?.size ?? 0;
    },
    /** The oldest first. */
    records: (): readonly LiveRecord[] => kept.map(({ record }) => record),
  };
}
