import { assign, setup } from 'xstate';
import { expect, test } from 'vitest';
import { defineModel } from './config.ts';
import { flowSubject } from '../cases/flow-subject.ts';
import { selectCases } from '../cases/select.ts';
import { parseFlow } from 'model-testing/table/flow';
import { press } from 'model-testing/view/act';

/** A bell that counts its rings without an end, so that its whole graph cannot be explored. */
const bellMachine = setup({
  types: {
    context: {} as { rings: number },
    events: {} as { type: 'ring' } | { type: 'answer' },
    output: {} as { rings: number },
  },
  actions: { count: assign({ rings: ({ context }) => context.rings + 1 }) },
  guards: { hasRung: ({ context }) => context.rings > 1 },
}).createMachine({
  id: 'bell',
  context: { rings: 0 },
  initial: 'waiting',
  output: ({ context }) => ({ rings: context.rings }),
  states: {
    waiting: { on: { ring: { actions: 'count' }, answer: { guard: 'hasRung', target: 'answered' } } },
    answered: { type: 'final' },
  },
});

const hallMachine = setup({
  types: { events: {} as { type: 'enter' } },
  actors: { bell: bellMachine },
}).createMachine({
  id: 'hall',
  initial: 'outside',
  states: {
    outside: { on: { enter: 'ringing' } },
    ringing: { invoke: { id: 'bell', src: 'bell', onDone: 'inside' } },
    inside: {},
  },
});

const STATE = '{ shows: [], says: null, ref: "§1" }';
const bell = flowSubject(
  defineModel({
    flow: 'bell',
    machine: bellMachine,
    inputs: { '': undefined },
    events: { ring: { '': {} }, answer: { '': {} } },
    acts: { ring: press('button', 'Ring'), answer: press('button', 'Answer') },
    done: {},
    delays: {},
    states: { waiting: (snapshot) => snapshot.matches('waiting') },
  }),
  { start: { always: '' }, on: [], calls: [] },
  { flow: parseFlow('bell', `flow: bell\nstart: waiting\nstates:\n  waiting: ${STATE}\nrows: []`) },
);
const hall = flowSubject(
  defineModel({
    flow: 'hall',
    machine: hallMachine,
    inputs: { '': undefined },
    events: { enter: { '': {} } },
    acts: { enter: press('button', 'Enter') },
    done: { bell: { 'after two rings': { rings: 2 } } },
    delays: {},
    states: { outside: (snapshot) => snapshot.matches('outside'), inside: (snapshot) => snapshot.matches('inside') },
  }),
  { start: { always: '' }, on: [], calls: [], inside: { bell: 'a machine of its own' } },
  {
    flow: parseFlow('hall', `flow: hall\nstart: outside\nstates:\n  outside: ${STATE}\n  inside: ${STATE}\nrows: []`),
  },
);

test('TST-Q1: the steps of a machine inside another are explored only as far as its answer needs', async () => {
  const find = (id: string) => [hall, bell].find((one) => one.id === id) ?? null;
  const [path] = await selectCases(hall, find, { to: 'inside' });
  expect(path?.steps.map(({ action }) => action)).toEqual([
    'Begin.',
    "Press the button 'Enter'.",
    "Press the button 'Ring'.",
    "Press the button 'Ring'.",
    "Press the button 'Answer'.",
  ]);
});
