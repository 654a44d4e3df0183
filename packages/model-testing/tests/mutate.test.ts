import { and, assign, fromPromise, getNextSnapshot, initialTransition, setup, transition } from 'xstate';
import type { AnyStateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createMutants, rebuildUnchanged } from '../model/mutate.ts';
import { getEdges } from '../model/structure.ts';
import { drawSample } from '../mutate/sample.ts';
import { isSame } from '../mutate/starts.ts';

const notProvided = (): never => {
  throw new Error('empty slot');
};

interface Context {
  readonly count: number;
  readonly name: string;
  readonly note: string | null;
  readonly until: number;
}

const machine = setup({
  types: {
    input: {} as { name: string },
    context: {} as Context,
    events: {} as
      | { type: 'add'; name: string }
      | { type: 'save'; name: string }
      | { type: 'leave' }
      | { type: 'tick'; now: number },
  },
  actors: { store: fromPromise<void, { name: string; count: number }>(notProvided) },
  actions: {
    count: assign({ count: ({ context }) => context.count + 1 }),
    setName: assign({ name: (_, { name }: { name: string }) => name, note: null }),
    markName: assign((_, { name }: { name: string }) => ({ note: name, until: 5 })),
    say: notProvided as (scope: unknown, params: { text: string }) => void,
  },
  guards: {
    isFull: ({ context }) => context.count >= 3,
    isOver: and([({ context }) => context.until >= 10]),
    isEmpty: (_, { name }: { name: string }) => name === '',
    isLong: (_, { name }: { name: string }) => name.length > 9,
  },
  delays: { hold: 1000, rest: ({ context }) => 100 * context.count },
}).createMachine({
  id: 'small',
  context: ({ input }) => ({ count: 1, name: input.name, note: null, until: 9 }),
  initial: 'open',
  states: {
    open: {
      tags: ['calm'],
      on: {
        add: [
          { guard: 'isFull', target: 'shut', actions: { type: 'say', params: { text: 'Full' } } },
          {
            guard: { type: 'isEmpty', params: ({ event }) => event },
            actions: { type: 'say', params: { text: 'Empty' } },
          },
          { actions: ['count', { type: 'setName', params: ({ event }) => event }] },
        ],
        save: [
          { guard: { type: 'isLong', params: ({ event }) => event } },
          { target: 'saving', actions: { type: 'markName', params: ({ event }) => event } },
        ],
        tick: { guard: 'isOver', target: 'shut' },
      },
    },
    saving: {
      invoke: {
        id: 'store',
        src: 'store',
        input: ({ context: { name, count } }) => ({ name, count }),
        onDone: 'open',
        onError: 'shut',
      },
      after: { hold: { target: 'saving', reenter: true }, rest: 'shut' },
    },
    shut: { initial: 'locked', on: { leave: 'gone' }, states: { locked: {} } },
    gone: { type: 'final', output: 'left' },
  },
  output: ({ context: { count, name } }) => ({ count, name }),
});

const mutants = createMutants(machine);

function wrong(name: string): AnyStateMachine {
  const mutant = mutants.find((one) => one.name === name);
  if (mutant === undefined)
    throw new Error(`no mutant '${name}'; there are:\n${mutants.map((one) => one.name).join('\n')}`);
  return mutant.build();
}

type Sent = Parameters<typeof transition<typeof machine>>[2];

/** Returns the state after some events, and the effects of the last one. */
function after(one: AnyStateMachine, ...events: readonly Sent[]) {
  let [snapshot, actions] = initialTransition(one as typeof machine, { name: 'a' });
  for (const event of events) [snapshot, actions] = transition(one as typeof machine, snapshot, event);
  const effects = actions.filter(({ type }) => !type.startsWith('xstate.')).map(({ params }) => params);
  return { value: snapshot.value as unknown, context: snapshot.context as Context, effects, actions };
}

const add = (name: string): Sent => ({ type: 'add', name });
const SAVE: Sent = { type: 'save', name: 'b' };
const TICK: Sent = { type: 'tick', now: 0 };
const LEAVE: Sent = { type: 'leave' };

const STORED = { type: 'xstate.done.actor.store', output: undefined, actorId: 'store' } as never;

