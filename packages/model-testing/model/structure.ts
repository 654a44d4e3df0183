import { fromCallback, fromPromise } from 'xstate';
import type { AnyActorLogic, AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { getStateNodes } from 'xstate/graph';

export type Kind = 'user' | 'done' | 'error' | 'after' | 'always' | 'other';

/** One candidate transition of a machine, with a readable and stable id. Each guarded alternative is one. */
export interface Edge {
  readonly id: string;
  readonly definition: AnyTransitionDefinition;
  readonly source: AnyStateNode;
  readonly kind: Kind;
  /** `email.change`, `after resendBlock`, `login answers`, `login fails`. */
  readonly on: string;
  /** Name of the guard, or `null`. */
  readonly guard: string | null;
}

/** `open.code.usable`; `(root)` for the machine itself. */
export function getStateName(node: { readonly path: readonly string[] }): string {
  return node.path.join('.') || '(root)';
}

export function getNodes(machine: AnyStateMachine): AnyStateNode[] {
  return [machine.root as AnyStateNode, ...(getStateNodes(machine) as AnyStateNode[])];
}

/** Returns the innermost active states in a fixed order, e.g. `open.code.usable & open.resend.blocked`. */
export function getActiveValue(snapshot: AnyMachineSnapshot): string {
  const leaves = snapshot._nodes.filter(({ type }) => type === 'atomic' || type === 'final');
  return leaves.map(getStateName).sort().join(' & ') || '(root)';
}

/**
 * Returns whether a value like `open.code.usable & open.resend.blocked` is inside the state `open`, or inside all of `a
 * & b`.
 */
export function isIn(value: string, state: string): boolean {
  const leaves = value.split(' & ');
  return state.split(' & ').every((part) => leaves.some((leaf) => leaf === part || leaf.startsWith(`${part}.`)));
}

/**
 * Returns the innermost active states inside a state: `open.code.usable & open.resend.blocked`, or the state itself.
 */
export function getActiveLeaves(snapshot: AnyMachineSnapshot, { path }: { readonly path: readonly string[] }): string {
  const leaves = snapshot._nodes.filter(({ type }) => type === 'atomic' || type === 'final');
  const inside = leaves.filter((leaf) => path.every((key, index) => leaf.path[index] === key));
  return inside.map(getStateName).sort().join(' & ');
}

/** Returns whether the states are in different regions of one parallel state. */
export function areInDifferentRegions(one: AnyStateNode, other: AnyStateNode): boolean {
  const path = [one];
  for (let node = one.parent; node !== undefined; node = node.parent) path.push(node);
  let below: AnyStateNode = other;
  for (let node: AnyStateNode | undefined = other; node !== undefined; below = node, node = node.parent) {
    if (path.includes(node)) return node.type === 'parallel' && node !== one && node !== other && below !== node;
  }
  return false;
}

export function getKind(type: string): Kind {
  if (type === '') return 'always';
  if (type.startsWith('xstate.after.')) return 'after';
  if (type.startsWith('xstate.done.')) return 'done';
  if (type.startsWith('xstate.error.')) return 'error';
  return type.startsWith('xstate.') ? 'other' : 'user';
}

/** Returns the name of the delay in `xstate.after.<delay>.<state id>`. */
export function parseDelayName(type: string, node: { readonly id: string }): string {
  return type.slice('xstate.after.'.length, -(node.id.length + 1));
}

/** Names of actors and delays in the ids of transitions. */
export interface EdgeWords {
  readonly actor: (id: string, node: AnyStateNode) => string;
  readonly delay: (name: string) => string;
}

const AS_WRITTEN: EdgeWords = { actor: (id) => id, delay: (name) => name };

/** Describes an event: `after resendBlock`, `login answers`, `done` (all regions or the final child). */
export function describeEvent(type: string, node: AnyStateNode, words: EdgeWords = AS_WRITTEN): string {
  const id = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];
  const actor = id === undefined ? undefined : words.actor(id, node);
  const told = /^xstate\.snapshot\.(.+)$/.exec(type)?.[1];
  if (told !== undefined) return `${words.actor(told, node)} tells`;
  switch (getKind(type)) {
    case 'always':
      return 'at once';
    case 'after':
      return `after ${words.delay(parseDelayName(type, node))}`;
    case 'done':
      return actor === undefined ? 'done' : `${actor} answers`;
    case 'error':
      return `${actor ?? 'something'} fails`;
    default:
      return type;
  }
}

export function guardName(guard: unknown): string | null {
  if (guard === undefined) return null;
  if (typeof guard === 'string') return guard;
  return typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : 'inline';
}

export function getEdges(machine: AnyStateMachine, words: EdgeWords = AS_WRITTEN): Edge[] {
  return getNodes(machine).flatMap((source) => {
    const groups: [string, readonly AnyTransitionDefinition[]][] = [...source.transitions.entries()];
    if (source.always !== undefined) groups.push(['', source.always]);
    return groups.flatMap(([type, list]) =>
      list.map((definition, index) => {
        const guard = guardName(definition.guard);
        const on = describeEvent(type, source, words);
        const targets = definition.target?.map((node) => getStateName(node)).join(' + ') ?? '(stays)';
        const choice = guard === null ? (list.length > 1 ? ' [otherwise]' : '') : ` [${guard}]`;
        const repeated = list.slice(0, index).filter((other) => guardName(other.guard) === guard).length;
        const nth = guard !== null && repeated > 0 ? ` #${repeated + 1}` : '';
        return {
          id: `${getStateName(source)}: ${on}${choice}${nth} -> ${targets}`,
          definition,
          source,
          kind: getKind(type),
          on,
          guard,
        };
      }),
    );
  });
}

const ids = new WeakMap<AnyStateMachine, ReadonlyMap<AnyTransitionDefinition, string>>();

/** Returns the ids of a machine's transitions. */
export function getEdgeIds(machine: AnyStateMachine): ReadonlyMap<AnyTransitionDefinition, string> {
  const known = ids.get(machine) ?? new Map(getEdges(machine).map(({ definition, id }) => [definition, id]));
  ids.set(machine, known);
  return known;
}

export type LogicKind = 'promise' | 'callback' | 'machine' | 'other';

// XState's logic objects have no name, but all of one kind share their code.
const PROMISE_START = String(fromPromise(() => Promise.resolve()).start);
const CALLBACK_START = String(fromCallback(() => undefined).start);

/** Returns the kind of a slot's logic: a call that answers once, a listener that sends events, or another machine. */
export function getLogicKind(logic: AnyActorLogic): LogicKind {
  if ('root' in logic && 'implementations' in logic) return 'machine';
  if (String(logic.start) === CALLBACK_START) return 'callback';
  return String(logic.start) === PROMISE_START ? 'promise' : 'other';
}

/** Returns the actor slots of a machine with their kinds. */
export function getSlots(machine: AnyStateMachine): Map<string, LogicKind> {
  const actors = machine.implementations.actors as Record<string, AnyActorLogic>;
  return new Map(Object.entries(actors).map(([slot, logic]) => [slot, getLogicKind(logic)]));
}

/**
 * Returns the actions that are effects: functions that compose provides. `assign` and the other built-in creators
 * return functions with a `type`, which belong to the machine.
 */
export function getEffects(machine: AnyStateMachine): string[] {
  return Object.entries(machine.implementations.actions as Record<string, object>)
    .filter(([, action]) => !('type' in action))
    .map(([name]) => name);
}
