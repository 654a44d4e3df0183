// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import { defineActs } from '../model/define.ts';
import type { AnyModel, Model } from '../model/define.ts';
import { explore } from '../model/explore.ts';
import { beyondTheTables, findUnclaimed } from '../table/claims.ts';
import { parseFlow } from '../table/flow.ts';
import { rowTests } from '../table/table-tests.ts';
import type { Table } from '../table/table.ts';
import { fill, press, sentence } from '../view/act.ts';
import { renderPage } from '../view/page.ts';
import type { View } from '../view/screen.ts';
import { findEmptyPromises, judgeShows, NOTHING, see } from '../view/shows.ts';
import type { Shows } from '../view/shows.ts';
import { findUnmadeEvents, walkControls } from '../view/walk.ts';
import { defineModel } from './config.ts';

type Event = { type: 'name.change'; name: string } | { type: 'form.send' } | { type: 'form.clear' };

const noteMachine = setup({
  types: { context: {} as { name: string }, events: {} as Event },
  actions: { setName: assign({ name: (_, params: { name: string }) => params.name }), clear: assign({ name: '' }) },
  guards: { hasName: ({ context }) => context.name !== '' },
}).createMachine({
  id: 'note',
  context: { name: '' },
  initial: 'editing',
  states: {
    editing: {
      on: {
        'name.change': { actions: { type: 'setName', params: ({ event }) => event } },
        'form.clear': { guard: 'hasName', actions: 'clear' },
        'form.send': { guard: 'hasName', target: 'sent' },
      },
    },
    sent: {},
  },
});

type Note = typeof noteMachine;
interface Props {
  readonly snapshot: SnapshotFrom<Note>;
  readonly send: (event: Event) => void;
}

function NoteView({ snapshot, send }: Props) {
  if (snapshot.matches('sent')) return <p role="status">Thank you, {snapshot.context.name}</p>;
  return (
    <form>
      <label>
        Name
        <input
          value={snapshot.context.name}
          onChange={({ target }) => send({ type: 'name.change', name: target.value })}
        />
      </label>
      <button type="button" disabled={!snapshot.can({ type: 'form.send' })} onClick={() => send({ type: 'form.send' })}>
        Send
      </button>
      {snapshot.can({ type: 'form.clear' }) && (
        <button type="button" onClick={() => send({ type: 'form.clear' })}>
          Clear
        </button>
      )}
    </form>
  );
}

const right: View = (snapshot, send) => <NoteView snapshot={snapshot as Props['snapshot']} send={send} />;

const model = defineModel({
  flow: 'note',
  machine: noteMachine,
  inputs: { '': undefined },
  events: { 'name.change': { Jane: { name: 'Jane' } }, 'form.send': { '': {} }, 'form.clear': { '': {} } },
  acts: defineActs<Note>({
    'name.change': ({ name }) => fill('Name', name),
    'form.send': press('button', 'Send'),
    'form.clear': press('button', 'Clear'),
  }),
  done: {},
  delays: {},
  states: { editing: (snapshot) => snapshot.matches('editing'), sent: (snapshot) => snapshot.matches('sent') },
});

const getGraph = (machine: AnyStateMachine = noteMachine) => explore({ ...(model as unknown as AnyModel), machine });

/** The view with changed events or a changed rendering. */
const sending = (change: (event: Event) => Event | null): View =>
  function Changed(snapshot, send) {
    return right(snapshot, (event) => {
      const changed = change(event as Event);
      if (changed !== null) send(changed);
    });
  };

describe('a control', () => {
  test('passes when it sends its event in the right states', () => {
    expect([...findUnmadeEvents(getGraph()), ...walkControls(getGraph(), right)]).toEqual([]);
  });

  test('is reported with state and act when it sends another event', () => {
    const wrong = sending((event) => (event.type === 'form.clear' ? { type: 'form.send' } : event));
    expect(walkControls(getGraph(), wrong)).toEqual([
      'editing: to press the button \'Clear\' sends {"type":"form.send"} and not {"type":"form.clear"} (form.clear)',
    ]);
  });

  test('is reported when it sends nothing, or twice', () => {
    expect(
      walkControls(
        getGraph(),
        sending((event) => (event.type === 'form.send' ? null : event)),
      ),
    ).toEqual(['editing: to press the button \'Send\' sends nothing and not {"type":"form.send"} (form.send)']);
    const twice: View = (snapshot, send) =>
      right(snapshot, (event) => {
        send(event);
        send(event);
      });
    expect(walkControls(getGraph(), twice)).toHaveLength(3);
  });

  test('is reported when it is enabled for an ignored event', () => {
    const always: View = (_, send) => (
      <button type="button" onClick={() => send({ type: 'form.send' })}>
        Send
      </button>
    );
    expect(walkControls(getGraph(), always)).toContain(
      'sent: to press the button \'Send\' sends {"type":"form.send"} and not nothing (form.send)',
    );
  });

  test('is reported when it is missing or disabled for an accepted event', () => {
    const off: View = (snapshot, send) => <fieldset disabled>{right(snapshot, send)}</fieldset>;
    expect(walkControls(getGraph(), off)).toContain(
      "editing: form.send is taken, and it is off to press the button 'Send'",
    );
    expect(walkControls(getGraph(), () => <p>Nothing</p>)).toContain(
      "editing: form.send is taken, and nothing is there to press the button 'Send'",
    );
  });

  test('must send nothing without an act', () => {
    const more: View = (snapshot, send) => (
      <>
        {right(snapshot, send)}
        <button type="button" onClick={() => send({ type: 'form.clear' })}>
          Forget
        </button>
      </>
    );
    expect(walkControls(getGraph(), more)).toContain(
      'editing: button \'Forget\' sends {"type":"form.clear"}, and no act names it',
    );
  });

  test('is reported when no act sends an event', () => {
    const graph = explore({ ...(model as unknown as AnyModel), acts: { 'form.send': press('button', 'Send') } });
    expect(findUnmadeEvents(graph)).toEqual([
      'nothing says how name.change is made',
      'nothing says how form.clear is made',
    ]);
  });
});

