import type { AnyStateMachine } from 'xstate';
import type { Told } from '../model/check.ts';
import type { Model } from '../model/define.ts';
import type { Flow } from './flow.ts';
import type { Table } from './table.ts';

/**
 * The words that the table promises of its states (`says`, and what `shows` quotes), of those states that the model
 * knows and whose words are not `undrawn` here. The project demands that somebody draws each.
 */
export function toldOf<Machine extends AnyStateMachine>(
  { states = {} }: Pick<Model<Machine>, 'states'>,
  { undrawn = {} }: Pick<Table<Machine>, 'undrawn'>,
  flow: Flow,
): Told[] {
  return wordsIn(flow).filter(
    ({ state, words }) => states[state] !== undefined && undrawn[state] === undefined && undrawn[words] === undefined,
  );
}

export function wordsIn({ states }: Flow): Told[] {
  return Object.entries(states).flatMap(([state, { says, shows }]) =>
    [...(says === null ? [] : [says]), ...shows.flatMap(quotedIn)].map((words) => ({ state, words })),
  );
}

/** `'Loading'` and `'Welcome {name}'`, but not the apostrophes of words; whose words they are is no part of them. */
function quotedIn(text: string): string[] {
  return [...text.matchAll(/(?<!\w)'(?:\(our words\) )?([^']+)'(?!\w)/g)].map(([, words = '']) => words);
}
