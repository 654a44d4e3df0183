import { assign, fromPromise, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { flowSubject } from '../cases/flow-subject.ts';
import { selectValueCases } from '../cases/value-cases.ts';
import { choosePaths } from 'model-testing/model/choose';
import { defineModel } from './config.ts';
import { parseFlow } from 'model-testing/table/flow';

interface Context {
  readonly note: string;
  readonly error: string | null;
  readonly isGift: boolean;
}

type Events =
  | { type: 'open'; album: string }
  | { type: 'note.change'; note: string }
  | { type: 'gift.choose' }
  | { type: 'send' };

/** A shelf of albums. An album opens elsewhere; a note about them is sent, and is required. */
const shelfMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: { sendNote: fromPromise<readonly string[], { note: string; isGift: boolean }>(async () => []) },
  actions: { goTo: (_, _params: { album: string }) => undefined },
}).createMachine({
  id: 'shelf',
  context: { note: '', error: null, isGift: false },
  initial: 'writing',
  states: {
    writing: {
      on: {
        open: { actions: { type: 'goTo', params: ({ event }) => ({ album: event.album }) } },
        'note.change': { actions: assign({ note: ({ event }) => event.note, error: null }) },
        'gift.choose': { actions: assign({ isGift: true }) },
        send: [
          { guard: ({ context }) => context.note === '', actions: assign({ error: 'A note, please' }) },
          { target: 'sending' },
        ],
      },
    },
    sending: {
      invoke: {
        id: 'sendNote',
        src: 'sendNote',
        input: ({ context: { note, isGift } }) => ({ note, isGift }),
        onDone: 'sent',
        onError: { target: 'writing', actions: assign({ error: 'Not sent' }) },
      },
    },
    sent: { type: 'final' },
  },
});

const flow = parseFlow(
  'shelf',
  `
flow: shelf
start: writing
states:
  writing: { shows: ["a shelf"], says: null, ref: "§1" }
rows: []
`,
);

const subject = flowSubject(
  defineModel({
    flow: 'shelf',
    machine: shelfMachine,
    inputs: { '': undefined },
    events: {
      open: { day: { album: 'day' }, night: { album: 'night' }, noon: { album: 'noon' } },
      'note.change': { short: { note: 'Hi' }, empty: { note: '' } },
      'gift.choose': { '': {} },
      send: { '': {} },
    },
    done: { sendNote: { one: ['day'], two: ['day', 'night'] } },
    delays: {},
    states: { writing: (snapshot) => snapshot.matches('writing') },
    limit: 200,
  }),
  { start: {}, on: [], calls: [] },
  { flow },
);

const graph = subject.graph();
const transitions = choosePaths(graph, { cover: 'transitions' });
const titles = async (chosen: typeof transitions) =>
  (await selectValueCases(subject, graph, chosen)).map(({ title }) => title);

describe('TST-Q5: the cover transitions also has a case for', () => {
  test('a second value of an event and of an effect, and no third one', async () => {
    expect(transitions.map(({ title }) => title).join()).not.toContain('night');
    expect(await titles(transitions)).toContain('start → open(night)');
    expect((await titles(transitions)).join()).not.toContain('noon');
  });

  test('a second value of each field that a call sends', async () => {
    expect(await titles(transitions)).toContain('start → note.change(short) → gift.choose → send');
  });

  test('each field that a transition changes', async () => {
    expect(await titles(transitions)).toContain('start → send → note.change(short)');
  });

  test('a second length of a list that a call answers', async () => {
    expect(await titles(transitions)).toContain('start → note.change(short) → send → sendNote answers(two)');
  });

  test('nothing that a chosen path shows', async () => {
    const all = [...transitions, ...(await selectValueCases(subject, graph, transitions))];
    expect(await titles(all)).toEqual([]);
  });
});
