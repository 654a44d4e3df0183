import { assign, setup } from 'xstate';
import { expect, test } from 'vitest';
import type { AnyModel } from '../model/define.ts';
import { explore, exploreOnDemand } from '../model/explore.ts';
import { TooManySnapshots } from '../model/snapshot-limit.ts';
import { defineModel } from './config.ts';

/** Counts without an end, and takes each step of its graph from `asked`. */
function createCounter(limit?: number) {
  const asked: number[] = [];
  const machine = setup({
    types: { context: {} as { count: number }, events: {} as { type: 'add' } },
    guards: {
      isAsked: ({ context }) => {
        asked.push(context.count);
        return true;
      },
    },
    actions: { add: assign({ count: ({ context }) => context.count + 1 }) },
  }).createMachine({
    id: 'counter',
    context: { count: 0 },
    on: { add: { guard: 'isAsked', actions: 'add' } },
  });
  const model = defineModel({
    flow: 'counter',
    machine,
    inputs: { '': undefined },
    events: { add: { '': {} } },
    done: {},
    delays: {},
    ...(limit !== undefined && { limit }),
  }) as unknown as AnyModel;
  return { model, asked };
}

test('TST-Q10: a graph on demand takes the steps of a snapshot only when its arcs are read', () => {
  const { model, asked } = createCounter();
  const graph = exploreOnDemand(model);
  expect([graph.nodes.size, asked]).toEqual([1, []]);

  const [start] = graph.arcsFrom(graph.startKey);
  expect([graph.nodes.size, asked]).toEqual([2, []]);

  const [first] = graph.arcsFrom(start?.to ?? '');
  expect([graph.nodes.size, new Set(asked)]).toEqual([3, new Set([0])]);

  // Arcs that were read once are known.
  asked.length = 0;
  expect(graph.arcsFrom(start?.to ?? '')).toEqual([first]);
  expect([graph.nodes.size, asked]).toEqual([3, []]);
  expect(graph.arcsFrom('a key of another graph')).toEqual([]);
});

test('TST-Q10: a graph on demand of a machine without an end stops at the limit too', () => {
  const { model } = createCounter(5);
  expect(() => explore(model)).toThrow(TooManySnapshots);
  const graph = exploreOnDemand(model);
  const walk = (steps: number) => {
    let key = graph.startKey;
    for (let step = 0; step < steps; step += 1) key = graph.arcsFrom(key)[0]?.to ?? '';
    return graph.nodes.get(key)?.state.snapshot?.context as unknown;
  };
  expect(walk(4)).toEqual({ count: 3 });
  expect(() => walk(6)).toThrow('more than 5 snapshots: context.count took 6 different values');
});
