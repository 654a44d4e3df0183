import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../server/cli/shared/cli.ts';
import { parsePlaywrightReport, parseVitestReport } from './hard/results.ts';
import type { Result } from './hard/results.ts';
import { readRows, chooseRows, findRowSuites } from './hard/rows.ts';
import { formatTable } from './hard/table.ts';

const USAGE = `npm run test:hard [-- R16 R34]

Runs the tests of the named reliability rows (docs/reliability.md) at full size and prints a table with one line per row.
Default: all rows except R31's long run and R39's walks.`;

await runCli(USAGE, {}, async ({ positionals }) => {
  const rows = chooseRows(readRows(), positionals);
  const ids = rows.map(({ id }) => id);
  const files = findRowSuites()
    .filter((suite) => suite.ids.some((id) => ids.includes(id)))
    .map((suite) => suite.path);
  const title = `(?<!\\w)(${ids.join('|')})(?!\\w)`;
  const folder = mkdtempSync(path.join(tmpdir(), 'duka-hard-'));
  const began = performance.now();
  try {
    const tests = files.filter((file) => file.endsWith('.test.ts'));
    const journeys = files.filter((file) => file.endsWith('.spec.ts'));
    const results = [
      ...(await run(
        'vitest',
        ['run', '--project', 'server-*', ...tests, '-t', title],
        tests,
        folder,
        parseVitestReport,
      )),
      ...(await run('playwright', ['test', ...journeys, '-g', title], journeys, folder, parsePlaywrightReport)),
    ];
    const { text, isPassed } = formatTable(rows, results, (performance.now() - began) / 1_000);
    console.log(`\n${text}`);
    if (!isPassed) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Returns the results of one runner at full size; empty when it has no tests to run. */
async function run(
  runner: 'vitest' | 'playwright',
  typed: readonly string[],
  files: readonly string[],
  folder: string,
  read: (report: unknown) => Result[],
): Promise<Result[]> {
  if (files.length === 0) return [];
  const file = path.join(folder, `${runner}.json`);
  const reporters =
    runner === 'vitest'
      ? ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      : ['--reporter=list,json'];
  const child = spawn('npx', [runner, ...typed, ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, HARD: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  if (!existsSync(file)) throw new Error(`${runner} exited with ${code} without a report.`);
  const results = read(JSON.parse(readFileSync(file, 'utf8')));
  const isUnsaid = code !== 0 && results.every(({ isPassed }) => isPassed);
  return isUnsaid ? [...results, { title: `exited with ${code}`, path: runner, isPassed: false, ms: 0 }] : results;
}
