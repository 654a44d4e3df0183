import { and, assign, createMachine, fromCallback, fromPromise, setup } from 'xstate';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { describe, expect, test } from 'vitest';
import { getEdges } from 'model-testing/model/structure';
import { formatStatelyFile } from '../stately/file.ts';
import { isSelfContained } from '../stately/self-contained.ts';
import { playerMachine } from './atlas-machine.ts';
import { evaluateMachine, serialiseDefinition } from '../stately/evaluate-machine.ts';
import { labelMachine } from '../stately/labelled-machine.ts';
import { NO_LABELS } from '../atlas/labels.ts';

const FIRST_TRACK = 1;
const readDisc = fromPromise(() => Promise.resolve());

const labels = {
  ...NO_LABELS,
  states: { loaded: 'Disc is in', 'loaded.track': 'No. 1 plays', 'loaded.sound': 'No. 1 plays' },
  events: { 'disc.insert': 'Inserts a disc' },
  timers: { dimAfter: 'Time until the light dims' },
};

test('TST-O8: a machine is rebuilt from its file, which imports nothing but XState', async () => {
  const { machine: labelled } = labelMachine(playerMachine, labels);
  const text = await formatStatelyFile('player', playerMachine, { labels });
  const machine = await evaluateMachine(text);
  expect([...text.matchAll(/from '(.*)'/g)].map(([, from]) => from)).toEqual(['xstate', 'xstate']);
  expect(serialiseDefinition(machine)).toEqual(serialiseDefinition(labelled));
  expect(machine.implementations.delays).toMatchObject({ 'Time until the light dims': 75_000 });
  expect(getEdges(machine).map(({ id }) => id)).toEqual(getEdges(labelled).map(({ id }) => id));
});

test('TST-O8: states, events and parts have the labels of the atlas, and lead where they led', () => {
  const { machine, names } = labelMachine(playerMachine, labels);
  const placesOf = (one: AnyStateMachine) => {
    const ids = getStateIds(one.root as AnyStateNode);
    return getEdges(one).map(({ source, definition }) => [
      ids.indexOf(source.id),
      ...(definition.target ?? []).map(({ id }) => ids.indexOf(id)),
    ]);
  };
  expect(placesOf(machine)).toEqual(placesOf(playerMachine));
  const loaded = machine.root.states['Disc is in'];
  // A full stop has a meaning in targets, and no two states beside each other have one name.
  expect(Object.keys(loaded?.states ?? {})).toEqual(
    expect.arrayContaining(['No  1 plays (track)', 'No  1 plays (sound)']),
  );
  expect(machine.root.states['Empty']?.config.on).toHaveProperty('Inserts a disc');
  expect(names.delays.get('dimAfter')).toBe('Time until the light dims');
});

const inline = createMachine({
  id: 'radio',
  context: { station: 0 },
  initial: 'off',
  entry: assign({ station: 1 }),
  states: {
    off: {
      on: {
        'power.press': [
          { guard: and([() => true]), description: 'A battery lies in it (D1).', target: 'on' },
          { guard: () => true, target: 'on', actions: [() => undefined, 'beep'] },
        ],
      },
    },
    on: {
      invoke: [
        { id: 'receiver', src: readDisc, onDone: { target: 'off', actions: () => undefined } },
        { src: readDisc },
      ],
      exit: () => undefined,
    },
  },
}) as unknown as AnyStateMachine;

test('names inline guards by description and other inline parts by place', async () => {
  const machine = await evaluateMachine(await formatStatelyFile('radio', inline));
  const { guards, actions, actors } = machine.implementations;
  expect(Object.keys(guards)).toEqual(['A battery lies in it', 'Off power press']);
  expect(Object.keys(actions)).toEqual(['Enter root', 'Off power press', 'Leave on', 'On receiver answers']);
  expect(Object.keys(actors)).toEqual(['Receiver', 'Run in on']);
  expect(getEdges(machine).map(({ id }) => id)).toEqual([
    'Off: Power press [A battery lies in it] -> On',
    'Off: Power press [Off power press] -> On',
    'On: receiver answers -> Off',
  ]);
});

test('keeps self-contained parameters and counts the others in a comment', async () => {
  const machine = setup({
    actions: { setTrack: (_, _params: { track: number }) => undefined },
    actors: { readDisc, listen: fromCallback(() => undefined) },
    delays: { soon: ({ event }) => event.type.length, late: () => FIRST_TRACK },
  }).createMachine({
    context: () => ({ track: FIRST_TRACK }),
    invoke: [{ src: 'readDisc', input: ({ event: { type } }) => ({ type }) }, { src: 'listen' }],
    on: {
      go: { actions: { type: 'setTrack', params: { track: 2 } } },
      back: { actions: { type: 'setTrack', params: ({ event }) => ({ track: event.type.length }) } },
      begin: { actions: { type: 'setTrack', params: () => ({ track: FIRST_TRACK }) } },
    },
  });
  const text = await formatStatelyFile('player', machine, {
    title: 'The player',
    flowIn: (_, slot) => (slot === 'readDisc' ? { flow: 'disc-reader', title: 'Disc reader' } : null),
  });
  expect(text).toContain('// The player, for reading');
  expect(text).toContain('// Omitted, because it depends on other code: context (1), params (1).');
  expect(text).toContain(
    "// readDisc. The flow Disc reader: disc-reader.ts\n    'Read disc': fromPromise<Value, Params>(",
  );
  expect(text).toContain('Listen: fromCallback<AnyEventObject, Params>(');
  expect(text).toContain('input: ({ event: { type } }) => ({ type })');
  expect(text).toContain("Go: { actions: { type: 'Set track', params: { track: 2 } } }");
  expect(text).toContain('params: ({ event }) => ({ track: event.type.length })');
  expect(text).toContain("Begin: { actions: { type: 'Set track' } }");
  expect(text).toMatch(/'After soon': \(\{ event \}\) => event\.type\.length/);
  expect(text).toMatch(/Computed by other code\n\s+'After late': \(\) => 0/);
});

describe('a function', () => {
  test.each([
    '({ event }) => event.output',
    '({ context: { now = 0, ...rest }, event: [first] }) => Math.max(now, rest.at, first)',
    '(_, { steps }) => { const twice = 2 * steps; return { twice, [twice]: steps }; }',
    'function step(count) { return count === 0 ? 0 : step(count - 1); }',
  ])('%s is self-contained', (text) => expect(isSelfContained(text)).toBe(true));
  test.each([
    '({ context }) => refOf(context)',
    '({ track = FIRST_TRACK }) => track',
    '() => ({ FIRST_TRACK })',
    '() => [helper]',
    '(key) => ({ [key]: names[key] })',
    '() => import("./other.ts")',
    'input({ context }) { return context; }',
  ])('%s is not self-contained', (text) => expect(isSelfContained(text)).toBe(false));
});

/** Returns the ids of all states in their order. */
function getStateIds({ id, states }: AnyStateNode): string[] {
  return [id, ...Object.values(states).flatMap(getStateIds)];
}
