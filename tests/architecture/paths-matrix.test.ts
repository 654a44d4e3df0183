import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
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

/** Expected spreadsheet rows, built by hand. A cell that starts like a formula gets an apostrophe. */
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
          tags.join(', '),
          fingerprint,
        ].map(plain),
      ),
    ),
  ];
}

/** Returns the ids of the scenarios, as Cucumber's own parser reads them. */
function scenariosIn(feature: string): string[] {
  const matcher = new GherkinClassicTokenMatcher();
  const { feature: read } = new Parser(new AstBuilder(IdGenerator.incrementing()), matcher).parse(feature);
  return (read?.children ?? []).map(({ scenario }) => /\(([\w-]+)\)$/.exec(scenario?.name ?? '')?.[1] ?? '');
}

test('--format playwright: writes TypeScript without type errors', { timeout: 600_000 }, async () => {
  const folder = path.resolve('node_modules/.cache/paths-specs');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const flows = ['order-success', 'email-confirmation', 'menu'];
  for (const flow of flows)
    writeFileSync(
      path.join(folder, `${flow}.spec.ts`),
      formatSpec(await exportCases(parseOptions([flow, '--cover', 'states']))),
    );
  const files = flows.map((flow) => path.join(folder, `${flow}.spec.ts`));
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
  // Does not block this process: the runner gives up on a test file that does not respond for a minute.
  const tsc = spawn('node_modules/.bin/tsc', ['--ignoreConfig', ...flags, '--types', 'node', ...files]);
  let output = '';
  tsc.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const [status] = (await once(tsc, 'close')) as [number];
  expect([output, status]).toEqual(['', 0]);
});
