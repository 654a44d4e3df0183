import type { Case, CaseStep } from './case.ts';
import { formatCsv } from './csv.ts';

/** Without it, spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Formats of cases for people and their tools. */
export const FORMATS = {
  text: (cases: readonly Case[]) => cases.map(formatCase).join('\n'),
  gherkin: formatGherkin,
  csv: (cases: readonly Case[]) => BYTE_ORDER_MARK + formatCsv([COLUMNS, ...cases.flatMap(toCsvRows)]),
  json: (cases: readonly Case[]) => `${JSON.stringify(cases, null, 2)}\n`,
} as const;

function formatCase({ id, title, preconditions, steps, references, tags }: Case, index: number): string {
  const lines = steps.flatMap(({ keyword, action, expected, references: refs }, at) => {
    const word = keyword === steps[at - 1]?.keyword ? 'And' : keyword === 'given' ? 'Given' : 'When';
    const seen = expected.map(
      (one, nth) =>
        `      ${nth === 0 ? 'Then' : ' and'} ${oneLine(one)}${nth === expected.length - 1 ? named(refs) : ''}`,
    );
    return [
      `  ${`${at + 1}.`.padStart(4)} ${word.padEnd(5)} ${oneLine(action)}${expected.length === 0 ? named(refs) : ''}`,
      ...seen.map((line) => `     ${line}`),
    ];
  });
  return [
    `${index + 1}. ${title}`,
    `   ${id}   ${tags.map((tag) => `@${tag}`).join(' ')}`,
    ...preconditions.map((one) => `   Before: ${oneLine(one)}`),
    ...lines,
    ...(references.length === 0 ? [] : [`   See: ${references.join(', ')}`]),
    '',
  ].join('\n');
}

function named(refs: readonly string[]): string {
  return refs.length === 0 ? '' : `  [${refs.join(', ')}]`;
}

/** One feature per flow, for Cucumber. */
function formatGherkin(cases: readonly Case[]): string {
  const flows = [...new Set(cases.map(({ flow }) => flow))];
  return flows
    .map((flow) => {
      const mine = cases.filter((one) => one.flow === flow);
      return [`Feature: ${flow}`, ...mine.map(formatScenario)].join('\n\n');
    })
    .join('\n\n')
    .concat('\n');
}

function formatScenario({ id, title, preconditions, steps, tags }: Case): string {
  const lines: [string, string][] = preconditions.map((one) => ['Given', one]);
  for (const { keyword, action, expected } of steps) {
    lines.push([keyword === 'given' ? 'Given' : 'When', action]);
    // Expectations of the steps that lead there belong to other cases.
    if (keyword === 'when') lines.push(...expected.map((one): [string, string] => ['Then', one]));
  }
  return [
    `  ${[id, ...tags].map((tag) => `@${tag.replaceAll(/\s+/g, '-')}`).join(' ')}`,
    `  Scenario: ${oneLine(title)} (${id})`,
    ...lines.map(([word, text], index) => `    ${word === lines[index - 1]?.[0] ? 'And' : word} ${oneLine(text)}`),
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

const COLUMNS = ['ID', 'Title', 'Preconditions', 'Step', 'Action', 'Expected', 'References', 'Tags'];

/** One row per step. Each row names its case, by which test management tools group the rows. */
function toCsvRows({ id, title, preconditions, steps, tags }: Case): string[][] {
  return steps.map((step, index) => [
    id,
    title,
    preconditions.join('\n'),
    String(index + 1),
    formatAction(step),
    step.expected.join('\n'),
    step.references.join(', '),
    tags.join(', '),
  ]);
}

function formatAction({ keyword, action }: CaseStep): string {
  return keyword === 'given' ? `Given: ${action}` : action;
}
