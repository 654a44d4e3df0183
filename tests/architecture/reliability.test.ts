import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePlaywrightReport, parseVitestReport } from '../../tools/hard/results.ts';
import { readRows, chooseRows, findRows, findRowSuites } from '../../tools/hard/rows.ts';
import { formatTable } from '../../tools/hard/table.ts';

const rows = readRows();
const R1 = { id: 'R1', name: 'Killed under load' };
const R2 = { id: 'R2', name: 'Killed in a payment' };
const result = (title: string, isPassed: boolean) => ({ title, path: 'a.test.ts', isPassed, ms: 1_500 });

test('docs/reliability.md links each row to the files whose titles name it', () => {
  const lines = readFileSync('docs/reliability.md', 'utf8').matchAll(/^\| \[(R\d+)\]\(.*\| (.*) \|$/gm);
  const told = Object.fromEntries(
    [...lines].map(([, id = '', files = '']) => [id, [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file)]),
  );
  const all = findRowSuites();
  const found = rows.map(({ id }) => [
    id,
    all.filter(({ ids }) => ids.includes(id)).map(({ path }) => path.replace('tests/', '')),
  ]);
  expect(told).toEqual(Object.fromEntries(found));
});

describe('npm run test:hard', () => {
  test.each([
    ['R1, R17: kill -9 and SIGTERM under 20 buyers', ['R1', 'R17']],
    ['Bad input: unknown and prototype keys (R25)', ['R25']],
    ['hostile R37: budgets R37, D3: once', ['R37']],
    ['D28 R15 D27: a step back', ['R15']],
    ['Canon EOS R10 and R7 Pro, AR9: no row', []],
  ])('%s', (title, ids) => {
    expect(findRows(title)).toEqual(ids);
  });

  test('selects the requested rows, and lists the known rows for an unknown one', () => {
    expect(chooseRows([R1, R2], [])).toEqual([R1, R2]);
    expect(chooseRows([R1, R2], ['r2'])).toEqual([R2]);
    const R31 = { id: 'R31', name: 'A long run' };
    expect(chooseRows([R1, R31], [])).toEqual([R1]);
    expect(chooseRows([R1, R31], ['R31'])).toEqual([R31]);
    expect(() => chooseRows([R1, R2], ['R2', 'AR9'])).toThrow('Unknown rows: AR9. Known rows: R1, R2.');
  });

  test('a row holds if all its tests passed', () => {
    const results = [result('R1, R2: both', true), result('R1: alone', true)];
    expect(formatTable([R1, R2], results, 90)).toEqual({
      isPassed: true,
      text: [
        'row                                   tests        s',
        'R1   Killed under load                    2      3.0  holds',
        'R2   Killed in a payment                  1      1.5  holds',
        '1.5 minutes in total. A test that names two rows counts for both.',
      ].join('\n'),
    });
  });

  test('a row fails if it has no test or a failed test', () => {
    const { isPassed, text } = formatTable([R1, R2], [result('R1: alone', true)], 1);
    expect([isPassed, text]).toEqual([false, expect.stringMatching(/^R2 .* 0 +0\.0 {2}no test$/m)]);
    const one = formatTable([R1], [result('R1: alone', false), result('R1: again', true)], 1);
    expect([one.isPassed, one.text]).toEqual([false, expect.stringContaining('failed: a.test.ts R1: alone')]);
    expect(one.text).toMatch(/^R1 .* 1 failed$/m);
  });

  test('parses the report of Vitest', () => {
    const told = (status: string, duration?: number) => ({ fullName: status, status, duration });
    const report = (status: string, ...assertionResults: object[]) => ({
      testResults: [{ name: 'a.test.ts', status, message: 'No such import', assertionResults }],
    });
    expect(parseVitestReport(report('failed', told('passed', 3), told('failed'), told('skipped')))).toEqual([
      { title: 'passed', path: 'a.test.ts', isPassed: true, ms: 3 },
      { title: 'failed', path: 'a.test.ts', isPassed: false, ms: 0 },
    ]);
    expect(parseVitestReport(report('failed'))).toEqual([
      { title: 'No such import', path: 'a.test.ts', isPassed: false, ms: 0 },
    ]);
  });

  test('parses the report of Playwright', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'a.spec.ts',
      tests: [{ status, results: [{ duration: 2 }, { duration: 3 }] }],
    });
    const suite = {
      title: 'a.spec.ts',
      specs: [spec('R1: one', 'expected')],
      suites: [{ title: 'R2', specs: [spec('two', 'unexpected')] }],
    };
    expect(parsePlaywrightReport({ suites: [suite], errors: [{ message: 'No browser' }] })).toEqual([
      { title: 'a.spec.ts R1: one', path: 'a.spec.ts', isPassed: true, ms: 5 },
      { title: 'a.spec.ts R2 two', path: 'a.spec.ts', isPassed: false, ms: 5 },
      { title: 'No browser', path: '', isPassed: false, ms: 0 },
    ]);
  });
});
