// @all
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatSpec } from 'flow-atlas/browser/export';
import { COVERS } from 'model-testing/model/choose';
import type { Case } from 'flow-atlas/cases/case';
import { FORMATS } from 'flow-atlas/cases/formats';
import { selectCases } from 'flow-atlas/cases/select';
import { exportCases } from '../../tools/paths/in-browser.ts';
import { machineNames, getSubject, createSubjectFinder } from '../../tools/paths/machines.ts';
import { parseOptions } from '../../tools/paths/options.ts';
import { isServerMachine } from '../../tools/paths/server-machines.ts';
import { stagedFlows } from '../../tools/paths/staging.ts';
import { findBadTitles, findPhrases, findSentencesWithCode } from '../support/case-words.ts';
import { isHard } from '../support/size.ts';

/** In every format, the ids of the cases of a flow are unique, also for tools that parse the files. */

const covers = isHard ? COVERS : (['transitions', 'requirements'] as const);
/** The order machine has too many pairs of events, because every event can follow every other. */
const isTooMany = (machine: string, cover: string) => machine === 'order' && cover === 'pairs';

describe.each(machineNames())('npm run paths -- %s', { timeout: 600_000 }, (machine) => {
  test.each(covers.filter((cover) => !isTooMany(machine, cover)))(
    'X86: --cover %s gives each case a unique id in every format',
    async (cover) => {
      const subject = await getSubject(machine);
      const cases = await selectCases(subject, await createSubjectFinder(subject), { cover });
      const ids = cases.map(({ id }) => id);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      expect(new Set(cases.map(withoutId)).size, 'no case is there twice').toBe(cases.length);
      expect(findBadTitles(cases), 'TST-Q3').toEqual([]);
      expect(cases.flatMap(findSentencesWithCode), 'TST-Q1').toEqual([]);
      // Those of the server's machines are notes about the database and the providers.
      if (cover === 'transitions' && !isServerMachine(machine))
        expect(cases.flatMap(findPhrases), 'TST-Q1').toEqual([]);
      expect((JSON.parse(FORMATS.json(cases)) as Case[]).map(({ id }) => id)).toEqual(ids);
      expect(stepsInCsv(FORMATS.csv(cases))).toEqual(cases.map(({ id, steps }) => [id, steps.length]));
      expect(namesIn(FORMATS.gherkin(cases), /^ {2}Scenario: .*\(([\w-]+)\)$/gm)).toEqual(ids);
      expect(namesIn(FORMATS.text(cases), /^ {3}([a-z-]+-[0-9a-f]{8}) {3}@/gm)).toEqual(ids);
    },
  );
});

test('X86: ids do not depend on what the process did before, so no step names an actor by its session', async () => {
  const rows = await (await getSubject('waiting-payment')).rows();
  const senders = rows.flatMap(({ happenings }) => (happenings ?? []).map(({ step }) => step.actorId));
  expect(senders).toContain('mpesaPayment');
  expect(senders.filter((id) => id?.startsWith('x:'))).toEqual([]);
});

function withoutId({ id: _, ...rest }: Case): string {
  return JSON.stringify(rest);
}

/** Counts the steps of each case as a test management tool does: rows with the same ID are one case. */
function stepsInCsv(csv: string): [string, number][] {
  const steps = new Map<string, number>();
  for (const { ID = '', Step } of parse<Record<string, string>>(csv, { columns: true, bom: true })) {
    expect(Number(Step), ID).toBe((steps.get(ID) ?? 0) + 1);
    steps.set(ID, Number(Step));
  }
  return [...steps];
}

function namesIn(text: string, pattern: RegExp): (string | undefined)[] {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}

describe('npm run paths -- --format playwright', { timeout: 900_000 }, () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'listed-specs-'));
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir');
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'playwright.config.ts'), "export default { testDir: '.' };\n");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(covers)('X87: Playwright lists every test of every flow for --cover %s', async (cover) => {
    const titles: string[] = [];
    for (const flow of stagedFlows) {
      // Of some flows no case of a cover can be walked, which the export says in a sentence.
      const exported = await exportCases(parseOptions([flow, '--cover', cover])).catch(() => null);
      if (exported === null) continue;
      writeFileSync(path.join(folder, `${flow}.${cover}.spec.ts`), formatSpec(exported));
      titles.push(...exported.scripts.map(({ case: { id } }) => `${flow}.${cover}.spec.ts ${id}`));
    }
    const cli = 'node_modules/@playwright/test/cli.js';
    const args = [cli, 'test', '--list', '-c', folder, `\\.${cover}\\.`];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([stderr, status, stdout.match(/Error: .*/)?.[0] ?? null]).toEqual(['', 0, null]);
    const listed = namesIn(stdout, /^ {2}(\S+\.spec\.ts:\d+:\d+ › .*\([a-z-]+-[0-9a-f]{8}\).*)$/gm);
    expect(listed.map((line = '') => line.replace(/:\d+:\d+ › .*\(([a-z-]+-[0-9a-f]{8})\).*$/, ' $1')).sort()).toEqual(
      titles.sort(),
    );
  });
});
