import type { ConstantLine } from './constant-lines.ts';
import { showsServersWords } from './report.ts';
import type { Case } from 'flow-atlas/cases/case';
import type { ReportedText } from 'model-testing/texts/text-tests';
import type { Report, TextLine } from './report.ts';

/** Formats the report for people and for other tools. */

export function formatJson(texts: readonly TextLine[], constants: readonly ConstantLine[]): string {
  return `${JSON.stringify({ texts, constants }, null, 2)}\n`;
}

/** Returns the case that reaches a text, in words; `null` to print only the command that describes it. */
export type FindCase = (shown: ReportedText) => Case | null;

export function formatTable(
  texts: readonly TextLine[],
  constants: readonly ConstantLine[],
  { report, caseOf }: { readonly report: Report; readonly caseOf: FindCase },
): string {
  const lines = [
    ...texts.flatMap((line) => [
      `${line.section}: '${line.text}'`,
      ...formatPlaces(line, report, caseOf).map((one) => `    ${one}`),
    ]),
    ...constants.flatMap(({ what, value, unit, places }) => [
      `§9: ${what}: ${value} ${unit}`.trimEnd(),
      ...places.flatMap((place) => [
        `    in ${place.in[0]}`,
        `    shown by ${place.test[0]}${place.delay === undefined ? `: ${place.test[1]}` : ', 1 ms before and at it'}`,
      ]),
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function formatPlaces(line: TextLine, report: Report, caseOf: FindCase): string[] {
  const { shown, server, removed, unmet } = line;
  if (removed !== null) return [`nowhere: ${removed.why} (${removed.ruling})`];
  const [said] = shown.length > 0 ? [] : showsServersWords(line, report);
  return [
    ...(unmet === null ? [] : [`not shown in the shop: ${unmet.why} (${unmet.ruling})`]),
    ...shown.flatMap((one) => [`${one.flow}, ${one.state}: ${formatCommand(one)}`, ...formatSteps(caseOf(one))]),
    ...(said === undefined ? [] : [`${said.flow}, ${said.state}, as the server's message`]),
    ...server.map(({ file, tests }) => `said by ${file}${tests.length === 0 ? '' : ` (${tests.join('; ')})`}`),
  ];
}

/** Returns the command that describes the case in all formats and runs it. */
function formatCommand({ flow, text }: ReportedText): string {
  return `npm run paths -- ${flow} --shows ${/[$`"\\]/.test(text) ? `'${text}'` : `"${text}"`}`;
}

function formatSteps(told: Case | null): string[] {
  if (told === null) return [];
  return [`    ${told.id}`, ...told.steps.map(({ action }, index) => `    ${index + 1}. ${action}`)];
}
