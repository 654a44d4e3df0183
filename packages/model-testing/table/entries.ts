import type { AnyStateMachine } from 'xstate';
import { findCallEntry } from './calls.ts';
import { getRowName } from './flow.ts';
import type { Flow, Row } from './flow.ts';
import { parseAnswer } from './language.ts';
import type { Table } from './table.ts';
import { findWord, listWords, match } from './words.ts';
import type { Words } from './words.ts';

/** An entry of a map; several maps may share one. */
export interface Entry {
  readonly entry: object | string;
  readonly name: string;
  readonly isUsed: boolean;
}

/** Returns all entries of a map for words, and whether a row of the table that runs here needs them. */
export function entriesIn<Machine extends AnyStateMachine>(table: Table<Machine>, flow: Flow): Entry[] {
  const isHere = (name: string) => !(table.elsewhere ?? []).some(({ rows }) => rows.test(name));
  const rows = flow.rows.filter((row) => isHere(getRowName(row)));
  const listed = (kind: string, words: Words<unknown>, used: readonly unknown[]) =>
    listWords(words).map((word) => ({ entry: word, name: `${kind}: ${word.text}`, isUsed: used.includes(word) }));
  const named = (kind: string, names: object, isUsed: (name: string) => boolean) =>
    Object.keys(names).map((name) => ({ entry: name, name: `${kind}: ${name}`, isUsed: isUsed(name) }));

  const { on, when = [], does = [], calls, reach = {}, start, says = {} } = table;
  const whens = rows.flatMap((row) => row.when ?? []);
  const driven = rows.map((row) => findWord(on, row.on));
  const settled = rows.filter((_, index) => driven[index] === undefined).map((row) => answered(table, row));
  return [
    ...listed('on', on, driven),
    ...listed(
      'when',
      when,
      listWords(when).filter((word) => whens.some((text) => match(word, text) !== null)),
    ),
    ...listed(
      'does',
      does,
      rows.flatMap((row) => row.does.map((text) => findWord(does, text))),
    ),
    ...calls.flatMap(({ slot, answers = [], fails = [] }) => [
      ...listed(`${slot} answers`, answers, settled),
      ...listed(`${slot} fails`, fails, settled),
    ]),
    ...named('reach', reach, (state) => rows.some(({ from }) => from === state || from.startsWith(`${state}.`))),
    ...named('start', start, (name) => isHere(`start: ${name}`) && flow.start.some(({ when: one }) => one === name)),
    ...named('says', says, (text) => rows.some((row) => row.says?.includes(text) === true)),
  ];
}

/** Returns the entry for the words of `answers(…)` or `fails(…)`, if the map has one. */
function answered<Machine extends AnyStateMachine>(table: Table<Machine>, { on }: Row): unknown {
  const answer = parseAnswer(on);
  if (answer === null) return undefined;
  const { answers = [], fails = [] } = findCallEntry(table, answer.call);
  return findWord<unknown>(answer.kind === 'answers' ? answers : fails, answer.words);
}
