import { assign, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { parseFlow } from 'model-testing/table/flow';
import { flowSubject } from '../cases/flow-subject.ts';
import { selectCases } from '../cases/select.ts';
import { defineModel } from './config.ts';

interface Context {
  readonly people: number;
  readonly isClosed: boolean;
}

/** A lift that takes three people and moves when its door is closed. */
const liftMachine = setup({
  types: { context: {} as Context, events: {} as { type: 'enter' } | { type: 'close' } | { type: 'go' } },
  actions: { add: assign({ people: ({ context }) => context.people + 1 }), close: assign({ isClosed: true }) },
  guards: {
    hasRoom: ({ context }) => context.people < 3,
    isClosed: ({ context }) => context.isClosed,
  },
}).createMachine({
  id: 'lift',
  context: { people: 0, isClosed: false },
  initial: 'waiting',
  states: {
    waiting: {
      on: {
        enter: { guard: 'hasRoom', actions: 'add' },
        close: { actions: 'close' },
        go: { guard: 'isClosed', target: 'moving' },
      },
    },
    moving: { type: 'final' },
  },
});

const flow = parseFlow(
  'lift',
  `
flow: lift
start: waiting
states:
  waiting: { shows: ["a door"], says: null, ref: "§1" }
  moving: { shows: [], says: null, ref: "§1" }
rows: []
`,
);

type Guards = Parameters<typeof liftMachine.provide>[0]['guards'];

function casesFor(guards: Guards = {}) {
  const model = defineModel({
    flow: 'lift',
    machine: liftMachine.provide({ guards }),
    inputs: { '': undefined },
    events: { enter: { '': {} }, close: { '': {} }, go: { '': {} } },
    done: {},
    delays: {},
    states: { waiting: (snapshot) => snapshot.matches('waiting'), moving: (snapshot) => snapshot.matches('moving') },
    limit: 50,
  });
  const subject = flowSubject(model, { start: {}, on: [], calls: [] }, { flow });
  return selectCases(subject, (id) => (id === 'lift' ? subject : null), {});
}

const prints = async (guards?: Guards) =>
  (await casesFor(guards)).map(({ id, fingerprint }) => `${id} ${fingerprint}`).sort();

describe('the cover transitions', () => {
  test('TST-Q5: has a case for each guard that says no, and for the values at its boundary', async () => {
    const walked = (await casesFor()).map(({ steps }) => steps.map(({ action }) => action).join(' '));
    expect(walked).toContain('Begin. Go.');
    expect(walked).toContain('Begin. Enter. Enter. Enter.');
    expect(walked).toContain('Begin. Enter. Enter. Enter. Enter.');
  });

  test.each([
    ['removed', { isClosed: () => true }],
    ['inverted', { isClosed: ({ context }: { context: Context }) => !context.isClosed }],
    ['shifted up', { hasRoom: ({ context }: { context: Context }) => context.people < 4 }],
    ['shifted down', { hasRoom: ({ context }: { context: Context }) => context.people < 2 }],
  ] satisfies [string, Guards][])('TST-Q5: a guard that is %s changes the cases', async (_, guards) => {
    expect(await prints(guards)).not.toEqual(await prints());
  });
});
