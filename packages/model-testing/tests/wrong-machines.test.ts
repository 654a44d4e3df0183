// @vitest-environment happy-dom
import { assign, fromPromise, setup } from 'xstate';
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { findCoverageProblems, findFaults } from '../model/check.ts';
import type { AnyModel } from '../model/define.ts';
import { explore } from '../model/explore.ts';
import { createMutants, rebuildUnchanged } from '../model/mutate.ts';
import { parseFlow } from '../table/flow.ts';
import { rowTests } from '../table/table-tests.ts';
import type { Table } from '../table/table.ts';
import { defineModel } from './config.ts';

const notProvided = (): never => {
  throw new Error('empty slot');
};

/** Returns the refusal's message, except for server errors. */
const getWords = (error: unknown): string =>
  error instanceof Error && error.message !== '' && 'status' in error && Number(error.status) < 500
    ? error.message
    : 'Could not send';

const machine = setup({
  types: {
    context: {} as { code: string; text: string | null },
    events: {} as { type: 'code.send'; code: string } | { type: 'note.dismiss' },
  },
  actors: { send: fromPromise<{ ok: boolean }, { code: string }>(notProvided) },
  actions: {
    goHome: notProvided as (scope: unknown, params: { path: string }) => void,
    setCode: assign({ code: (_, params: { code: string }) => params.code, text: null }),
    setText: assign({ text: (_, params: { text: string }) => params.text }),
  },
  guards: { isShort: (_, { code }: { code: string }) => code.length < 3, isOk: (_, { ok }: { ok: boolean }) => ok },
  delays: { hold: 3000 },
}).createMachine({
  id: 'code',
  context: { code: '', text: null },
  initial: 'open',
  states: {
    open: {
      on: {
        'code.send': [
          {
            guard: { type: 'isShort', params: ({ event }) => event },
            actions: { type: 'setText', params: { text: 'Too short' } },
          },
          { target: 'sending', actions: { type: 'setCode', params: ({ event }) => event } },
        ],
      },
    },
    sending: {
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => ({ code: context.code }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'goHome', params: { path: '/' } },
          },
          { target: 'failed', actions: { type: 'setText', params: { text: 'Not accepted' } } },
        ],
        onError: {
          target: 'failed',
          actions: {
            type: 'setText',
            params: ({ event }) => ({ text: getWords(event.error) }),
          },
        },
      },
    },
    failed: { after: { hold: 'open' }, on: { 'note.dismiss': 'open' } },
    done: { type: 'final' },
  },
});

const model = defineModel({
  flow: 'code',
  machine,
  inputs: { '': undefined },
  events: { 'code.send': { good: { code: '123' }, short: { code: '12' } }, 'note.dismiss': { '': {} } },
  done: { send: { ok: { ok: true }, refused: { ok: false } } },
  delays: { hold: 3000 },
  states: {
    open: (s) => s.matches('open'),
    sending: (s) => s.matches('sending'),
    failed: (s) => s.matches('failed'),
    done: (s) => s.status === 'done',
  },
});

const flow = parseFlow(
  'code',
  `
flow: code
constants: { requestTimeout: { value: 10000, ref: "§7" } }
start: open
states: { open: {}, sending: {}, failed: {}, done: {} }
rows:
  - { from: open, on: "send(code '12')", to: open, calls: [], says: "Too short", ref: "§1" }
  - { from: open, on: "send(code '123')", to: sending, calls: ["POST /code {code:'123'}"], says: null, ref: "§1" }
  - { from: sending, on: "send(code '123')", to: sending, calls: [], ref: "§1" }
  - { from: sending, on: "POST /code answers(ok)", to: done, does: ["go to /"], ref: "§1" }
  - { from: sending, on: "POST /code answers(not ok)", to: failed, says: "Not accepted", ref: "§1" }
  - { from: sending, on: "POST /code fails(network lost or 500)", to: failed, says: "Could not send", ref: "§1" }
  - { from: sending, on: "POST /code fails(400, message 'No')", to: failed, says: "No", ref: "§1" }
  - { from: sending, on: timer, ms: 10000, to: failed, says: "Could not send", ref: "§7" }
  - { from: failed, on: timer, ms: 3000, to: open, ref: "§1" }
  - { from: failed, on: "dismiss", to: open, ref: "§1" }
`,
);

const send = (live: { send(event: { type: 'code.send'; code: string }): Promise<void> }, code: string) =>
  live.send({ type: 'code.send', code });

