import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assign, createActor, createMachine, fromPromise, sendTo } from 'xstate';
import { createChart } from '../atlas/create-chart.ts';
import { allStates } from '../atlas/chart.ts';
import { createRecorder } from '../live/recorder.ts';
import { STEP_BOUNDS } from '../live/record.ts';
import { BOUNDS, redact } from '../live/redact.ts';
import { getStatesAt, RUN_BOUNDS } from '../live/run.ts';
import { getActiveStates } from '../live/words.ts';
import { playerMachine } from './atlas-machine.ts';

const player = createMachine({
  id: 'player',
  context: { title: 'nothing' },
  initial: 'stopped',
  states: {
    stopped: { on: { PLAY: { target: 'playing', actions: assign({ title: ({ event }) => event.title }) } } },
    playing: { on: { STOP: 'stopped', PLAY: {} } },
  },
});

function recorded(bounds?: { most: number; running: number; bytes: number }, machine: typeof player = player) {
  const recorder = createRecorder({ tab: 'tab', page: 'page', now: () => 5, ...(bounds && { bounds }) });
  const actor = createActor(machine, { inspect: (inspected) => recorder.inspect(inspected) }).start();
  return { actor, run: () => recorder.run(), last: () => recorder.run().records.at(-1) };
}

/** Any value that a program may pass. */
const anything = () =>
  fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium' },
      fc.string({ minLength: 1 }).map((text) => `secret-${text}`),
      fc.integer({ min: 1_000_000 }),
      fc.array(tie('tree')),
      fc.dictionary(
        fc.constantFrom('a', 'b', 'c', '0712-secret', 'secret key', 'constructor', '__proto__'),
        tie('tree'),
      ),
    ),
  })).tree;

describe('redaction', () => {
  test('reveals no value of an event, a context or a key', () => {
    fc.assert(
      fc.property(anything(), (title) => {
        const { actor, run } = recorded();
        actor.send({ type: 'PLAY', title });
        actor.stop();
        expect(JSON.stringify(run())).not.toContain('secret');
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1000 }), (n) => !JSON.stringify(redact({ n, list: [n] })).includes(String(n))),
    );
  });
  test('handles cycles, depth and throwing getters', () => {
    const around: Record<string, unknown> = {};
    around['self'] = around;
    expect(redact(around)).toEqual({ self: 'again' });
    expect(redact({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: 'object' } } } });
    const broken = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    expect(redact(broken)).toEqual({ x: 'undefined' });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(redact(proxy)).toBe('unreadable');
  });
  test('is bounded for large values and many keys', () => {
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`k${at}`, at]));
    expect(Object.keys(redact(wide) as object)).toHaveLength(BOUNDS.keys);
    const deep = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, wide]));
    const count = (part: unknown): number =>
      typeof part === 'object' && part !== null
        ? 1 + Object.values(part).reduce((sum: number, inner) => sum + count(inner), 0)
        : 1;
    expect(count(redact(deep))).toBeLessThanOrEqual(BOUNDS.nodes);
    expect(redact({ ['x'.repeat(500)]: 1 })).toEqual({ 'key 1': 'number' });
    expect(redact(new Map([['a', 1]]))).toBe('object');
  });
});

