import type { Expected } from './case.ts';
import { getRowText } from './case-texts.ts';
import { describeSentCall } from './sent-call.ts';
import type { Subject } from './subject.ts';
import { capitalise, withFullStop } from './words.ts';

/** Begins a sentence about a state that a person cannot see. */
const NOT_VISIBLE = 'Not visible: ';

/** Returns the expectations without those that a person cannot see, unless there are no others. */
export function withoutInvisible(lines: readonly DescribedLine[]): readonly DescribedLine[] {
  const seen = lines.filter(({ expected }) => !expected.words.startsWith(NOT_VISIBLE));
  return seen.length > 0 ? seen : lines;
}

/** An expectation, and the values that belong to it. */
export interface DescribedLine {
  readonly expected: Expected;
  readonly data: readonly string[];
}

/** Returns the sentence for a line of a row. Ids of rulings at its beginning are references, not words. */
export function describeLine({ texts }: Pick<Subject, 'texts'>, line: string): DescribedLine {
  const of = (words: string, data: readonly string[] = []) => ({ expected: { words, line }, data });
  const [, text] = /^Shown: (.*)$/s.exec(line) ?? [];
  if (text !== undefined) {
    const told = getRowText(texts, text);
    return of(told === text ? `${text} is shown.` : told);
  }
  const [, call] = /^Sent: (.*)$/s.exec(line) ?? [];
  if (call !== undefined) {
    const told = getRowText(texts, call);
    if (told !== call) return of(told);
    const { words, data } = describeSentCall(call);
    return of(words, data);
  }
  const [, state = '', look = ''] = /^It is now: (\S+)(?: \((.*)\))?$/s.exec(line) ?? [];
  if (state !== '') return of(describeState(texts, state, look));
  const [, waiting] = /^The timer of '(.*)' restarts\.$/.exec(line) ?? [];
  if (waiting !== undefined) return of(`The waiting time of '${getStateName(texts, waiting)}' starts again.`);
  const [, page] = /^Go to (\/\S*)(?: \(.*\))?$/.exec(line) ?? [];
  if (page !== undefined && getRowText(texts, line) === line)
    return of(page === '/' ? 'The home page opens.' : `The page ${page} opens.`);
  return of(withFullStop(capitalise(getRowText(texts, line).replace(/^(?:(?:[A-Z]\d+|§\d+)(?:, )?)+: /, ''))));
}

/** Returns the name of a table's state. */
export function getStateName({ seen }: Subject['texts'], state: string): string {
  return seen[state]?.name ?? state;
}

function describeState(texts: Subject['texts'], state: string, look: string): string {
  const name = getStateName(texts, state);
  const seen = texts.seen[state]?.shows;
  if (seen === '') return `${NOT_VISIBLE}${name}.`;
  const shows = seen ?? look;
  return shows === '' ? `${name}.` : `${name}: ${withFullStop(shows)}`;
}
