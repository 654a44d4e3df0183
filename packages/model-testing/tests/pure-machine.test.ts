import { assign, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { judgePure, type PureTable } from '../pure-machine.ts';

type Coin = { readonly type: 'coin'; readonly value: number } | { readonly type: 'push' };
interface Facts {
  readonly state: unknown;
  readonly sum: number;
}

const readByCaller = (): never => {
  throw new Error('read, never executed');
};
const gate = setup({
  types: { context: {} as { sum: number }, events: {} as Coin },
  actions: {
    ring: readByCaller as (scope: unknown, params: { often: number }) => void,
    keep: assign({ sum: ({ context }, { value }: { value: number }) => context.sum + value }),
  },
  guards: { isEnough: (_, { value }: { value: number }) => value >= 5 },
});
type On = NonNullable<Parameters<typeof gate.createMachine>[0]['states']>[string]['on'];

/** A turnstile: a coin of 5 opens it and rings, a push closes it. */
const coin = {
  guard: { type: 'isEnough', params: ({ event }: { event: { value: number } }) => event },
  target: 'open',
  actions: [
    { type: 'keep', params: ({ event }: { event: { value: number } }) => event },
    { type: 'ring', params: { often: 1 } },
  ],
} as const;

const machine = (closed: On = { coin }, open: On = { push: 'closed' }) =>
  gate.createMachine({
    context: { sum: 0 },
    initial: 'closed',
    states: { closed: { on: closed }, open: { on: open } },
  });

const table: PureTable<Facts, Coin> = {
  starts: [{ input: undefined, facts: { state: 'closed', sum: 0 } }],
  getFacts: ({ value, context }) => ({ state: value, sum: (context as { sum: number }).sum }),
  events: ({ sum }) => [
    { type: 'push' },
    { type: 'coin', value: 4 },
    ...(sum < 10 ? [{ type: 'coin', value: 5 } as const] : []),
  ],
  sentences: [
    {
      name: 'a coin of 5 opens',
      says: ({ state, sum }, event) =>
        state === 'closed' && event.type === 'coin' && event.value >= 5
          ? { facts: { state: 'open', sum: sum + event.value }, effects: [{ type: 'ring', params: { often: 1 } }] }
          : null,
    },
    {
      name: 'a push closes',
      says: ({ state }, { type }) => (state === 'open' && type === 'push' ? { facts: { state: 'closed' } } : null),
    },
  ],
};

describe('a machine without an actor, judged by sentences', () => {
  test('passes when it follows its sentences', () => expect(judgePure(machine(), table)).toBeNull());

  const ring = (often: number) => ({ type: 'ring', params: { often } }) as const;
  const wrong: readonly (readonly [string, ReturnType<typeof machine>, string])[] = [
    [
      'an effect that is lost',
      machine({ coin: { ...coin, actions: [coin.actions[0]] } }),
      'a coin of 5 opens: does not do {"type":"ring","params":{"often":1}}',
    ],
    [
      'an effect twice',
      machine({ coin: { ...coin, actions: [...coin.actions, ring(1)] } }),
      'a coin of 5 opens: does {"type":"ring","params":{"often":1}}, which no sentence requires',
    ],
    [
      'an effect about something else',
      machine({ coin: { ...coin, actions: [coin.actions[0], ring(2)] } }),
      'a coin of 5 opens: does not do {"type":"ring","params":{"often":1}}; does {"type":"ring","params":{"often":2}}, which no sentence requires',
    ],
    [
      'an effect that nobody asked for',
      machine(undefined, { push: { target: 'closed', actions: ring(1) } }),
      'a push closes: does {"type":"ring","params":{"often":1}}, which no sentence requires',
    ],
    ['another target', machine({ coin: { ...coin, target: 'closed' } }), 'state is "closed", not "open"'],
    ['a fact that is not kept', machine({ coin: { ...coin, actions: ring(1) } }), 'sum is 0, not 5'],
    [
      'an event that is taken without a sentence',
      machine({ coin, push: { actions: { type: 'keep', params: { value: 0 } } } }),
      'no row or ruling covers this: is accepted\n  {"type":"push"} in {"state":"closed","sum":0}',
    ],
    ['an event that is not taken', machine(undefined, { push: undefined as never }), 'a push closes: state is "open"'],
    [
      'a guard that is lost',
      machine({ coin: { target: coin.target, actions: coin.actions } }),
      'no row or ruling covers this: state is "open", not "closed"; sum is 4, not 0',
    ],
    [
      'a transition that nothing takes',
      machine({ coin: [coin, { guard: coin.guard, target: 'open' }] }),
      'never taken: closed: coin [isEnough] #2 -> open',
    ],
  ];
  test.each(wrong)('reports %s', (_, it, problem) => expect(judgePure(it, table)).toContain(problem));

  test('reports another initial fact', () => {
    const late = { ...table, starts: [{ input: undefined, facts: { state: 'closed', sum: 1 } }] };
    expect(judgePure(machine(), late)).toBe('start with undefined: sum is 0, not 1');
  });

  test('reports a sentence without a step, and two contradicting ones', () => {
    const silent = { name: 'a push in the dark', says: () => null };
    const other: PureTable<Facts, Coin>['sentences'][number] = {
      name: 'nothing opens',
      says: (_, event) => (event.type === 'coin' && event.value === 5 ? { facts: { state: 'closed' } } : null),
    };
    const judged = (...more: PureTable<Facts, Coin>['sentences']) =>
      judgePure(machine(), { ...table, sentences: [...table.sentences, ...more] });
    expect(judged(silent)).toBe('a push in the dark: matches no step');
    expect(judged(other)).toContain("'a coin of 5 opens' and 'nothing opens' contradict each other about state");
  });

  test('reports endless states', () =>
    expect(
      judgePure<Facts, Coin>(machine({ coin: { actions: coin.actions[0] } }), {
        ...table,
        events: () => [{ type: 'coin', value: 1 }],
        sentences: [{ name: 'a coin is kept', says: ({ sum }) => ({ facts: { sum: sum + 1 } }) }],
      }),
    ).toMatch(/^more than \d+ states can be reached$/));
});
