import type { AnyStateMachine } from 'xstate';
import { entryOf } from './calls.ts';
import { nameOfRow } from './flow.ts';
import type { Flow, Row } from './flow.ts';
import { answerIn } from './language.ts';
import type { Table } from './table.ts';

/** An entry of a map; several maps may share one. */
export interface Entry {
  readonly entry: object | string;
  readonly name: string;
  readonly isUsed: boolean;
}

/** Returns all entries of a map for words, and whether a row of the table that runs here needs them. */
export function entriesIn<Machine extends AnyStateMachine>(table: Table<Machine>, flow: Flow): Entry[] {
  const isHere = (name: string) => !(table.elsewhere ?? []).some(({ rows }) => rows.test(name));
  const rows = flow.rows.filter((row) => isHere(nameOfRow(row)));
  const first = <Found extends readonly [RegExp, ...unknown[]]>(entries: readonly Found[], words: readonly string[]) =>
    new Set(words.map((text) => entries.find(([pattern]) => pattern.test(text))));
  const listed = <Found extends readonly [RegExp, ...unknown[]]>(
    kind: string,
    entries: readonly Found[],
    used: ReadonlySet<unknown>,
  ) => entries.map((entry) => ({ entry, name: `${kind}: ${entry[0]}`, isUsed: used.has(entry) }));
  const named = (kind: string, names: object, isUsed: (name: string) => boolean) =>
    Object.keys(names).map((name) => ({ entry: name, name: `${kind}: ${name}`, isUsed: isUsed(name) }));

  const { on, when = [], does = [], calls, reach = {}, start, says = {} } = table;
  const whens = rows.flatMap((row) => row.when ?? []);
  const settled = rows
    .filter((row) => !on.some(([pattern]) => pattern.test(row.on)))
    .flatMap((row) => answered(table, row));
  return [
    ...listed(
      'on',
      on,
      first(
        on,
        rows.map((row) => row.on),
      ),
    ),
    ...listed('when', when, new Set(when.filter(([pattern]) => whens.some((text) => pattern.test(text))))),
    ...listed(
      'does',
      does,
      first(
        does,
        rows.flatMap((row) => row.does),
      ),
    ),
    ...calls.flatMap(({ slot, answers = [], fails = [] }) => [
      ...listed(`${slot} answers`, answers, new Set(settled)),
      ...listed(`${slot} fails`, fails, new Set(settled)),
    ]),
    ...named('reach', reach, (state) => rows.some(({ from }) => from === state || from.startsWith(`${state}.`))),
    ...named('start', start, (name) => isHere(`start: ${name}`) && flow.start.some(({ when: one }) => one === name)),
    ...named('says', says, (text) => rows.some((row) => row.says?.includes(text) === true)),
  ];
}

/** Returns the entries for the words of `answers(…)` and `fails(…)`. */
function answered<Machine extends AnyStateMachine>(table: Table<Machine>, { on }: Row): readonly unknown[] {
  const answer = answerIn(on);
  if (answer === null) return [];
  const { answers = [], fails = [] } = entryOf(table, answer.call);
  return [(answer.kind === 'answers' ? answers : fails).find(([pattern]) => pattern.test(answer.words))];
}
