import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { Model } from '../model/define.ts';
import { afterName, findCallEntry, isCall } from './calls.ts';
import type { Row } from './flow.ts';
import { ANY, parseArgs } from './language.ts';
import type { Outcome } from './outcome.ts';
import type { Judge, Table } from './table.ts';
import { findWord, match } from './words.ts';

/** Checks the result of a row against its words, calls and `does`. Throws when something is missing or extra. */
export function judgeRow<Machine extends AnyStateMachine>(
  { table, model }: { readonly table: Table<Machine>; readonly model: Model<Machine> },
  row: Row,
  outcome: Outcome<Machine>,
): void {
  judgeWords(table, row, outcome);
  judgeCalls(table, row, outcome);
  for (const text of row.does) {
    const word = findWord<Judge<never>>([...(table.does ?? []), ...(model.config.words?.does ?? [])], text);
    const words = word === undefined ? null : match(word, text);
    if (word === undefined || words === null) throw new Error(`table.does has no entry for '${text}'`);
    const { how: check } = word;
    if (typeof check === 'object') {
      const [file = ''] = check.judgedBy.split(' ');
      if (!existsSync(file)) throw new Error(`table.does names a missing file: ${file}`);
    } else {
      // A judge without checks accepts everything.
      if (check.length === 0) throw new Error(`table.does judges '${text}' by nothing`);
      check(outcome as never, words, row);
    }
  }
  const extra = outcome.unclaimed().filter((type) => table.unseen?.[type] === undefined);
  if (extra.length > 0) throw new Error(`${model.flow} also did ${extra.join(', ')}, which the row does not list`);
}

function judgeWords<Machine extends AnyStateMachine>(
  table: Table<Machine>,
  { says }: Row,
  outcome: Outcome<Machine>,
): void {
  if (says === undefined) return;
  if (says === null) {
    expect(outcome.page.says, 'no alert or status text').toEqual([]);
    return;
  }
  for (const text of says) expect(outcome.page.text).toContain(table.says?.[text] ?? text);
}

function judgeCalls<Machine extends AnyStateMachine>(
  table: Table<Machine>,
  row: Row,
  { started }: Outcome<Machine>,
): void {
  const made = started.filter(({ slot }) => isCall(table, slot));
  const wanted = row.calls.map((text) => ({ text, entry: findCallEntry(table, text) }));
  expect(made.map(({ slot }) => slot).sort(), 'calls').toEqual(wanted.map(({ entry }) => entry.slot).sort());
  for (const { text, entry } of wanted) {
    const input = entry.input?.(parseArgs(afterName(entry, text)), row);
    if (input === undefined) continue;
    const inputs = made.filter(({ slot }) => slot === entry.slot).map((call) => call.input);
    expect(inputs, text).toContainEqual(expect.objectContaining(asMatchers(input) as object));
  }
}

/** A value that the table leaves open matches any value. */
function asMatchers(value: unknown): unknown {
  if (value === ANY) return expect.anything();
  if (Array.isArray(value)) return value.map(asMatchers);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const fields = Object.entries(value).map(([name, one]) => [name, nested(one)] as const);
  return Object.fromEntries(fields);
}

function nested(value: unknown): unknown {
  const matcher = asMatchers(value);
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? expect.objectContaining(matcher as object) : matcher;
}
