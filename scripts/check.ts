/** `npm run check`: format, lint, types and the nearest tests of changed files, within a minute. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createVitest } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { sources } from '../tests/support/files.ts';
import { runCli } from '../server/cli/shared/cli.ts';
import { findRelatedTests } from './check/related.ts';
import type { Related } from './check/related.ts';
import { findChangedSinceFork } from './validate/changed.ts';

const USAGE = `npm run check

Checks the files that differ from the main branch, committed or not: format, lint, types, and the nearest unit and path
tests. After 45 seconds it starts no more tests and prints those that it left out.`;

const LAST_START_MS = 45_000;
const FILES_PER_WORKER = 3;
const LINTED = /^(contract|src|server|demo|simulators|scripts|tools|tests|packages)\/.*\.tsx?$/;
const SERVER = /^(server|simulators|demo|tests\/(server|demo))\//;

// Same walks as in `npm test`.
process.env['TESTS'] ??= 'core';

const began = performance.now();
const elapsedMs = () => performance.now() - began;

await runCli(USAGE, {}, async () => {
  const changed = findChangedSinceFork();
  if (changed.length === 0) return console.log('Nothing has changed.');
  const there = changed.filter((file) => existsSync(file));
  const linted = there.filter((file) => LINTED.test(file));
  console.log(`${changed.length} changed files.`);
  const types = runTimed('types', 'npm', ['run', '--silent', 'check:types']);
  const isFormatted = await runTimed('format', 'npx', [
    'oxfmt',
    '--check',
    '--no-error-on-unmatched-pattern',
    ...there,
  ]);
  const isLinted = linted.length === 0 || (await runTimed('lint', 'npx', ['oxlint', '--deny-warnings', ...linted]));
  const isTested = await runTests(
    findRelatedTests(changed, sources('contract', 'src', 'server', 'scripts', 'tools', 'tests', 'packages')),
  );
  const isTyped = await types;
  console.log(formatNotRun(changed));
  console.log(`${(elapsedMs() / 1_000).toFixed(0)} s.`);
  if (!(isFormatted && isLinted && isTested && isTyped)) process.exitCode = 1;
});

/** Runs a command. Prints its duration, and its output when it fails. */
function runTimed(name: string, program: string, args: readonly string[]): Promise<boolean> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = ((performance.now() - start) / 1_000).toFixed(1);
      console.log(`${name}: ${code === 0 ? 'passed' : 'failed'} after ${seconds} s`);
      if (code !== 0) console.log(Buffer.concat(said).toString());
      resolve(code === 0);
    });
  });
}

/** Runs the nearest tests first, a few files at a time, until the time limit. */
async function runTests(related: readonly Related[]): Promise<boolean> {
  if (related.length === 0) return true;
  const start = performance.now();
  const vitest = await createVitest('test', {
    watch: false,
    project: ['unit', 'unit-page', 'paths'],
    reporters: ['dot'],
  });
  try {
    // Starts the reporters without running tests.
    await vitest.standalone();
    const specs = await vitest.globTestSpecifications(related.map(({ path }) => path));
    const queue = related.flatMap(({ path }) => specs.filter(({ moduleId }) => moduleId.endsWith(`/${path}`)));
    let isPassed = true;
    while (queue.length > 0 && elapsedMs() < LAST_START_MS) {
      const { testModules } = await vitest.runTestSpecifications(
        queue.splice(0, FILES_PER_WORKER * vitest.config.maxWorkers),
      );
      isPassed &&= testModules.every((one) => one.ok()) && vitest.state.getUnhandledErrors().length === 0;
    }
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(`tests: ${isPassed ? 'passed' : 'failed'} after ${seconds} s, ${specs.length - queue.length} files`);
    if (queue.length > 0) console.log(`Left out after the time limit: ${queue.map(getSpecPath).join(', ')}`);
    return isPassed;
  } finally {
    await vitest.close();
  }
}

function getSpecPath({ moduleId }: TestSpecification): string {
  return moduleId.slice(process.cwd().length + 1);
}

/** Returns what the change may break but `npm run check` does not run. */
function formatNotRun(changed: readonly string[]): string {
  const areas = new Set(changed.flatMap((file) => /^server\/modules\/([\w-]+)\//.exec(file)?.[1] ?? []));
  const server = [...areas].map((area) => `tests/server/${area}`).filter((folder) => existsSync(folder));
  return [
    'Not run: tests/architecture, tests/cases, the server’s tests and the journeys. npm test runs them.',
    ...(changed.some((file) => SERVER.test(file))
      ? [`For the server: npx vitest run --project 'server-*' ${server.join(' ')}`.trimEnd()]
      : []),
  ].join('\n');
}
