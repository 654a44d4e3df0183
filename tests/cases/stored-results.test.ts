import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatResults } from 'flow-atlas/browser/results';
import type { LeftOut } from 'flow-atlas/browser/result';
import { selectCases } from 'flow-atlas/cases/select';
import { createSubjectFinder, getSubject } from '../../tools/paths/machines.ts';
import { parseOptions } from '../../tools/paths/options.ts';
import { compareWithStored } from '../../tools/paths/stored.ts';

/** `npm run paths -- <machine> --results <file>`. */

let folder: string;
let cases: LeftOut[];
const file = () => path.join(folder, 'results.json');

/** Stores the results of a run without a browser, which leaves every case out. */
function store(
  machine: string,
  leftOut: readonly LeftOut[],
  selection: Readonly<Record<string, string | number>>,
): void {
  const about = { url: '', commit: null, started: 0, ms: 0 };
  writeFileSync(file(), formatResults({ results: [], leftOut, machine, selection, ...about }));
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'stored-results-'));
  const subject = await getSubject('email-confirmation');
  const all = await selectCases(subject, await createSubjectFinder(subject), { maxSteps: 2 });
  cases = all.map((one) => ({ ...one, why: 'a browser cannot' }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run paths --results', () => {
  test('TST-Q4: selects the same cases again and says what holds, what has changed and why', async () => {
    const [first, second, ...rest] = cases;
    if (first === undefined || second === undefined || rest.length === 0) throw new Error('too few cases');
    const [step, ...others] = second.steps;
    const former = { words: 'The page is green.', line: 'green' };
    const steps = step === undefined ? [] : [{ ...step, expected: [former, ...step.expected] }, ...others];
    store(
      'email-confirmation',
      [{ ...first, id: 'email-confirmation-gone' }, { ...second, fingerprint: 'old', steps }, ...rest],
      {
        maxSteps: 2,
      },
    );
    const text = await compareWithStored('email-confirmation', file());
    expect(text).toContain(
      `  --   ${second.id} ${second.title}\n         Step 1 no longer expects: The page is green.\n`,
    );
    expect(text).toContain(`These are new and have no result:\n       ${first.id} ${first.title}\n`);
    expect(text).toContain('These are gone: no selected case goes this way any more:\n  --   email-confirmation-gone ');
    expect(text).toContain(`${rest.length} of ${cases.length} results hold; 1 changed, 1 new, 1 gone.\n`);
    expect(text).toContain('npm run paths -- email-confirmation --max-steps=2 --run\n');
  });

  test('TST-Q4: the machine may be left out, because the file names it', async () => {
    store('email-confirmation', cases, { maxSteps: 2 });
    expect(await compareWithStored(null, file())).toContain(
      `${cases.length} of ${cases.length} results hold; 0 changed`,
    );
  });

  test.each([
    ['login', 'email-confirmation', {}, /has results of email-confirmation, not of login\.$/],
    ['lgoin', 'email-confirmation', {}, /^There is no machine called 'lgoin'\. Did you mean login\?$/],
    [
      null,
      'email-confirmtion',
      {},
      /^There is no machine called 'email-confirmtion'\. Did you mean email-confirmation\?$/,
    ],
    [null, 'email-confirmation', { to: 'nowhere' }, /cannot be selected any more: There is no reachable state/],
    [null, 'email-confirmation', { cover: 'all' }, /cannot be selected any more: --cover must be one of/],
  ])('TST-Q4: refuses %s with results of %s %j in a sentence', async (machine, stored, selection, sentence) => {
    store(stored, cases, selection);
    await expect(compareWithStored(machine, file())).rejects.toThrow(sentence);
  });

  test('TST-Q4: refuses a file that does not exist or is a folder', async () => {
    await expect(compareWithStored(null, path.join(folder, 'none.json'))).rejects.toThrow(
      /^There is no file .*none\.json\.$/,
    );
    await expect(compareWithStored(null, folder)).rejects.toThrow('cannot be read.');
  });

  test('TST-Q4: refuses options that select other cases', () => {
    expect(() => parseOptions(['login', '--results', 'r.json', '--cover', 'states'])).toThrow(
      '--results compares the cases that the stored run selected: leave out --cover.',
    );
    expect(parseOptions(['login', '--results', 'r.json']).results).toBe('r.json');
  });
});
