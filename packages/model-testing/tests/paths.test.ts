import {
  assign,
  cancel,
  createMachine,
  enqueueActions,
  fromCallback,
  fromEventObservable,
  fromObservable,
  fromPromise,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
} from 'xstate';
import type { AnyStateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { paths } from '../paths.ts';
import type { PathOptions } from '../paths.ts';
import { playerMachine } from '../example/player.machine.ts';
import { DAY, SILENCE } from '../example/player.samples.ts';

const never = { subscribe: () => ({ unsubscribe: () => undefined }) };

/** Returns each path as its steps, and the transitions that no path takes. */
function read<Machine extends AnyStateMachine>(machine: Machine, options: PathOptions<Machine> = {}) {
  const found = paths(machine, options);
  return { paths: found.map(({ steps }) => steps.map(({ label }) => label).join(', ')), untaken: found.untaken };
}

describe('paths of a machine without configuration', () => {
  test('TST-Q10: takes each event, and tells the state after each step', () => {
    const toggle = createMachine({
      initial: 'off',
      states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
    });
    const found = paths(toggle);
    expect(found.map(({ title }) => title)).toEqual(['off: press -> on', 'on: press -> off']);
    expect(found[1]?.text).toBe('on: press -> off\n  start  off\n  press  on\n  press  off');
    expect(found[1]?.steps.map(({ event, snapshot }) => [event.type, snapshot.value])).toEqual([
      ['xstate.init', 'off'],
      ['press', 'on'],
      ['press', 'off'],
    ]);
    expect(found.untaken).toEqual([]);
  });

  test('TST-Q10: lets an invoked promise answer and fail, and retries after a time', () => {
    const fetcher = createMachine({
      types: {} as { context: { retries: number } },
      context: { retries: 0 },
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: fromPromise(() => Promise.resolve(1)),
            onDone: 'loaded',
            onError: [
              {
                guard: ({ context }) => context.retries < 1,
                target: 'waiting',
                actions: assign({ retries: ({ context }) => context.retries + 1 }),
              },
              'failed',
            ],
          },
        },
        waiting: { after: { 500: 'loading' } },
        loaded: { type: 'final' },
        failed: {},
      },
    });
    expect(read(fetcher)).toEqual({
      paths: [
        'start, actor of loading answers',
        'start, actor of loading fails',
        'start, actor of loading fails, after 500 ms, actor of loading fails',
        'start, actor of loading fails, after 500 ms',
      ],
      untaken: [],
    });
    expect(
      paths(fetcher)
        .at(-1)
        ?.steps.map(({ at }) => at),
    ).toEqual([0, 0, 500]);
  });

  test('TST-Q10: fires timers in the order of their deadlines, with computed delays', () => {
    const lights = setup({
      types: { input: {} as { slow: boolean }, context: {} as { slow: boolean } },
      delays: { walk: ({ context }) => (context.slow ? 9_000 : 3_000) },
    }).createMachine({
      context: ({ input }) => ({ slow: input.slow }),
      initial: 'red',
      states: {
        red: {
          initial: 'walk',
          after: { 120_000: 'off' },
          states: { walk: { after: { walk: 'stop' } }, stop: {} },
        },
        off: {},
      },
    });
    expect(read(lights, { inputs: { slow: { slow: true }, quick: { slow: false } } }).paths).toEqual([
      'start(slow), after 9 s, after 2 min',
      'start(slow), after 9 s',
    ]);
  });

  test('TST-Q10: lets a timer restart until a longer one fires', () => {
    const polling = createMachine({
      initial: 'polling',
      states: {
        polling: {
          after: { 5_000: 'over' },
          initial: 'waiting',
          states: { waiting: { after: { 2_000: { target: 'waiting', reenter: true } } } },
        },
        over: {},
      },
    });
    expect(read(polling)).toEqual({
      paths: ['start, after 2 s, after 2 s, after 5 s', 'start, after 2 s'],
      untaken: [],
    });
  });

  test('TST-Q10: forgets the remaining times of timers that have too many combinations', () => {
    const loop = (ms: number) => ({
      initial: 'on',
      states: { on: { after: { [ms]: 'off' } }, off: { after: { [ms + 4]: 'on' } } },
    });
    const loops = createMachine({ type: 'parallel', states: { a: loop(997), b: loop(1_009), c: loop(1_013) } });
    expect(read(loops).untaken).toEqual([]);
  });

  test('TST-Q10: explores parallel regions, and says which transition can never happen', () => {
    const regions = createMachine({
      type: 'parallel',
      states: {
        one: { initial: 'a', states: { a: { on: { go: 'b' } }, b: { type: 'final' } } },
        two: { initial: 'a', states: { a: { on: { go: 'b' } }, b: { type: 'final' } } },
      },
      onDone: { actions: () => undefined },
    });
    expect(read(regions)).toEqual({
      paths: ['start, go', 'start, go'],
      untaken: [{ transition: '(root): done -> (stays)', why: 'its event never happens' }],
    });
  });

  test('TST-Q10: follows always, raised and delayed events, and events to itself and its parent', () => {
    const child = createMachine({
      initial: 'first',
      states: {
        first: {
          entry: [sendParent({ type: 'ready' }), raise({ type: 'timeout' }, { delay: 2_000, id: 'timer' })],
          on: { stop: { actions: cancel('timer') }, timeout: 'second' },
        },
        second: { always: { guard: () => true, target: 'third' } },
        third: { entry: sendTo(({ self }) => self, { type: 'again' }), on: { again: 'fourth' } },
        fourth: { entry: enqueueActions(({ enqueue }) => enqueue.raise({ type: 'on' })), on: { on: 'fifth' } },
        fifth: { entry: sendTo(({ self }) => self, { type: 'late' }, { delay: 1_500 }), on: { late: 'last' } },
        last: {},
      },
    });
    const found = read(child);
    expect(found.untaken).toEqual([]);
    expect(found.paths).toContain('start, timeout after 2 s, late after 1.5 s');
    expect(
      paths(child)
        .find(({ title }) => title === 'third: again -> fourth')
        ?.steps.at(-1)?.state,
    ).toBe('fifth');
  });

  test('TST-Q10: lets listeners, streams and actors without an implementation answer', () => {
    const streams = createMachine({
      initial: 'on',
      states: {
        on: {
          invoke: [
            { id: 'ticks', src: fromObservable(() => never as never), onSnapshot: { actions: 'count' }, onDone: 'off' },
            { id: 'keys', src: fromEventObservable(() => never as never), onError: 'off' },
            { id: 'listener', src: fromCallback(() => undefined), onDone: 'off', onError: 'off' },
            { src: 'provided later', onDone: 'off' },
          ],
          on: { key: 'off' },
        },
        off: {},
      },
    });
    expect(read(streams)).toEqual({
      paths: [
        'start, key',
        'start, ticks answers',
        'start, ticks tells',
        'start, keys fails',
        'start, listener fails',
        'start, provided later answers',
      ],
      untaken: [{ transition: 'on: listener answers -> off', why: 'no running actor sends it' }],
    });
  });

  test('TST-Q10: lets spawned actors and child machines answer', () => {
    const job = createMachine({ initial: 'open', states: { open: {} } });
    const parent = setup({ actors: { job, call: fromPromise(() => Promise.resolve(1)) } }).createMachine({
      initial: 'idle',
      states: {
        idle: { entry: spawnChild('call', { id: 'call' }), on: { 'xstate.done.actor.call': 'working' } },
        working: { invoke: { src: 'job', onDone: 'idle', onSnapshot: { guard: isOpen, target: 'shown' } } },
        shown: {},
      },
    });
    expect(read(parent)).toEqual({
      paths: ['start, call answers', 'start, call answers, job answers', 'start, call answers, job tells'],
      untaken: [],
    });
  });

  test('TST-Q10: lets several steps start an actor with the same system id', () => {
    const call = fromPromise(() => new Promise(() => undefined));
    const invoke = { src: call, id: 'call', systemId: 'phone' };
    const caller = createMachine({
      initial: 'idle',
      states: {
        idle: { on: { ring: 'calling', dial: 'calling' } },
        calling: { invoke, on: { redial: 'again' } },
        again: { invoke },
      },
    });
    expect(read(caller)).toEqual({
      paths: ['start, ring', 'start, dial', 'start, ring, redial'],
      untaken: [],
    });
  });

  test('TST-Q10: takes wildcards, forbidden events, history and routes', () => {
    const odd = createMachine({
      initial: 'a',
      on: { back: '.before', 'mouse.*': {}, '*': { actions: 'log' } },
      states: { a: { id: 'a', on: { go: 'b' } }, b: { id: 'b', on: { back: undefined } }, before: { type: 'history' } },
    });
    const found = read(odd);
    expect(found.untaken).toEqual([]);
    expect(found.paths).toContain('start, mouse.other');
    expect(found.paths).toContain('start, other');
    expect(read(odd, { events: { 'mouse.move': { '': { x: 1 } } } as object }).paths).toContain('start, mouse.move');
  });

  test.each([
    ['has no state', createMachine({})],
    ['has a final state only', createMachine({ initial: 'end', states: { end: { type: 'final' } } })],
  ])('TST-Q10: finds no path when the machine %s', (_, machine) => expect(read(machine).paths).toEqual([]));

  test.each([
    ['states', ['start', 'start, press']],
    ['tours', ['start, press, press']],
    ['pairs', ['start, press, press, press']],
  ] as const)('TST-Q10: covers %s', (cover, expected) => {
    const toggle = createMachine({
      initial: 'off',
      states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
    });
    expect(read(toggle, { cover }).paths).toEqual(expected);
  });
});