const table: Table<typeof machine> = {
  view: ({ context }) => createElement('p', { role: 'alert' }, context.text),
  start: { always: '' },
  reach: {
    open: () => undefined,
    sending: (live) => send(live, '123'),
    failed: async (live) => {
      await send(live, '123');
      await live.answer('send', { ok: false });
    },
  },
  on: [
    [/^send\(code '(\d+)'\)/, (live, [, code = '']) => send(live, code)],
    [/^dismiss/, (live) => live.send({ type: 'note.dismiss' })],
  ],
  calls: [
    {
      call: 'POST /code',
      slot: 'send',
      input: ({ code }) => ({ code }),
      answers: [
        [/^ok/, { ok: true }],
        [/^not ok/, { ok: false }],
      ],
    },
  ],
  does: [[/^go to (\S+)$/, (outcome, [, path]) => void outcome.effect('goHome', { path })]],
};

async function complaints(wrong = machine): Promise<string[]> {
  const tests = rowTests({ ...model, machine: wrong }, table, flow);
  const outcomes = await Promise.allSettled(tests.map(({ run }) => run()));
  return outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? [tests[index]?.title ?? ''] : []));
}

/** Returns the mutant of this name, which must exist. */
function wrong(name: string): typeof machine {
  const mutant = createMutants(machine).find((one) => one.name === name);
  if (mutant === undefined)
    throw new Error(
      `no mutant ${name}; there are:\n${createMutants(machine)
        .map((one) => one.name)
        .join('\n')}`,
    );
  return mutant.build() as unknown as typeof machine;
}

describe('a flow table', () => {
  test('accepts the right machine', async () => {
    expect(await complaints()).toEqual([]);
    expect(await complaints(rebuildUnchanged(machine) as unknown as typeof machine)).toEqual([]);
  });

  test.each([
    ['a wrong target', 'retarget failed: after hold -> sending', '§1: failed: timer 3000 ms -> open'],
    ['a lost transition', 'drop failed: note.dismiss', '§1: failed: dismiss -> open'],
    ['a wrong delay', 'delay hold x 2', '§1: failed: timer 3000 ms -> open'],
    ['an early delay', 'delay hold x 0.5', '§1: failed: timer 3000 ms -> open'],
    ['a lost effect', 'drop action 1 of sending: send answers #1', '§1: sending: POST /code answers(ok) -> done'],
    ['a lost text', 'drop action 1 of open: code.send #1', "§1: open: send(code '12') -> open"],
    ['a lost guard', 'unguard open: code.send #1', "§1: open: send(code '123') -> sending"],
    ['a lost call', 'drop invoke sending: send', "§1: open: send(code '123') -> sending"],
    ['another start', 'start (root) in failed', 'starts in open: always'],
  ])('notices %s', async (_, name, title) => {
    expect(await complaints(wrong(name))).toContain(title);
  });

  test('notices an effect that no row lists', async () => {
    const { does: _, ...without } = table;
    const tests = rowTests(model, { ...without, does: [[/go to/, (_) => undefined]] }, flow);
    await expect(tests.find(({ title }) => title.includes('answers(ok)'))?.run()).rejects.toThrow('also did goHome');
  });

  test('fails a row that it cannot drive', async () => {
    const tests = rowTests(model, { ...table, on: [] }, flow);
    await expect(tests.find(({ title }) => title.includes('dismiss'))?.run()).rejects.toThrow("no entry for 'dismiss'");
  });
});

describe('a model', () => {
  const any = model as unknown as AnyModel;

  test('covers the right machine', () => {
    expect(findFaults(any)).toEqual([]);
    expect(findCoverageProblems(explore(any))).toEqual([]);
  });

  test('names what it does not reach', () => {
    const poor = { ...any, done: { send: { refused: { ok: false } } } };
    expect(findCoverageProblems(explore(poor))).toEqual(
      expect.arrayContaining([
        'state never reached: done',
        'transition never taken: sending: send answers [isOk] -> done',
      ]),
    );
    const tame = { ...any, events: { ...any.events, 'code.send': { good: { code: '123' } } } };
    expect(findCoverageProblems(explore(tame as never))).toContain(
      'transition never taken: open: code.send [isShort] -> (stays)',
    );
  });

  test('requires the missing results', () => {
    expect(() => explore({ ...any, done: {} })).toThrow('the model needs done.send');
  });

  test('notices a delay that is not the promised one', () => {
    expect(findFaults({ ...any, machine: wrong('delay hold x 2') })).toEqual([
      'hold is promised as 3000 ms, but is 6000 ms',
    ]);
  });

  test('names a call without onError', () => {
    expect(findFaults({ ...any, machine: wrong('drop sending: send fails') })).toEqual([
      'sending: send may fail, but has no onError',
    ]);
  });
});
