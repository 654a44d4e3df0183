import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { describe, expect, test } from 'vitest';
import { SERVER_MACHINES } from '../../tools/mutants/server-charts.ts';

/** No order, parcel, payment, claim, refund or circuit stays for ever in a state that needs somebody. */

/** States in which a thing may stay for ever, by machine. From every other state one of these can be reached. */
const RESTS: Readonly<Record<string, readonly string[]>> = {
  circuit: ['closed'],
  claim: ['none', 'accepted', 'refused'],
  order: [
    'status.delivered',
    ...['byStaff', 'byShopper', 'lost', 'returned', 'replaced', 'expired'].map((name) => `status.cancelled.${name}`),
    // Nothing is owed in either direction. A cash order that was never delivered stays unpaid.
    ...['unpaid', 'paid', 'refunded', 'kept'].map((name) => `money.${name}`),
    'cash.none',
    'cash.counted',
    // A sold piece never comes back, others are free again.
    'stock.committed',
    'stock.released',
  ],
  parcel: ['none', 'delivered', 'lost', 'inspected'],
  'payment-attempt': ['closed.failed', 'closed.expired', 'paid.succeeded', 'paid.refunded'],
  refund: ['done', 'dropped'],
};

/** States that no event leaves. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  claim: ['accepted'],
  order: ['status.cancelled.byStaff', 'status.cancelled.byShopper', 'status.cancelled.replaced', 'cash.counted'],
  parcel: ['inspected'],
};

const children = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states) as AnyStateNode[];
const getName = (node: AnyStateNode): string => node.path.join('.');

function leaves(node: AnyStateNode): AnyStateNode[] {
  return children(node).length === 0 ? [node] : children(node).flatMap(leaves);
}

/** The states in which an entered state begins. */
function begin(node: AnyStateNode): AnyStateNode[] {
  if (node.type === 'parallel') return children(node).flatMap(begin);
  return children(node).length === 0 ? [node] : (node.initial.target ?? []).flatMap(begin);
}

/** Returns the states that one step leads to, within the state's own region. */
function nextOf(leaf: AnyStateNode): string[] {
  const found = new Set<string>();
  for (let node: AnyStateNode | undefined = leaf; node !== undefined; node = node.parent) {
    for (const { target } of [...[...node.transitions.values()].flat(), ...(node.always ?? [])])
      for (const one of (target ?? []).flatMap(begin)) found.add(getName(one));
    if (node.parent?.type === 'parallel') {
      const own = new Set(leaves(node).map(getName));
      return [...found].filter((name) => own.has(name) && name !== getName(leaf));
    }
  }
  return [...found].filter((name) => name !== getName(leaf));
}

function graphOf({ root }: AnyStateMachine): ReadonlyMap<string, readonly string[]> {
  return new Map(leaves(root).map((leaf) => [getName(leaf), nextOf(leaf)]));
}

function reaches(graph: ReadonlyMap<string, readonly string[]>, from: string, rests: ReadonlySet<string>): boolean {
  const seen = new Set([from]);
  for (const name of seen) {
    if (rests.has(name)) return true;
    for (const next of graph.get(name) ?? []) seen.add(next);
  }
  return false;
}

describe.each(Object.entries(SERVER_MACHINES))('%s', (name, { machine }) => {
  const graph = graphOf(machine);
  const rests = new Set(RESTS[name]);

  test('every state has an exit, but for those where all is done', () => {
    const without = [...graph].flatMap(([state, next]) => (next.length === 0 ? [state] : []));
    expect(without).toEqual(ENDS[name] ?? []);
    expect(without.filter((state) => !rests.has(state))).toEqual([]);
  });

  test('from every state a state of rest can be reached', () => {
    expect([...rests].filter((state) => !graph.has(state))).toEqual([]);
    expect([...graph.keys()].filter((state) => !reaches(graph, state, rests))).toEqual([]);
  });
});
