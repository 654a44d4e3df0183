import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { NO_LABELS } from '../atlas/labels.ts';
import { NO_CASE_TEXTS } from '../cases/case-texts.ts';
import { flowSubject } from '../cases/flow-subject.ts';
import { defineActs } from 'model-testing/model/define';
import { parseFlow } from 'model-testing/table/flow';
import type { Table } from 'model-testing/table/table';
import { fill, press } from 'model-testing/view/act';
import { defineModel } from './config.ts';

const notProvided = (): never => {
  throw new Error('empty slot');
};

/** A lock that verifies a code and forgets it after a while. */
export const lockMachine = setup({
  types: {
    context: {} as { code: string },
    events: {} as { type: 'code.change'; code: string } | { type: 'code.send' },
    output: {} as { isOpen: boolean },
  },
  actors: { check: fromPromise<{ isRight: boolean }, { code: string }>(notProvided) },
  actions: { setCode: assign({ code: (_, { code }: { code: string }) => code }) },
  guards: { isRight: (_, { isRight }: { isRight: boolean }) => isRight },
}).createMachine({
  id: 'lock',
  context: { code: '' },
  initial: 'shut',
  output: ({ context }) => ({ isOpen: context.code !== '' }),
  states: {
    shut: {
      on: {
        'code.change': { actions: { type: 'setCode', params: ({ event }) => event } },
        'code.send': 'asking',
      },
    },
    asking: {
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context }) => context,
        onDone: [
          { guard: { type: 'isRight', params: ({ event }) => event.output }, target: 'open' },
          { target: 'shut' },
        ],
        onError: 'shut',
      },
    },
    open: { type: 'final' },
  },
});

/** A door behind the lock that closes after a while. */
export const doorMachine = setup({
  types: {
    context: {} as { guests: number },
    events: {} as { type: 'door.ring' } | { type: 'wind.blows' },
  },
  actors: { lock: lockMachine, weather: fromCallback(notProvided) },
  actions: { count: assign({ guests: ({ context }) => Math.min(2, context.guests + 1) }) },
  delays: { stay: 5_000 },
}).createMachine({
  id: 'door',
  context: { guests: 0 },
  initial: 'shut',
  invoke: { id: 'weather', src: 'weather' },
  states: {
    shut: { on: { 'door.ring': 'locked', 'wind.blows': {} } },
    locked: { invoke: { id: 'lock', src: 'lock', onDone: { target: 'open', actions: 'count' } } },
    open: { after: { stay: 'shut' }, on: { 'wind.blows': 'shut' } },
  },
});

const lockModel = defineModel({
  flow: 'lock',
  machine: lockMachine,
  inputs: { '': undefined },
  events: { 'code.change': { right: { code: '1234' } }, 'code.send': { '': {} } },
  acts: defineActs<typeof lockMachine>({
    'code.change': ({ code }) => fill('Code', code),
    'code.send': press('button', 'Send'),
  }),
  done: { check: { right: { isRight: true }, wrong: { isRight: false } } },
  delays: {},
  states: {
    shut: (snapshot) => snapshot.matches('shut'),
    asking: (snapshot) => snapshot.matches('asking'),
    open: (snapshot) => snapshot.matches('open'),
  },
});

const lockTable: Table<typeof lockMachine> = {
  start: { always: '' },
  reach: {
    asking: async (live) => {
      await live.send({ type: 'code.change', code: '1234' });
      await live.send({ type: 'code.send' });
    },
  },
  on: [
    [/^send '(.*)'$/, (_, [, code = '']) => [{ type: 'code.change', code }, { type: 'code.send' }]],
    [/^press the help link$/, press('link', 'Help')],
  ],
  calls: [
    {
      call: 'POST /check',
      slot: 'check',
      answers: [
        [/^right$/, { isRight: true }],
        [/^wrong$/, { isRight: false }],
      ],
    },
  ],
};

const lockFlow = parseFlow(
  'lock',
  `
flow: lock
input: "a door of an hotel"
start: shut
states:
  shut: { shows: ["field Code"], says: null, ref: "§1" }
  asking: { shows: ["busy"], says: null, ref: "§1" }
  open: { shows: [], says: null, ref: "§1" }
rows:
  - { from: shut, on: "send '1234'", to: asking, calls: ["POST /check {code:'1234'}"], says: null, ref: "§2, D1" }
  - { from: asking, on: "POST /check answers(right)", to: open, says: "Come in, \\"guest\\"", ref: "D2" }
  - { from: asking, on: "POST /check answers(wrong)", to: shut, says: "Wrong code", ref: "D1, D3" }
  - { from: shut, on: "press the help link", to: shut, ref: "D4" }
`,
);

const doorModel = defineModel({
  flow: 'door',
  machine: doorMachine,
  inputs: { '': undefined },
  events: { 'door.ring': { '': {} }, 'wind.blows': { sentBy: 'weather', cases: { '': {} } } },
  acts: defineActs<typeof doorMachine>({ 'door.ring': press('button', /^Ring/) }),
  done: { lock: { open: { isOpen: true } } },
  delays: { stay: 5_000 },
  states: {
    shut: (snapshot) => snapshot.matches('shut'),
    locked: (snapshot) => snapshot.matches('locked'),
    open: (snapshot) => snapshot.matches('open'),
  },
});

const doorTable: Table<typeof doorMachine> = {
  start: { always: '' },
  on: [
    [/^ring$/, { type: 'door.ring' }],
    [/^the wind blows$/, { type: 'wind.blows' }],
  ],
  calls: [],
  inside: { lock: 'a machine of its own' },
};

const doorFlow = parseFlow(
  'door',
  `
flow: door
start: shut
states:
  shut: { shows: ["a bell"], says: null, ref: "§1" }
  locked: { shows: ["the lock"], says: null, ref: "§1" }
  open: { shows: ["'Welcome'"], says: null, ref: "§1" }
rows:
  - { from: shut, on: ring, to: locked, ref: "§1" }
  - { from: open, on: timer, ms: 5000, to: shut, does: ["the light goes out"], ref: "D5" }
  - { from: open, on: "the wind blows", to: shut, ref: "D6" }
`,
);

export const lock = flowSubject(lockModel, lockTable, {
  flow: lockFlow,
  words: {
    labels: { ...NO_LABELS, results: { 'check answers': 'The code is checked' } },
    texts: {
      data: { G1: 'a guest with the key K1', K1: 'the code 1234' },
      starts: { start: { has: 'G1 has arrived.', do: 'Stand before the door.' } },
      steps: { 'check answers(right)': 'Let the lock accept the code K1.' },
      rows: {},
      around: {},
      seen: { shut: { name: 'The shut lock', shows: 'A field for the code.' } },
    },
  },
});
export const door = flowSubject(doorModel, doorTable, {
  flow: doorFlow,
  words: {
    labels: NO_LABELS,
    texts: {
      ...NO_CASE_TEXTS,
      around: { 'weather sends wind.blows': 'The trees move; the door stays as it is.' },
      seen: { shut: { name: 'The shut door', shows: '' } },
    },
  },
});