describe('a table', () => {
  const flow = parseFlow(
    'note',
    `
flow: note
start: editing
states: { editing: { shows: [], says: null, ref: "§1" }, sent: { shows: [], says: null, ref: "§1" } }
rows:
  - { from: editing, on: "type 'Jane'", to: editing, ref: "§1" }
  - { from: editing, on: "clear", when: "named Jane", to: editing, ref: "§1" }
  - { from: editing, on: "send", when: "named Jane", to: sent, says: "Thank you, Jane", ref: "§1" }
  - { from: editing, on: "send", to: editing, ref: "§1" }
`,
  );
  const table: Table<Note> = {
    view: right as never,
    start: { always: '' },
    reach: { editing: () => undefined },
    when: [[/^named Jane$/, { after: { type: 'name.change', name: 'Jane' } }]],
    on: [
      [/^type '(.*)'$/, (_, [, name = '']) => ({ type: 'name.change', name })],
      [/^clear$/, { type: 'form.clear' }],
      [/^send$/, press('button', 'Send')],
    ],
    calls: [],
  };
  const run = async (view: View, machine: AnyStateMachine = noteMachine) => {
    const bench = { ...model, machine } as unknown as Model<Note>;
    const rows = rowTests(bench, { ...table, view: view as never }, flow);
    return (await Promise.all(rows.map(({ run }) => run()))).flat();
  };

  test('runs its rows through the view', async () => {
    await expect(run(right)).resolves.toHaveLength(3);
    await expect(run(() => <p>Thank you, Jane</p>)).rejects.toThrow("there is nothing to press the button 'Send'");
  });

  test('claims every transition, and reports another one', async () => {
    expect(findUnclaimed(getGraph(), await run(right))).toEqual([]);
    const more = setup({}).createMachine({
      ...(noteMachine.config as object),
      states: { ...noteMachine.config.states, sent: { on: { 'form.clear': 'editing' } } },
    } as never);
    const machine = more.provide(noteMachine.implementations as never) as unknown as AnyStateMachine;
    expect(findUnclaimed(getGraph(machine), await run(right, machine))).toEqual(['sent: form.clear -> editing']);
    expect(beyondTheTables({ beyond: [] }, ['sent: form.clear -> editing'])).toEqual([
      'no row says: sent: form.clear -> editing',
    ]);
    expect(
      beyondTheTables(
        {
          beyond: [
            { what: /^sent/, why: '§1' },
            { what: /^open/, why: '§1' },
          ],
        },
        ['sent: x'],
      ),
    ).toEqual(['beyond names nothing: /^open/']);
  });
});

describe('a promise', () => {
  const judge = (shows: Shows, view: View = right) => {
    for (const { value, state } of getGraph().nodes.values())
      if (state.snapshot !== null)
        judgeShows(shows, value, renderPage(view(state.snapshot, () => undefined)), state.snapshot);
  };
  const snapshots = new Map(
    [...getGraph().nodes.values()].flatMap(({ value, state }) =>
      state.snapshot === null ? [] : [[value, state.snapshot]],
    ),
  );
  const blank = () => renderPage(<i />);

  test('passes for the visible content', () => {
    const shows: Shows = {
      editing: [see('textbox', 'Name'), 'Send'],
      sent: [see('status', 'Thank you, Jane'), see('button', 'Send', 'absent')],
    };
    expect(() => judge(shows)).not.toThrow();
    expect(findEmptyPromises(shows, blank(), snapshots)).toEqual([]);
  });

  test.each<[string, Shows, string]>([
    ['a text', { sent: 'Thanks' }, "sent promises: the text 'Thanks' is not in 'Thank you, Jane'"],
    [
      'an alert that is a status',
      { sent: see('alert', 'Thank you') },
      'sent promises: a alert Thank you, and there is none',
    ],
    [
      'a control that is off',
      { editing: see('textbox', 'Name', 'off') },
      'editing promises: the textbox Name to be off',
    ],
    ['a busy control', { editing: see('button', 'Send', 'busy') }, 'editing promises: the button Send to be busy'],
    ['nothing', { sent: NOTHING }, "sent promises: an empty page, and there is 'Thank you, Jane'"],
  ])('fails with words for %s', (_, shows, words) => expect(() => judge(shows)).toThrow(words));

  test('is invalid if an empty page fulfils it', () => {
    expect(
      findEmptyPromises({ sent: () => undefined, editing: see('button', 'Buy', 'absent') }, blank(), snapshots),
    ).toEqual(['sent promises what an empty page keeps', 'editing promises what an empty page keeps']);
  });
});

test('describes an act in words', () => {
  expect(sentence(press('button', 'Increase quantity', { role: 'group', name: 'Phone A' }))).toBe(
    "press the button 'Increase quantity' in the group 'Phone A'",
  );
});
