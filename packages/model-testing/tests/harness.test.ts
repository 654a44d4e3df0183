import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { findCoverageProblems, findFaults } from '../model/check.ts';
import type { AnyModel } from '../model/define.ts';
import { explore } from '../model/explore.ts';
import { arcPaths, quietPaths, selectDistinctArcs } from '../model/paths.ts';
import { arcTours, pairTours } from '../model/tours.ts';
import { replay } from '../model/replay.ts';
import { LiveActor } from '../model/live.ts';
import { getSteps } from '../model/steps.ts';
import { takePath, createStatePathFinder } from '../model/ways.ts';
import { defineModel } from './config.ts';

const notProvided = (): never => {
  throw new Error('empty slot');
};

const child = setup({ types: { output: {} as { ok: boolean } } }).createMachine({
  initial: 'open',
  states: { open: {} },
  output: { ok: true },
});

/** One of everything: listener, spawn in assign, child machine, root event, computed delay, parallel regions. */
const kitchen = setup({
  types: {
    context: {} as { ticks: number; wait: number; helper: unknown },
    input: {} as { wait: number },
    events: {} as
      | { type: 'tick'; now: number }
      | { type: 'start' }
      | { type: 'reset' }
      | { type: 'help' }
      | { type: 'xstate.done.actor.helper' },
  },
  actors: {
    clock: fromCallback<{ type: 'stop' }>(notProvided),
    load: fromPromise<{ size: number }, { wait: number }>(notProvided),
    helper: fromPromise<string>(notProvided),
    child: child as typeof child,
  },
  actions: {
    announce: notProvided as (scope: unknown, params: { size: number }) => void,
    count: assign({ ticks: ({ context }) => Math.min(2, context.ticks + 1) }),
    callHelper: assign({ helper: ({ spawn }) => spawn('helper', { id: 'helper' }) }),
  },
  guards: {
    isBig: (_, { size }: { size: number }) => size > 1,
    isLongWait: ({ context }) => context.wait > 1000,
  },
  delays: { pause: ({ context }) => context.wait, limit: 5000 },
}).createMachine({
  id: 'kitchen',
  context: ({ input }) => ({ ticks: 0, wait: input.wait, helper: null }),
  type: 'parallel',
  invoke: { id: 'clock', src: 'clock' },
  on: { tick: { actions: 'count' } },
  states: {
    work: {
      initial: 'deciding',
      on: { reset: '.idle' },
      states: {
        deciding: { always: [{ guard: 'isLongWait', target: 'waiting' }, { target: 'idle' }] },
        idle: { on: { start: 'waiting' } },
        waiting: { after: { pause: 'loading' } },
        loading: {
          after: { limit: 'idle' },
          invoke: {
            id: 'load',
            src: 'load',
            input: ({ context }) => ({ wait: context.wait }),
            onDone: [
              {
                guard: { type: 'isBig', params: ({ event }) => event.output },
                target: 'asking',
                actions: { type: 'announce', params: ({ event }) => event.output },
              },
              { target: 'idle' },
            ],
            onError: 'idle',
          },
        },
        asking: { invoke: { id: 'child', src: 'child', onDone: 'idle' } },
      },
    },
    side: {
      initial: 'alone',
      states: {
        alone: { on: { help: { target: 'helped', actions: 'callHelper' } } },
        helped: { on: { 'xstate.done.actor.helper': 'alone' } },
      },
    },
  },
});

const kitchenModel = defineModel({
  flow: 'kitchen',
  machine: kitchen,
  inputs: { short: { wait: 300 }, long: { wait: 2000 } },
  events: {
    tick: { sentBy: 'clock', cases: { '': { now: 1 } } },
    start: { '': {} },
    reset: { '': {} },
    help: { '': {} },
  },
  done: { load: { big: { size: 2 }, small: { size: 1 } }, child: { ok: { ok: true } }, helper: { '': 'done' } },
  late: ['load'],
  delays: { pause: (context) => context.wait, limit: 5000 },
});
const any = kitchenModel as unknown as AnyModel;

describe('the path into a state', () => {
  const states = {
    asking: (s: { matches: (value: object) => boolean }) => s.matches({ work: 'asking' }),
    never: () => false,
  };
  const isLoading = (s: { matches: (value: object) => boolean }) => s.matches({ work: 'loading' });
  const ways = createStatePathFinder({ ...any, states } as never);

  test('is the shortest one, and a running machine can take it', async () => {
    const way = ways('short', 'asking');
    expect(way?.map(({ step }) => step.label)).toEqual([
      'start(short)',
      'start',
      'after pause in work.waiting',
      'load answers(big)',
    ]);
    const live = new LiveActor(kitchen);
    await live.start({ wait: 300 });
    await takePath(live as never, way ?? []);
    expect(live.snapshot.value).toMatchObject({ work: 'asking' });
    expect(live.now).toBe(300);
    live.stop();
  });

  test('has a result before what the user does meanwhile, where the model asks for it', () => {
    const at = createStatePathFinder({ ...any, states: { loading: isLoading } } as never)('short', 'loading')?.at(
      -1,
    )?.to;
    const first = (more: Partial<AnyModel>) => at && getSteps({ ...any, ...more }, at)[0]?.label;
    expect([first({}), first({ answersFirst: ['load'] })]).toEqual(['start', 'load answers(big)']);
  });

  test('is null when there is none', () => {
    expect([ways('long', 'never'), ways('short', 'unknown')]).toEqual([null, null]);
  });
});

describe('exploring a machine that has one of everything', () => {
  const graph = explore(any);

  test('reaches every state and transition', () => {
    expect(findCoverageProblems(graph)).toEqual([]);
    expect(findFaults(any)).toEqual([]);
  });

  test('runs along every path and pair as predicted', { timeout: 60_000 }, async () => {
    const { paths, transitions, snapshots } = pairTours(graph, { maxSteps: 3_000 });
    expect(transitions.covered).toBe(transitions.total);
    expect(transitions.steps + snapshots.steps).toBeLessThanOrEqual(3_000);
    const tours = arcTours(graph);
    expect(tours.covered).toBe(selectDistinctArcs(graph).length);
    for (const path of [...arcPaths(graph), ...quietPaths(graph), ...paths, ...tours.paths]) await replay(graph, path);
  });
});

test('reports a timer of 0 ms that leads back to itself', async () => {
  const spinning = setup({ actors: {}, delays: { atOnce: 0 } }).createMachine({
    initial: 'there',
    states: { there: { after: { atOnce: 'here' } }, here: { after: { atOnce: 'there' } } },
  });
  const model = defineModel({
    flow: 'spinning',
    machine: spinning,
    inputs: { '': undefined },
    events: {},
    done: {},
    delays: { atOnce: 0 },
  });
  expect(() => explore(model as unknown as AnyModel)).toThrow('timers fire endlessly at 0 ms');
  const live = new LiveActor(spinning);
  await live.start(undefined);
  await expect(live.advance(1)).rejects.toThrow('timers fire endlessly at 0 ms');
});