describe('mutants', () => {
  test('have unique names, can be built, and are stable', () => {
    const names = mutants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(createMutants(machine).map(({ name }) => name)).toEqual(names);
    for (const { build } of mutants) expect(build().id).toBe('small');
  });

  test('do not modify the machine', () => {
    const before = getEdges(machine).map(({ id }) => id);
    for (const { build } of mutants) build();
    expect(getEdges(rebuildUnchanged(machine)).map(({ id }) => id)).toEqual(before);
    expect(after(rebuildUnchanged(machine), add('b')).context).toMatchObject({ count: 2, name: 'b' });
  });

  describe('of transitions', () => {
    test('accept an ignored event: as elsewhere, with actions only, or to a neighbour', () => {
      expect(after(machine, SAVE, LEAVE).value).toBe('saving');
      expect(after(wrong('add saving: leave as in shut'), SAVE, LEAVE).value).toBe('gone');
      expect(after(wrong('add saving: add does as in open'), SAVE, add('x')).effects).toEqual([{ text: 'Full' }]);
      expect(after(wrong('add saving: tick -> shut'), SAVE, TICK).value).toEqual({ shut: 'locked' });
    });

    test('add no event that a parent handles', () => {
      expect(mutants.some(({ name }) => name.startsWith('add shut.locked: leave'))).toBe(false);
    });

    test('have another target, or none', () => {
      expect(after(wrong('retarget open: tick -> saving'), ...[1, 2].map(() => TICK)).value).toBe('open');
      expect(after(wrong('retarget saving: store answers -> shut'), SAVE, STORED).value).toEqual({ shut: 'locked' });
      expect(after(wrong('stay saving: store answers'), SAVE, STORED).value).toBe('saving');
    });

    test('skip targets that are entered anyway', () => {
      expect(mutants.some(({ name }) => name === 'retarget open: tick -> shut.locked')).toBe(false);
    });

    test('drop a guard, negate it, or use another with the same parameters', () => {
      expect(after(wrong('unguard open: add #2'), add('b')).effects).toEqual([{ text: 'Empty' }]);
      expect(after(wrong('negate open: add #1'), add('b')).value).toEqual({ shut: 'locked' });
      expect(after(wrong('negate open: add #2'), add('b')).effects).toEqual([{ text: 'Empty' }]);
      expect(after(wrong('negate open: tick'), TICK).value).toEqual({ shut: 'locked' });
      expect(after(wrong('guard open: add #2 by isLong'), add('')).context.count).toBe(2);
    });

    test('keep a name for every guard', () => {
      const guards = mutants.flatMap(({ build }) => getEdges(build()).map(({ guard }) => guard));
      expect(guards).not.toContain('inline');
    });
  });

  describe('of actions', () => {
    test('drop, repeat or replace an action, or change its parameters', () => {
      expect(after(wrong('drop action 1 of open: add #3'), add('b')).context.count).toBe(1);
      expect(after(wrong('twice action 1 of open: add #3'), add('b')).context.count).toBe(3);
      expect(after(wrong('action markName for action 2 of open: add #3'), add('b')).context).toMatchObject({
        name: 'a',
        note: 'b',
      });
      expect(after(wrong("params another's for action 1 of open: add #2"), add('')).effects).toEqual([
        { text: 'Full' },
      ]);
    });

    test('skip repeated actions without effect', () => {
      expect(mutants.some(({ name }) => name === 'twice action 2 of open: add #3')).toBe(false);
      expect(mutants.some(({ name }) => name === 'twice action 1 of open: add #2')).toBe(true);
    });

    test('drop a written field', () => {
      expect(after(wrong('assign setName forgets name'), add('b')).context).toMatchObject({ name: 'a', count: 2 });
      expect(after(wrong('assign markName forgets until'), SAVE).context).toMatchObject({ note: 'b', until: 9 });
    });
  });

  describe('of values', () => {
    test('shift a boundary', () => {
      const full = [add('b'), add('b'), add('b')];
      expect(after(machine, ...full).value).toEqual({ shut: 'locked' });
      expect(after(wrong('boundary isFull: count - 1'), ...full).value).toBe('open');
      expect(after(wrong('boundary isFull: count + 1'), add('b'), add('b')).value).toEqual({ shut: 'locked' });
    });

    test('shift a boundary in a composed guard', () => {
      expect(after(machine, TICK).value).toBe('open');
      expect(after(wrong('boundary isOver: until + 1'), TICK).value).toEqual({ shut: 'locked' });
    });

    test('skip numbers that are field names', () => {
      const stocked = setup({
        types: { context: {} as { stock: Record<string, number> }, events: {} as { type: 'add'; id: string } },
        guards: { isThere: ({ context }, { id }: { id: string }) => (context.stock[id] ?? 0) > 0 },
      }).createMachine({
        context: { stock: {} },
        on: { add: { guard: { type: 'isThere', params: ({ event }) => event } } },
      });
      expect(createMutants(stocked).flatMap(({ kind, name }) => (kind === 'boundary' ? [name] : []))).toEqual([]);
    });

    test.each([
      ['delay hold x 0.5', [500, 100]],
      ['delay hold + 1', [1001, 100]],
      ['delay hold - 1', [999, 100]],
      ['delay rest x 2', [1000, 200]],
      ['delay rest + 1', [1000, 101]],
    ] as const)('%s', (name, delays) => {
      const armed = after(wrong(name), SAVE).actions.flatMap(({ params }) =>
        typeof params === 'object' && params !== null && 'delay' in params ? [params.delay] : [],
      );
      expect(armed).toEqual(expect.arrayContaining([...delays]));
    });

    test('have another initial context', () => {
      expect(after(wrong('context count begins otherwise')).context.count).toBe(2);
      expect(after(wrong('context name begins otherwise')).context.name).toBe('');
    });

    test('skip an initial context that every start overwrites', () => {
      const sameFor = (entry: unknown, ...from: readonly number[]) => {
        const started = setup({
          types: { input: {} as number, context: {} as Record<'first' | 'second' | 'given', number> },
          actors: { store: fromPromise<void, number>(notProvided) },
          actions: { write: assign({ first: 1, given: 2 }), writeSecond: assign({ second: 4 }) },
          guards: { isSome: ({ context }) => context.second >= 1 },
        }).createMachine({
          context: ({ input }) => ({ first: 0, second: input, given: 0 }),
          entry: entry as never,
          invoke: { src: 'store', input: ({ context }) => context.given },
          initial: 'open',
          states: {
            open: { entry: 'write', always: { guard: 'isSome', target: 'shut', actions: 'writeSecond' } },
            shut: {},
          },
        });
        return createMutants(started).flatMap((one) => (isSame(one, started, { ...from }) ? [one.name] : []));
      };
      expect(sameFor([], 1, 2)).toEqual(['context first begins otherwise', 'context second begins otherwise']);
      expect(sameFor([], 1, 0)).toEqual(['context first begins otherwise']);
      expect(sameFor(() => undefined, 1)).toEqual([]);
    });

    test('change the input of an actor', () => {
      const given = (one: AnyStateMachine) =>
        after(one, SAVE).actions.flatMap((action) =>
          action.type === 'xstate.spawnChild' ? [(action.params as { input?: unknown }).input] : [],
        );
      expect(given(machine)).toEqual([{ name: 'a', count: 1 }]);
      expect(given(wrong('input saving: store without input'))).toEqual([undefined]);
      expect(given(wrong('input saving: store without count'))).toEqual([{ name: 'a' }]);
      expect(given(wrong('input saving: store takes name for count'))).toEqual([{ name: 1, count: 'a' }]);
    });

    test('change the output', () => {
      const [shut] = [add('b'), add('b'), add('b')].reduce(
        ([snapshot], event) => [getNextSnapshot(machine, snapshot, event)] as const,
        [initialTransition(machine, { name: 'a' })[0]] as const,
      );
      expect(getNextSnapshot(machine, shut, LEAVE).output).toEqual({ count: 3, name: 'b' });
      const less = wrong('output (root) without name') as typeof machine;
      expect(getNextSnapshot(less, less.resolveState(shut), LEAVE).output).toEqual({ count: 3 });
      expect(mutants.some(({ name }) => name === 'output gone is empty')).toBe(true);
    });

    test('drop a tag, change the initial state, or never end', () => {
      for (const name of ['drop tag calm of open', 'start (root) in saving', 'not final gone']) wrong(name);
      expect(after(wrong('start (root) in shut')).value).toEqual({ shut: 'locked' });
    });
  });
});

describe('a sample', () => {
  const getKind = ({ kind }: { readonly kind: string }) => kind;

  test('depends on the seed only', () => {
    const names = (seed: number) => drawSample(mutants, { most: 40, seed }, getKind).map(({ name }) => name);
    expect(names(1)).toHaveLength(40);
    expect(names(1)).toEqual(names(1));
    expect(names(2)).not.toEqual(names(1));
  });

  test('contains every kind', () => {
    const kinds = new Set(mutants.map(({ kind }) => kind));
    expect(new Set(drawSample(mutants, { most: kinds.size, seed: 3 }, getKind).map(getKind))).toEqual(kinds);
  });

  test('contains all mutants up to the limit, and a sample above it', () => {
    const asked = { seed: 1, sample: 30 };
    expect(drawSample(mutants, { ...asked, most: mutants.length }, getKind)).toEqual(mutants);
    expect(drawSample(mutants, { ...asked, most: mutants.length - 1 }, getKind)).toHaveLength(30);
  });

  test('contains the earlier survivors on request', () => {
    const again = mutants.slice(3, 5).map(({ name }) => name);
    expect(drawSample(mutants, { most: 1, seed: 1, again }, getKind).map(({ name }) => name)).toEqual(again);
  });
});
