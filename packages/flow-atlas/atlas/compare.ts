import type { FlowDescription, StateDescription, TransitionDescription } from './descriptions.ts';

/** Differences between two versions of a flow. */
export interface FlowChange {
  readonly flow: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly changes: readonly Change[];
}

export interface Change {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly what: 'flow' | 'state' | 'transition' | 'timer' | 'code' | 'text';
  readonly name: string;
  /** Each changed part by name, before and after; empty when it did not or does not exist. */
  readonly parts: readonly { readonly part: string; readonly was: string; readonly is: string }[];
}

type Parts = Readonly<Record<string, string | null>>;

interface Item {
  readonly what: Change['what'];
  readonly name: string;
  readonly parts: Parts;
}

/** Returns all changed flows, sorted by name. */
export function compareFlows(before: readonly FlowDescription[], after: readonly FlowDescription[]): FlowChange[] {
  const names = [...new Set([...before, ...after].map(({ flow }) => flow))].sort();
  return names.flatMap((flow): FlowChange[] => {
    const was = before.find((one) => one.flow === flow);
    const is = after.find((one) => one.flow === flow);
    const changes = findChanges(was === undefined ? [] : toItems(was), is === undefined ? [] : toItems(is));
    if (changes.length === 0) return [];
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return [{ flow, kind, changes }];
  });
}

function toItems({ flow, description, states, transitions, timers, code = {}, texts = [] }: FlowDescription): Item[] {
  return [
    { what: 'flow', name: flow, parts: { description } },
    ...states.map(stateItem),
    ...numberItems(transitions.map(transitionItem)),
    ...Object.entries(timers).map(([name, runs]): Item => ({ what: 'timer', name, parts: { runs } })),
    ...Object.entries(code).map(([name, text]): Item => ({ what: 'code', name, parts: { code: text } })),
    ...texts.map((text): Item => ({ what: 'text', name: text, parts: {} })),
  ];
}

function stateItem({ name, marks, description, works }: StateDescription): Item {
  return { what: 'state', name, parts: { marks, description, works } };
}

function transitionItem({ from, when, guard, does, leadsTo, because }: TransitionDescription): Item {
  const name = `${from}: ${when}${guard === '' ? '' : ` [${guard}]`}`;
  return { what: 'transition', name, parts: { 'leads to': leadsTo, does, because } };
}

/** Numbers repeated names, so that each is unique. */
function numberItems(items: readonly Item[]): Item[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const nth = (seen.get(item.name) ?? 0) + 1;
    seen.set(item.name, nth);
    return nth === 1 ? item : { ...item, name: `${item.name} (${nth})` };
  });
}

function findChanges(before: readonly Item[], after: readonly Item[]): Change[] {
  const toKey = ({ what, name }: Item) => `${what} ${name}`;
  const was = new Map(before.map((item) => [toKey(item), item] as const));
  const is = new Map(after.map((item) => [toKey(item), item] as const));
  return [...new Map([...was, ...is]).keys()].flatMap((key): Change[] => {
    const [old, now] = [was.get(key), is.get(key)];
    const { what, name } = (now ?? old) as Item;
    const parts = findChangedParts(old?.parts ?? {}, now?.parts ?? {});
    if (parts.length === 0 && old !== undefined && now !== undefined) return [];
    return [{ kind: old === undefined ? 'added' : now === undefined ? 'removed' : 'changed', what, name, parts }];
  });
}

function findChangedParts(old: Parts, now: Parts): Change['parts'] {
  return Object.keys({ ...old, ...now }).flatMap((part) => {
    const [was, is] = [old[part], now[part]];
    // A part that one of the texts does not contain is no difference.
    if (was === null || is === null || (was ?? '') === (is ?? '')) return [];
    return [{ part, was: was ?? '', is: is ?? '' }];
  });
}
