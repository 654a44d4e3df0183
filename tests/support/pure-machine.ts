import type { AnyStateMachine, EventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import { walkPure, type PureStep, type PureTable, type Sentence } from 'model-testing/pure-machine';
import { getRowName, type Flow } from 'model-testing/table/flow';

interface JudgedMachine<Facts, Event> {
  readonly machine: AnyStateMachine;
  readonly flow: Flow;
  readonly table: PureTable<Facts, Event>;
  /** Sentences of the table's rows, and those of rulings that no row has. */
  readonly rows: readonly Sentence<Facts, Event>[];
  readonly rulings: readonly Sentence<Facts, Event>[];
  readonly judge: (machine: AnyStateMachine) => string | null;
  /** The walk tries more rejected events than this, so that it proves something. */
  readonly mostRefused: number;
}

/**
 * Adds the tests of a machine that never runs as an actor: each row and each ruling judges at least one step, and no other
 * step changes anything. Returns the steps, for invariants.
 */
export function testPureMachine<Facts extends object, Event extends EventObject>(
  title: string,
  { machine, flow, table, rows, rulings, judge, mostRefused }: JudgedMachine<Facts, Event>,
): readonly PureStep<Facts, Event>[] {
  const { steps, coverage } = walkPure(machine, table);
  const refs = new Map(flow.rows.map((row) => [getRowName(row), row.ref]));
  /** Problems of the steps of each sentence. */
  const problems = new Map([...rows, ...rulings].map(({ name }) => [name, [] as (string | null)[]]));
  for (const { names, problem } of steps) for (const name of names) problems.get(name)?.push(problem);

  /** Expects at least one step that the sentence covers, and expects none of them to violate it. */
  function expectHeld(name: string): void {
    const judged = problems.get(name) ?? [];
    expect(judged.length, 'steps of which it speaks').toBeGreaterThan(0);
    expect(judged.filter((problem) => problem !== null).slice(0, 3)).toEqual([]);
  }

  describe(title, () => {
    test.each(rows.map(({ name }) => [`${refs.get(name)}: ${name}`, name] as const))('%s', (_, name) =>
      expectHeld(name),
    );

    test.each(rulings.map(({ name }) => [name]))('not in the table: %s', (name) => expectHeld(name));

    test('rejects every event that no row or ruling covers, and changes nothing', () => {
      const unspoken = steps.filter(({ names }) => names.length === 0);
      expect(unspoken.length).toBeGreaterThan(mostRefused);
      expect(unspoken.flatMap(({ problem }) => problem ?? []).slice(0, 3)).toEqual([]);
    });

    test('takes every transition, rejects with every guard and reaches every state', () => {
      expect(coverage).toEqual([]);
      expect(judge(machine)).toBeNull();
    });
  });
  return steps;
}