describe('a recorder', () => {
  test('records active states, transitions and their source', () => {
    const { actor, last } = recorded();
    actor.send({ type: 'PLAY', title: 'Jambo' });
    expect(last()).toMatchObject({
      kind: 'step',
      at: 5,
      tab: 'tab',
      machine: 'player',
      event: 'PLAY',
      payload: { title: 'text of 5' },
      status: 'active',
      value: 'playing',
      transitions: [{ source: 'player.stopped', event: 'PLAY', index: 0 }],
      changes: { title: 'text of 5' },
    });
    actor.send({ type: 'PLAY' });
    expect(last()).toMatchObject({ transitions: [{ source: 'player.playing', event: 'PLAY', index: 0 }], changes: {} });
    actor.send({ type: 'nobody.takes.this' });
    expect(last()).toMatchObject({ event: 'nobody.takes.this', value: 'playing', transitions: [] });
    actor.stop();
    expect(last()).toMatchObject({ event: 'xstate.stop', status: 'stopped' });
  });

  test('records child machines, but no calls and listeners', async () => {
    const inner = createMachine({
      id: 'inner',
      initial: 'a',
      states: { a: { on: { GO: 'b' } }, b: { type: 'final' } },
    });
    const outer = createMachine({
      id: 'outer',
      initial: 'calling',
      states: {
        calling: { invoke: { id: 'call', src: fromPromise(() => Promise.resolve('secret')), onDone: 'inside' } },
        inside: {
          invoke: { id: 'inner', src: inner, onDone: 'over' },
          on: { GO: { actions: sendTo('inner', { type: 'GO' }) } },
        },
        over: {},
      },
    });
    const { actor, run } = recorded(undefined, outer as unknown as typeof player);
    await new Promise((resolve) => {
      actor.subscribe(({ value }) => value === ('inside' as never) && resolve(null));
    });
    actor.send({ type: 'GO' });
    const told = run().records.flatMap((step) => (step.kind === 'step' ? [`${step.machine} ${step.event}`] : []));
    expect([...new Set(told)].sort()).toEqual([
      'inner GO',
      'inner xstate.init',
      'outer GO',
      'outer xstate.done.actor.call',
      'outer xstate.done.actor.inner',
      'outer xstate.init',
    ]);
    expect(JSON.stringify(run())).not.toContain('secret');
    actor.stop();
  });

  test('records transitions and active states that exist in the chart', () => {
    const chart = createChart('media-player', playerMachine);
    const known = new Set(allStates(chart.root).map(({ id }) => id));
    const { actor, run } = recorded(undefined, playerMachine as unknown as typeof player);
    for (const type of ['disc.insert', 'play.press', 'volume.change', 'pause.press', 'eject.press', 'track.restart'])
      actor.send({ type });
    actor.stop();
    const steps = run().records.flatMap((step) => (step.kind === 'step' ? [step] : []));
    expect(steps.some(({ transitions }) => transitions.length > 0)).toBe(true);
    for (const { value, transitions } of steps) {
      expect(getActiveStates(chart.root, value).filter((id) => !known.has(id))).toEqual([]);
      for (const { source, event, index } of transitions)
        expect(chart.edges.filter((e) => e.from === source && e.event === event && e.index === index)).toHaveLength(1);
    }
  });

  test('keeps the last records within limits, and the states before them', () => {
    const { actor, run } = recorded({ most: 5, running: 5, bytes: 100_000 });
    for (let turn = 0; turn < 20; turn += 1) actor.send({ type: 'PLAY', title: 'x'.repeat(turn) });
    expect(run().records).toHaveLength(5);
    expect(run().dropped).toEqual({ page: 16 });
    expect([...getStatesAt(run(), 0).values()]).toMatchObject([{ machine: 'player', value: 'playing' }]);
    actor.stop();
    const bytes = 1500;
    const small = recorded({ most: 200, running: 5, bytes });
    for (let turn = 0; turn < 20; turn += 1) small.actor.send({ type: 'PLAY', title: 'x'.repeat(turn) });
    const { before, records } = small.run();
    expect(records.length).toBeGreaterThan(0);
    expect([...before, ...records].reduce((sum, record) => sum + JSON.stringify(record).length, 0)).toBeLessThanOrEqual(
      bytes,
    );
    small.actor.stop();
  });

  test('TST-O6: keeps 5,000 steps of typical size, and counts the older ones', () => {
    const context = Object.fromEntries(Array.from({ length: 39 }, (_, at) => [`field${at}`, 'kept']));
    const many = createMachine({
      id: 'player',
      context: { title: '', ...context },
      initial: 'on',
      states: {
        on: { on: { PLAY: { target: 'off', actions: assign({ title: ({ event }) => event.title }) } } },
        off: { on: { PLAY: 'on' } },
      },
    });
    const { actor, run } = recorded(undefined, many as unknown as typeof player);
    for (let turn = 0; turn < 5_500; turn += 1) actor.send({ type: 'PLAY', title: 'x'.repeat(turn) });
    expect(run().records).toHaveLength(RUN_BOUNDS.most);
    expect(RUN_BOUNDS.most).toBeGreaterThanOrEqual(5_000);
    expect(run().dropped).toEqual({ page: 501 });
    actor.stop();
  });

  test('cuts events with long names or thousands of keys', () => {
    const { actor, last } = recorded();
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 'x'.repeat(50)]));
    actor.send({ type: 'x'.repeat(10_000), ...many });
    expect(JSON.stringify(last()).length).toBeLessThan(STEP_BOUNDS.values);
    expect(last()).toMatchObject({ event: 'x'.repeat(STEP_BOUNDS.event) });
    actor.stop();
  });
});
