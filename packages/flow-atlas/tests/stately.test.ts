import { and, assign, createMachine, fromCallback, fromPromise, setup } from 'xstate';
import type { AnyStateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { getEdges } from 'model-testing/model/structure';
import { formatStatelyFile } from '../stately/file.ts';
import { isSelfContained } from '../stately/self-contained.ts';
import { playerMachine } from './atlas-machine.ts';
import { evaluateMachine, serialiseDefinition } from '../stately/evaluate-machine.ts';

const FIRST_TRACK = 1;
const readDisc = fromPromise(() => Promise.resolve());

test('a machine is rebuilt from its file, which imports nothing but XState', async () => {
  const text = await formatStatelyFile('player', playerMachine);
  const machine = await evaluateMachine(text);
  expect([...text.matchAll(/from '(.*)'/g)].map(([, from]) => from)).toEqual(['xstate']);
  expect(serialiseDefinition(machine)).toEqual(serialiseDefinition(playerMachine));
  expect(machine.implementations.delays).toMatchObject({ dimAfter: 75_000 });
  expect(getEdges(machine).map(({ id }) => id)).toEqual(getEdges(playerMachine).map(({ id }) => id));
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
  expect(Object.keys(guards)).toEqual(['aBatteryLiesInIt', 'offPowerPress']);
  expect(Object.keys(actions)).toEqual(['enterRoot', 'offPowerPress', 'leaveOn', 'onReceiverAnswers']);
  expect(Object.keys(actors)).toEqual(['receiver', 'runInOn']);
  expect(getEdges(machine).map(({ id }) => id)).toEqual([
    'off: power.press [aBatteryLiesInIt] -> on',
    'off: power.press [offPowerPress] -> on',
    'on: receiver answers -> off',
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
  expect(text).toContain('// The flow Disc reader: disc-reader.js\n    readDisc: fromPromise(');
  expect(text).toContain('listen: fromCallback(');
  expect(text).toContain('input: ({ event: { type } }) => ({ type })');
  expect(text).toContain("go: { actions: { type: 'setTrack', params: { track: 2 } } }");
  expect(text).toContain('params: ({ event }) => ({ track: event.type.length })');
  expect(text).toContain("begin: { actions: { type: 'setTrack' } }");
  expect(text).toMatch(/soon: \(\{ event \}\) => event\.type\.length/);
  expect(text).toMatch(/Computed by other code\.\n\s+late: \(\) => 0/);
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
