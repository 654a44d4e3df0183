import type { ConstantLine } from './constant-lines.ts';
import { showsServersWords } from './report.ts';
import type { Report, TextLine } from './report.ts';

/** The report for people and for other tools. */

export function asJson(texts: readonly TextLine[], constants: readonly ConstantLine[]): string {
  return `${JSON.stringify({ texts, constants }, null, 2)}\n`;
}

export function asTable(texts: readonly TextLine[], constants: readonly ConstantLine[], report: Report): string {
  const lines = [
    ...texts.flatMap((line) => [
      `${line.section}: '${line.text}'`,
      ...placesOf(line, report).map((one) => `    ${one}`),
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

function placesOf(line: TextLine, report: Report): string[] {
  const { shown, server, removed } = line;
  if (removed !== null) return [`nowhere: ${removed.why} (${removed.ruling})`];
  const [said] = shown.length > 0 ? [] : showsServersWords(line, report);
  return [
    ...shown.map(
      ({ flow, state, path, row }) =>
        `${flow}, ${state}: ${row === undefined ? path.slice(1).join(' → ') : `the row '${row}'`}`,
    ),
    ...(said === undefined ? [] : [`${said.flow}, ${said.state}, as the server's words`]),
    ...server.map(({ file, tests }) => `said by ${file}${tests.length === 0 ? '' : ` (${tests.join('; ')})`}`),
  ];
}
