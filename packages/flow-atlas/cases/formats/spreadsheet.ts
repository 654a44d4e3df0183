import type { Case, CaseStep } from '../case.ts';
import { formatCsv } from '../csv.ts';
import { oneLine, toTag } from './plain.ts';

/** Without it, spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

const COLUMNS = [
  'ID',
  'Title',
  'Preconditions',
  'Step',
  'Action',
  'Data',
  'Expected',
  'References',
  'Tags',
  'Fingerprint',
];

/** One row for each step. Each row names its case, by which test management tools group the rows. */
export function formatSpreadsheet(cases: readonly Case[]): string {
  const rows = cases.flatMap(({ id, fingerprint, title, preconditions, steps, tags }) =>
    steps.map((step, index) => [
      id,
      oneLine(title),
      preconditions.join('\n'),
      String(index + 1),
      formatAction(step),
      step.data.join('\n'),
      formatExpected(step),
      step.references.join(', '),
      tags.map(toTag).join(', '),
      fingerprint,
    ]),
  );
  return withMark([COLUMNS, ...rows]);
}

/** Returns a CSV file with a byte order mark. */
export function withMark(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + formatCsv(rows);
}

/** Returns the action; steps that only lead to the subject of the case are marked. */
export function formatAction({ keyword, action }: CaseStep): string {
  return keyword === 'given' ? `Given: ${action}` : action;
}

export function formatExpected({ expected }: CaseStep): string {
  return expected.map(({ words }) => words).join('\n');
}
