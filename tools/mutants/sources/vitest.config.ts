import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { findPostgres } from '../../../tests/support/postgres.ts';
import { serverTests } from '../../../tests/support/server-files.ts';
import shop from '../../../vitest.config.ts';
import { PLAN_VARIABLE } from './plan.ts';
import type { Plan } from './plan.ts';
import { addSwitches } from './switches.ts';

const plan = JSON.parse(readFileSync(process.env[PLAN_VARIABLE] ?? '', 'utf8')) as Plan;
const getName = (file: string) => relative(process.cwd(), file);

const switches: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(source, id) {
    const file = getName(id);
    const edits = plan.mutants.flatMap((mutant, number) =>
      mutant.file === file ? mutant.edits.map((edit) => ({ ...edit, id: number })) : [],
    );
    return edits.length === 0 ? null : { code: addSwitches(source, edits), map: null };
  },
};

class QuickFirst {
  sort(files: TestSpecification[]): TestSpecification[] {
    const rank = ({ moduleId }: TestSpecification) => plan.tests.indexOf(getName(moduleId));
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

// Global setup runs in this process on the same sources, without a mutant.
Object.assign(globalThis, { isMutant: () => false });

process.on('exit', () =>
  appendFileSync(plan.log, `${JSON.stringify({ is: 'closed', memory: process.resourceUsage().maxRSS * 1024 })}\n`),
);

const isPath = (test: string) => /\.paths\.test\.tsx?$/.test(test);
const isServer = (test: string) => test.startsWith('tests/server/');
/** The server's tests run on PostgreSQL if it is installed, because it is faster. */
const { once } = serverTests();
const database = findPostgres() === null ? 'server-pglite' : 'server-pg';

/**
 * Creates a project of the shop's tests on sources with their mutants; each file runs separately. Returns none when no
 * file of the plan belongs to it.
 */
function createProject(name: string, isOfProject: (file: string) => boolean): TestProjectInlineConfiguration[] {
  const include = plan.tests.filter(isOfProject);
  if (include.length === 0) return [];
  const project = shop.test?.projects?.find(
    (one): one is TestProjectInlineConfiguration => typeof one === 'object' && 'test' in one && one.test?.name === name,
  );
  return [
    {
      ...project,
      plugins: [switches, ...(project?.plugins ?? [])],
      test: {
        ...project?.test,
        include,
        exclude: [],
        isolate: true,
        // One worker at a time: two kinds run side by side, each on one core.
        maxWorkers: 1,
        runner: new URL('worker.ts', import.meta.url).pathname,
        // Time for a test that waits for something that a mutant never does. For tests of the server, worker.ts ends
        // the wait.
        ...(!name.startsWith('server') && { testTimeout: 20_000 }),
      },
    },
  ];
}

/** The tests below the browser, fast ones first. */
export default defineConfig({
  test: {
    projects: [
      ...createProject('unit', (file) => !isPath(file) && !isServer(file)),
      ...createProject('paths', isPath),
      ...createProject('server-once', (file) => isServer(file) && once.includes(file)),
      ...createProject(database, (file) => isServer(file) && !once.includes(file)),
    ],
    // Two kinds run at the same time, each on one core.
    maxWorkers: 1,
    sequence: { sequencer: QuickFirst as never },
    reporters: [{}],
    dangerouslyIgnoreUnhandledErrors: true,
    passWithNoTests: true,
  },
});
