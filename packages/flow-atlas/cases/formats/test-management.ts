import { groupByFlow } from '../case.ts';
import type { Case, CaseStep } from '../case.ts';
import { oneLine, toTag } from './plain.ts';
import { formatAction, formatExpected, withMark } from './spreadsheet.ts';
import { tag, text } from './xml.ts';

/** Import files of test management tools, with the column names that their importers map without help. */

/** Cells of a case, which only its first row has, and cells of each step. */
interface Layout {
  readonly columns: readonly string[];
  readonly case: (one: Case) => readonly string[];
  readonly step: (step: CaseStep) => readonly string[];
}

/** The rows after the first one continue the case: their cells of the case are empty. */
function formatRows(cases: readonly Case[], { columns, case: ofCase, step: ofStep }: Layout): string {
  const rows = cases.flatMap((one) => {
    const own = ofCase(one);
    return one.steps.map((step, index) => [...(index === 0 ? own : own.map(() => '')), ...ofStep(step)]);
  });
  return withMark([columns, ...rows]);
}

/** TestRail, template "Test Case (Steps)": a new case begins at a row with a title. */
export function formatTestrailCsv(cases: readonly Case[]): string {
  return formatRows(cases, {
    columns: [
      'Title',
      'Section',
      'Template',
      'Type',
      'References',
      'Preconditions',
      'Steps (Step)',
      'Steps (Additional Info)',
      'Steps (Expected Result)',
      'Steps (References)',
    ],
    case: ({ id, title, flow, references, preconditions }) => [
      formatTitle(id, title),
      flow,
      'Test Case (Steps)',
      'Functional',
      references.join(', '),
      preconditions.join('\n'),
    ],
    step: (step) => [formatAction(step), step.data.join('\n'), formatExpected(step), step.references.join(', ')],
  });
}

/** TestRail's own XML: one section for each flow. */
export function formatTestrailXml(cases: readonly Case[]): string {
  const sections = [...groupByFlow(cases)].map(([flow, own]) =>
    tag('section', [tag('name', text(flow)), tag('cases', own.map(formatTestrailCase).join('\n'))].join('\n')),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag('sections', sections.join('\n'))}\n`;
}

function formatTestrailCase({ id, title, references, preconditions, steps }: Case): string {
  const separated = steps.map((step, index) =>
    tag(
      'step',
      [
        tag('index', String(index + 1)),
        tag('content', text(formatAction(step))),
        tag('expected', text(formatExpected(step))),
        tag('additional_info', text(step.data.join('\n'))),
        tag('refs', text(step.references.join(', '))),
      ].join(''),
    ),
  );
  const custom = [tag('preconds', text(preconditions.join('\n'))), tag('steps_separated', separated.join('\n'))];
  return tag(
    'case',
    [
      tag('title', text(formatTitle(id, title))),
      tag('template', 'Test Case (Steps)'),
      tag('type', 'Functional'),
      tag('references', text(references.join(', '))),
      tag('custom', custom.join('\n')),
    ].join('\n'),
  );
}

/**
 * Xray's Test Case Importer: rows with the same TCID are one test. Each row needs the type of the test, and labels are
 * separated by its list delimiter.
 */
export function formatXray(cases: readonly Case[]): string {
  const rows = cases.flatMap(({ id, flow, title, preconditions, steps, tags }) =>
    steps.map((step, index) => [
      id,
      'Manual',
      ...(index === 0 ? [oneLine(title), preconditions.join('\n'), tags.map(toTag).join(';'), flow] : ['', '', '', '']),
      formatAction(step),
      step.data.join('\n'),
      formatExpected(step),
    ]),
  );
  const columns = [
    'TCID',
    'Test Type',
    'Summary',
    'Description',
    'Labels',
    'Test Repository Folder',
    'Action',
    'Data',
    'Expected Result',
  ];
  return withMark([columns, ...rows]);
}

/** Zephyr Scale, step-by-step scripts: a new case begins at a row with a name. */
export function formatZephyr(cases: readonly Case[]): string {
  return formatRows(cases, {
    columns: [
      'Name',
      'Precondition',
      'Folder',
      'Labels',
      'Test Script (Step-by-Step) - Step',
      'Test Script (Step-by-Step) - Test Data',
      'Test Script (Step-by-Step) - Expected Result',
    ],
    case: ({ id, title, flow, preconditions, tags }) => [
      formatTitle(id, title),
      preconditions.join('\n'),
      `/${flow}`,
      tags.map(toTag).join(','),
    ],
    step: (step) => [formatAction(step), step.data.join('\n'), formatExpected(step)],
  });
}

/** The importers have no field for the id of a case, so its title ends with it. */
function formatTitle(id: string, title: string): string {
  return `${oneLine(title)} (${id})`;
}
