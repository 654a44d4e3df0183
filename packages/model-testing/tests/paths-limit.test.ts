import { assign, createMachine, fromPromise } from 'xstate';
import type { AnyStateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { explore } from '../model/explore.ts';
import type { AnyModel } from '../model/define.ts';
import { fieldName, findVaryingFields, dropFields } from '../model/fields.ts';
import { TooManySnapshots } from '../model/snapshot-limit.ts';
import { NOT_STARTED, timedLogic } from '../model/timed.ts';
import type { Step, Timed } from '../model/timed.ts';
import { paths } from '../paths.ts';
import { defineModel } from './config.ts';

type Context = Readonly<Record<string, unknown>>;

/** Returns a machine with one event for each change of its context. */
function changing(context: Context, changes: Readonly<Record<string, (context: never) => Context>>): AnyStateMachine {
  const on = Object.fromEntries(
    Object.entries(changes).map(([type, change]) => [
      type,
      { actions: assign(({ context: before }) => change(before as never)) },
    ]),
  );
  return createMachine({ context, on } as never) as unknown as AnyStateMachine;
}

const counter = changing({ count: 0, name: 'x' }, { add: ({ count }: { count: number }) => ({ count: count + 1 }) });
const nested = changing(
  { user: { visits: 0, name: 'x' }, other: 1 },
  { visit: ({ user }: { user: { visits: number } }) => ({ user: { ...user, visits: user.visits + 1 } }) },
);
const growing = changing({ items: [] }, { add: ({ items }: { items: number[] }) => ({ items: [...items, 1] }) });
const doubling = changing(
  { items: [1] },
  { add: ({ items }: { items: number[] }) => ({ items: [...items, ...items] }) },
);
const two = changing(
  { x: 0, y: 0 },
  { right: ({ x }: { x: number }) => ({ x: x + 1 }), up: ({ y }: { y: number }) => ({ y: y + 1 }) },
);
const large = changing(
  { page: 'x'.repeat(3_000_000), count: 0 },
  { add: ({ count }: { count: number }) => ({ count: count + 1 }) },
);
const regions = createMachine({
  type: 'parallel',
  states: Object.fromEntries(
    [...'abcdefgh'].map((key) => [
      key,
      { initial: 'x', states: { x: { on: { [key]: 'y' } }, y: { on: { [key]: 'z' } }, z: { on: { [key]: 'x' } } } },
    ]),
  ),
}) as unknown as AnyStateMachine;

function attempt(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('a machine without an end', () => {
  test.each([
    [
      'a counter',
      counter,
      'The machine has more than 2000 snapshots: context.count took 2001 different values. Pass { project: ({ count, ...rest }) => rest }, or a higher { limit }.',
    ],
    [
      'a counter inside a field',
      nested,
      'context.user.visits took 2001 different values. Pass { project: ({ user: { visits, ...user }, ...rest }) => ({ ...rest, user }) }, or',
    ],
    [
      'a growing list',
      growing,
      'The machine has more than 2000000 letters of context: context.items took 1400 different values. Pass { project: ({ items, ...rest }) => rest }',
    ],
    ['a list that doubles', doubling, 'context.items has 1048577 letters as JSON, after 20 snapshots. Pass { project:'],
    [
      'two counters',
      two,
      'context took 2001 different values, in combinations of context.x (63) and context.y (62). Pass { project: ({ x, y, ...rest }) => rest }',
    ],
    ['a large text', large, 'context.page has 3000002 letters as JSON, after 1 snapshot. Pass { project:'],
    ['many regions', regions, 'more than 2000 snapshots: its regions have 2001 combinations. Pass a higher { limit }.'],
  ])('TST-Q10: stops with the field and the option: %s', (_, machine, message) => {
    const error = attempt(() => paths(machine));
    expect(error).toBeInstanceOf(TooManySnapshots);
    expect(String(error)).toContain(message);
  });

  test.each([
    ['a counter', counter, ({ name }: Context) => ({ name })],
    ['a counter inside a field', nested, ({ other }: Context) => ({ other })],
    ['two counters', two, () => ({})],
  ])('TST-Q10: has paths without the field: %s', (_, machine, project) => {
    expect(paths(machine, { project: project as never }).length).toBeGreaterThan(0);
    expect(paths(machine, { project: project as never }).untaken).toEqual([]);
  });

  test('TST-Q10: takes another limit', () => {
    expect(() => paths(counter, { limit: 50 })).toThrow(
      'more than 50 snapshots: context.count took 51 different values',
    );
    expect(() => paths(large, { limit: 5 })).toThrow('after 1 snapshot');
  });

  test('TST-Q10: names a field that cannot be compared', () => {
    const node: Record<string, unknown> = {};
    node['parent'] = node;
    const circular = changing({ node, fine: 1 }, { go: () => ({}) });
    expect(() => paths(circular)).toThrow(
      /^context\.node cannot be compared \(TypeError: Converting circular structure to JSON\)\. Pass \{ project: \(\{ node, \.\.\.rest \}\) => rest \}\.$/,
    );
  });

  test('TST-Q10: counts steps too', () => {
    const events = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`event ${index}`, { actions: 'act' }]),
    );
    const busy = createMachine({
      types: {} as { context: { count: number } },
      context: { count: 0 },
      on: { ...events, add: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
    });
    expect(() => paths(busy)).toThrow('The machine has more than 100000 steps: context.count took');
  });
});

