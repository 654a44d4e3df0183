import type { AnyStateMachine } from 'xstate';
import type { PromisedWords } from '../model/check.ts';
import type { Model } from '../model/define.ts';
import type { Flow } from './flow.ts';
import type { Table } from './table.ts';

/**
 * Returns the promised words of the table's states (`says`, and quotes in `shows`). Includes only states that the model
 * knows and that are not `undrawn` here. The project requires that some view draws every word.
 */
export function getPromisedWords<Machine extends AnyStateMachine>(
  { states = {} }: Pick<Model<Machine>, 'states'>,
  { undrawn = {} }: Pick<Table<Machine>, 'undrawn'>,
  flow: Flow,
): PromisedWords[] {
  return wordsIn(flow).filter(
    ({ state, words }) => states[state] !== undefined && undrawn[state] === undefined && undrawn[words] === undefined,
  );
}

export function wordsIn({ states }: Flow): PromisedWords[] {
  return Object.entries(states).flatMap(([state, { says, shows }]) =>
    [...(says === null ? [] : [says]), ...shows.flatMap(findQuotes)].map((words) => ({ state, words })),
  );
}

/** `'Loading'` and `'Welcome {name}'`, but not apostrophes in words; without a marker such as "(our words)". */
function findQuotes(text: string): string[] {
  return [...text.matchAll(/(?<!\w)'(?:\(our words\) )?([^']+)'(?!\w)/g)].map(([, words = '']) => words);
}
