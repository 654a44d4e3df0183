import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { selectCases } from 'flow-atlas/cases/select';
import { findCasesThatShow } from '../../tools/paths/machine-selection.ts';
import { getSubject, createSubjectFinder } from '../../tools/paths/machines.ts';
import { constantLines } from '../../tools/texts/constant-lines.ts';
import { readReport, REPORT, loadReport, textLines } from '../../tools/texts/report.ts';
import { formatJson, formatTable } from '../../tools/texts/tables.ts';

const report = readReport();
const lines = textLines().filter(({ text }) => text === 'Email is required');

test('npm run texts: lists each place with the command for its case, and the steps of the case if known', async () => {
  const subject = await getSubject('login');
  const [asked] = findCasesThatShow('Email is required', 'login');
  const [told] = await selectCases(subject, await createSubjectFinder(subject), asked?.asked ?? {});
  const text = formatTable(lines, [], { report, caseOf: ({ flow }) => (flow === 'login' ? (told ?? null) : null) });
  expect(text).toContain('    login, form: npm run paths -- login --shows "Email is required"\n');
  expect(text).toContain(`        ${told?.id}\n        1. Open /auth/login.\n`);
  expect(text).toContain("2. Press the button 'Login'.\n");
  expect(text).toContain('    sign-up, form: npm run paths -- sign-up --shows "Email is required"\n    said by');
});

test('npm run texts -- --json outputs the same data for other tools', () => {
  const constants = constantLines().slice(0, 1);
  const read = JSON.parse(formatJson(lines, constants)) as { texts: unknown[]; constants: unknown[] };
  expect([read.texts.length, read.constants.length]).toEqual([lines.length, 1]);
});

test('a text that only a row reaches uses the case of that row', async () => {
  const one =
    report.shown.find(({ flow, row }) => flow === 'login' && row !== undefined) ??
    report.shown.find(({ row }) => row !== undefined);
  expect(findCasesThatShow(one?.text ?? '', one?.flow ?? '').map(({ asked }) => asked.row)).toContain(one?.row);
});

test('npm run texts -- --write keeps the report formatted', async () => {
  expect(await loadReport(report.shown)).toBe(readFileSync(REPORT, 'utf8'));
});