function isOpen({ event }: { readonly event: { readonly snapshot: { readonly value?: unknown } } }): boolean {
  return event.snapshot.value === 'open';
}

describe('paths with values', () => {
  const input = { album: 'day' };

  test('TST-Q10: takes every transition of a player with two results', () => {
    const found = read(playerMachine, { input, done: { loadAlbum: { 'two tracks': DAY, 'no tracks': SILENCE } } });
    expect(found.untaken).toEqual([]);
    expect(found.paths).toContain('start, loadAlbum answers(two tracks), play.press, next.press, after 4 min');
  });

  test('TST-Q10: names the value that is missing, and finds the other paths', () => {
    const found = read(playerMachine, { input });
    expect(found.paths).toEqual([
      'start, loadAlbum fails',
      'start, loadAlbum fails, retry.press',
      'start, loadAlbum fails, after 10 s',
    ]);
    expect(found.untaken[0]?.why).toMatch(
      /^loadAlbum answers throws 'Cannot destructure property 'tracks' of 'undefined'/,
    );
    expect(found.untaken[0]?.why).toMatch(/': pass \{ done: \{ loadAlbum: \{ '': … \} \} \}$/);
    expect(found.untaken[2]?.why).toBe('the state ready.track.paused is never entered');
  });

  const form = setup({
    types: { events: {} as { type: 'next'; value: string } | { type: 'jump' } },
    guards: { isValid: ({ event }) => event.type === 'next' && event.value === 'Ann' },
  }).createMachine({
    initial: 'name',
    states: { name: { on: { next: { guard: 'isValid', target: 'end' } } }, end: { type: 'final' } },
    on: { jump: '.name' },
  });

  test('TST-Q10: passes a guard with a given payload, and otherwise names the guard and the option', () => {
    const events = { next: { valid: { value: 'Ann' }, invalid: { value: '' } } };
    expect(read(form, { events })).toEqual({ paths: ['start, jump', 'start, next(valid)'], untaken: [] });
    expect(read(form).untaken).toEqual([
      {
        transition: 'name: next [isValid] -> end',
        why: "the guard isValid is never true: pass { events: { next: { '': … } } }",
      },
    ]);
  });
});

describe('a plain sentence for', () => {
  const needsInput = setup({
    types: { input: {} as { wait: number }, context: {} as { wait: number } },
  }).createMachine({ context: ({ input }) => ({ wait: input.wait }) });
  const invoking = createMachine({
    initial: 'a',
    states: { a: { invoke: { src: 'load', onDone: 'b' } }, b: { on: { search: 'a' } } },
  });
  const unguarded = createMachine({ initial: 'a', states: { a: { always: { guard: 'isX', target: 'b' } }, b: {} } });

  test.each<[string, AnyStateMachine, object, string]>([
    ['a missing input', needsInput, {}, 'This machine needs an input: pass { input } (Cannot read properties of'],
    ['a wrong input', needsInput, { input: null }, 'The machine cannot start: Cannot read properties of null'],
    ['a missing guard', unguarded, {}, "The machine cannot start: Guard 'isX' is not implemented"],
    [
      'an unknown option',
      invoking,
      { evnts: {} },
      "paths has no option 'evnts'. There are: cover, input, inputs, events",
    ],
    ['an unknown event', invoking, { events: { serch: {} } }, "The machine has no event 'serch'. There are: search."],
    ['an unknown actor', invoking, { done: { lod: {} } }, "The machine has no actor 'lod'. There are: load."],
    ['an unknown cover', invoking, { cover: 'all' }, "paths cannot cover 'all'. There are: states, transitions"],
    ['a limit of zero', invoking, { limit: 0 }, 'limit is a number of snapshots, not 0.'],
    ['no machine', { initial: 'a' } as never, {}, 'paths needs a machine of XState 5, from createMachine or setup.'],
  ])('TST-Q10: %s', (_, machine, options, message) => expect(() => paths(machine, options)).toThrow(message));

  test('TST-Q10: a loop of transitions without an event, and of events to itself', () => {
    const loop = createMachine({
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: { always: 'b' } },
      on: { again: { actions: sendTo(({ self }) => self, { type: 'again' }) } },
    });
    expect(read(loop).untaken.map(({ why }) => why.slice(0, 80))).toEqual([
      "again throws 'the machine sends events to itself endlessly'",
      "go throws 'Infinite loop detected: the machine has processed more than 1000 micr",
      'the state b is never entered',
      'the state c is never entered',
    ]);
  });
});
