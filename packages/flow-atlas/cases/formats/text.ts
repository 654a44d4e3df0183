import type { Case, CaseStep } from '../case.ts';
import { oneLine, toTag } from './plain.ts';

/** For people: each case with its start, its test data, its steps and what is seen. */
export function formatText(cases: readonly Case[]): string {
  return cases.map(formatCase).join('\n');
}

function formatCase({ id, fingerprint, title, preconditions, steps, references, tags }: Case, index: number): string {
  const data = [...new Set(steps.flatMap((step) => step.data))].filter(isTestData);
  return [
    `${index + 1}. ${oneLine(title)}`,
    `   ${id}   ${tags.map((tag) => `@${toTag(tag)}`).join(' ')}`,
    `   Fingerprint: ${fingerprint}`,
    ...preconditions.map((one) => `   Before: ${oneLine(one)}`),
    ...data.map((one, at) => `   ${at === 0 ? 'Data:  ' : '       '} ${oneLine(one)}`),
    ...steps.flatMap((step, at) => formatStep(step, at, steps[at - 1])),
    ...(references.length === 0 ? [] : [`   See: ${references.join(', ')}`]),
    '',
  ].join('\n');
}

function formatStep(
  { keyword, action, data, expected, references }: CaseStep,
  at: number,
  before?: CaseStep,
): string[] {
  const word = keyword === before?.keyword ? 'And' : keyword === 'given' ? 'Given' : 'When';
  const refs = references.length === 0 ? '' : `  [${references.join(', ')}]`;
  const seen = expected.map(({ words }, nth) => `${nth === 0 ? 'Then' : ' and'} ${oneLine(words)}`);
  const values = data.filter((one) => !isTestData(one)).map((one) => `with ${oneLine(one)}`);
  const lines = [...seen, ...values].map((line) => `           ${line}`);
  const first = `  ${`${at + 1}.`.padStart(4)} ${word.padEnd(5)} ${oneLine(action)}`;
  return [first, ...lines].map((line, nth, all) => (nth === all.length - 1 ? `${line}${refs}` : line));
}

/** Returns whether a line is named test data of the whole case, and not a field of a step's call. */
export function isTestData(line: string): boolean {
  return /^[A-Z]{1,2}\d{1,2}: /.test(line);
}