describe('a large machine', () => {
  const size = 1_000;
  const states = Array.from({ length: size }, (_, index) => [
    `s${index}`,
    {
      on: { [`go${index}`]: `s${(index + 1) % size}`, reset: 's0' },
      after: { 1_000: 's0' },
      ...(index === 500 && {
        invoke: { id: 'call', src: fromPromise(() => Promise.resolve()), onDone: 's0', onError: 's1' },
      }),
    },
  ]);
  const machine = createMachine({ initial: 's0', states: Object.fromEntries(states) }) as unknown as AnyStateMachine;

  test('TST-Q10: has a higher limit by its states', () => {
    const ends = Array.from({ length: 2_100 }, (_, index) => `end ${index}`);
    const star = createMachine({
      initial: 'start',
      states: {
        start: { on: Object.fromEntries(ends.map((name) => [name, name])) },
        ...Object.fromEntries(ends.map((name) => [name, {}])),
      },
    });
    expect(paths(star as unknown as AnyStateMachine)).toHaveLength(ends.length);
  });

  test('TST-Q10: of a thousand states has all paths', () => {
    const found = paths(machine);
    expect([found.length, found.untaken]).toEqual([3 * size + 2, []]);
    expect(found.find(({ title }) => title === 's999: go999 -> s0')?.steps).toHaveLength(1_001);
  });
});

describe('a model', () => {
  const model = (machine: AnyStateMachine, rest: object) =>
    defineModel({
      flow: 'counting',
      machine,
      inputs: { '': undefined },
      events: { add: { '': {} } },
      done: {},
      delays: {},
      ...rest,
    }) as unknown as AnyModel;

  test('TST-Q10: stops with the field', () => {
    expect(() => explore(model(counter, {}))).toThrow(
      'more than 2000 snapshots: context.count took 2001 different values',
    );
    expect(() => explore(model(counter, { limit: 5 }))).toThrow('more than 5 snapshots: context.count took 6');
    expect(() => explore(model(growing, {}))).toThrow('more than 2000000 letters of context: context.items took');
  });

  test('TST-Q10: stops with the field of its projection', () => {
    const project = ({ count }: { count: number }) => ({ count });
    expect(() => explore(model(counter, { project }))).toThrow(
      'project(context).count took 2001 different values. Leave it out of project. Or pass a higher { limit }.',
    );
    expect(explore(model(counter, { project: () => null })).nodes.size).toBe(2);
  });

  test('TST-Q10: remembers only the answers of actors that it has', () => {
    const calling = createMachine({
      initial: 'a',
      states: {
        a: {
          invoke: { id: 'call', src: fromPromise(() => Promise.resolve()), onDone: { target: 'a', reenter: true } },
        },
      },
    });
    const { transition } = timedLogic(calling as unknown as AnyStateMachine);
    const answer: Step = {
      kind: 'done',
      label: '',
      actorId: 'call',
      event: { type: 'xstate.done.actor.call', output: null },
    };
    let state: Timed = transition(NOT_STARTED, { kind: 'start', label: '', event: { type: 'xstate.init' } });
    for (let count = 0; count < 10; count++) state = transition(state, answer);
    expect([state.settled, state.flights.map(({ id }) => id)]).toEqual([[], ['call']]);
  });
});

test.each([
  [['count'], 'context.count'],
  [['user', 'visits'], 'context.user.visits'],
  [['last-seen'], "context['last-seen']"],
  [['rows', '0', 'count'], 'context.rows[0].count'],
])('TST-Q10: the field %j is called %s', (path, name) => expect(fieldName('context', path)).toBe(name));

test.each([
  [[['count']], '({ count, ...rest }) => rest'],
  [[['a'], ['b']], '({ a, b, ...rest }) => rest'],
  [[['a', 'b', 'c']], '({ a: { b: { c, ...b }, ...a }, ...rest }) => ({ ...rest, a: { ...a, b } })'],
  [[['a', 'b'], ['a']], '({ a, ...rest }) => rest'],
  [[['rest']], '({ rest, ...others }) => others'],
  [[['last-seen']], "({ 'last-seen': _, ...rest }) => rest"],
  [[['rows', '0', 'count']], '({ rows, ...rest }) => rest'],
])('TST-Q10: %j is left out by %s', (fields, code) => {
  expect(dropFields(fields)).toBe(code);
  const project = new Function(`return ${code}`)() as (context: unknown) => unknown;
  const context = { count: 1, a: { b: { c: 1, d: 2 }, e: 3 }, b: 1, rest: 1, 'last-seen': 1, rows: [{ count: 1 }] };
  expect(project(context)).not.toEqual(context);
});

test('TST-Q10: names a counter in one row of several, and a growing list as a whole', () => {
  const find = (contexts: readonly unknown[]) =>
    findVaryingFields(contexts, (value) => JSON.stringify(value) ?? '').fields.map(({ path }) => path.join('.'));
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  expect(find(numbers.map((count) => ({ rows: [{ count }, { count: 0 }] })))).toEqual(['rows.0.count']);
  expect(find(numbers.map((count) => ({ rows: numbers.slice(count) })))).toEqual(['rows']);
});
