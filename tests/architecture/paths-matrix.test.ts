import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';
import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { formatBdd } from 'flow-atlas/browser/bdd';
import { formatSpec } from 'flow-atlas/browser/export';
import { COVERS } from 'model-testing/model/choose';
import type { Case } from 'flow-atlas/cases/case';
import { FORMATS } from 'flow-atlas/cases/formats';
import { selectCases } from 'flow-atlas/cases/select';
import { exportCases } from '../../tools/paths/in-browser.ts';
import { machineNames, getSubject, createSubjectFinder } from '../../tools/paths/machines.ts';
import { parseOptions } from '../../tools/paths/options.ts';
import { findBadTitles, findSentencesWithCode } from '../support/case-words.ts';
import { isHard } from '../support/size.ts';

/** Reads back every machine × cover × format. Without HARD=1 only the cheap machines run. */

const FEW = ['email-confirmation', 'order', 'order-success', 'payment-screen'];
const machines: readonly string[] = isHard ? machineNames() : FEW;

describe.each(machines)('npm run paths -- %s', { timeout: 600_000 }, (name) => {
  // The order machine has too many pairs for a short run.
  const covers = COVERS.filter((cover) => isHard || name !== 'order' || cover !== 'pairs');

  test.each(covers)('--cover %s', async (cover) => {
    const subject = await getSubject(name);
    const subjectOf = await createSubjectFinder(subject);
    const cases = await selectCases(subject, subjectOf, { cover });
    expect(cases.length).toBeGreaterThan(0);
    expect(findBadTitles(cases), 'TST-Q3').toEqual([]);
    expect(cases.flatMap(findSentencesWithCode), 'TST-Q1').toEqual([]);
    expect(JSON.parse(FORMATS.json(cases))).toEqual(cases);
    expect(parse(FORMATS.csv(cases), { bom: true })).toEqual(getRows(cases));
    expect(scenariosIn(FORMATS.gherkin(cases))).toEqual(cases.map(({ id }) => id));
    const steps = cases.map((one) => one.steps.length);
    expect(countRows(FORMATS.testrail(cases), 'Title')).toEqual(steps);
    expect(countRows(FORMATS.zephyr(cases), 'Name')).toEqual(steps);
    expect(countRows(FORMATS.xray(cases), 'Summary')).toEqual(steps);
    expect(countXmlSteps(FORMATS['testrail-xml'](cases))).toEqual(steps);
    expect(countTableRows(FORMATS.markdown(cases))).toEqual(steps);
    for (const { id } of cases) expect(FORMATS.text(cases)).toContain(`   ${id}   @`);
  });

  test('every step has an expected result, and almost every step a reference', async () => {
    const subject = await getSubject(name);
    const cases = await selectCases(subject, await createSubjectFinder(subject), {});
    const steps = cases.flatMap((one) => one.steps);
    expect(steps.filter(({ expected }) => expected.length === 0)).toEqual([]);
    const unexplained = steps.filter(({ references }) => references.length === 0);
    expect(unexplained.length / steps.length).toBeLessThan(0.01);
    // The same path has the same id in a second run.
    const again = await selectCases(await getSubject(name), await createSubjectFinder(subject), {});
    expect(again.map(({ id }) => id)).toEqual(cases.map(({ id }) => id));
  });
});

/** Expected spreadsheet rows, built by hand. A cell that starts like a formula gets an apostrophe, a tag no spaces. */
function getRows(cases: readonly Case[]): string[][] {
  const plain = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
  return [
    ['ID', 'Title', 'Preconditions', 'Step', 'Action', 'Data', 'Expected', 'References', 'Tags', 'Fingerprint'],
    ...cases.flatMap(({ id, fingerprint, title, preconditions, steps, tags }) =>
      steps.map(({ keyword, action, data, expected, references }, index) =>
        [
          id,
          title,
          preconditions.join('\n'),
          String(index + 1),
          keyword === 'given' ? `Given: ${action}` : action,
          data.join('\n'),
          expected.map(({ words }) => words).join('\n'),
          references.join(', '),
          tags.map((tag) => tag.replaceAll(' ', '-')).join(', '),
          fingerprint,
        ].map(plain),
      ),
    ),
  ];
}

/** Counts the rows of each case as an importer does: a new case begins at a row with a title. */
function countRows(csv: string, title: string): number[] {
  const counts: number[] = [];
  for (const row of parse<Record<string, string>>(csv, { bom: true, columns: true })) {
    if (row[title] !== '') counts.push(0);
    counts.push((counts.pop() ?? 0) + 1);
  }
  return counts;
}

function countXmlSteps(xml: string): number[] {
  const parser = new XMLParser({ isArray: (name) => ['case', 'step'].includes(name) });
  const { sections } = parser.parse(xml) as { sections: { section: { cases: { case: XmlCase[] } } } };
  return sections.section.cases.case.map(({ custom }) => custom.steps_separated.step.length);
}
interface XmlCase {
  readonly custom: { readonly steps_separated: { readonly step: readonly unknown[] } };
}

/** Counts the rows of each table in Markdown. Every row has four cells. */
function countTableRows(markdown: string): number[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map((one) => {
      const rows = one.split('\n').filter((line) => line.startsWith('|'));
      expect(rows.filter((row) => row.match(/(?<!\\)(?:\\\\)*\|/g)?.length !== 5)).toEqual([]);
      return rows.length - 2;
    });
}

/** Returns the ids of the scenarios, as Cucumber's own parser reads them. */
function scenariosIn(feature: string): string[] {
  const matcher = new GherkinClassicTokenMatcher();
  const { feature: read } = new Parser(new AstBuilder(IdGenerator.incrementing()), matcher).parse(feature);
  return (read?.children ?? []).map(({ scenario }) => /\(([\w-]+)\)$/.exec(scenario?.name ?? '')?.[1] ?? '');
}

test('TST-Q6: playwright and playwright-bdd are TypeScript without type errors', { timeout: 600_000 }, async () => {
  const folder = path.resolve('node_modules/.cache/paths-specs');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = new Map<string, string>();
  for (const flow of ['order-success', 'email-confirmation', 'menu']) {
    const exported = await exportCases(parseOptions([flow, '--cover', 'states']));
    files.set(`${flow}.spec.ts`, formatSpec(exported));
    for (const [name, text] of formatBdd(exported)) files.set(name, text);
  }
  for (const [name, text] of files) writeFileSync(path.join(folder, name), text);
  const names = [...files.keys()].filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
  // Does not block this process: the runner gives up on a test file that does not respond for a minute.
  const tsc = spawn('node_modules/.bin/tsc', ['--ignoreConfig', ...flags, '--types', 'node', ...names]);
  let output = '';
  tsc.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const [status] = (await once(tsc, 'close')) as [number];
  expect([output, status]).toEqual(['', 0]);
});
