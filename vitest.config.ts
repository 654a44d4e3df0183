import { availableParallelism } from 'node:os';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './tests/support/postgres.ts';
import { BRIEF } from './tests/support/brief.ts';
import { filesForAll, serverTests, withPage } from './tests/support/server-files.ts';
import { isAll, isCore, workers } from './tests/support/size.ts';

/** Tests do not check styles, so only class names are generated. */
const front = { plugins: [react(), vanillaExtractPlugin({ unstable_mode: 'transform' })] };
const UNSTYLED = ['@vanilla-extract/css/disableRuntimeStyles'];

/** Tests create thousands of pages and snapshots. A larger young generation saves a seventh of the time. */
const ROOMY = ['--min-semi-space-size=64', '--max-semi-space-size=128'];

/** A slow machine must not cause failures. No test waits for real time. */
const PATIENT_MS = 60_000;

/** Tests that only `npm run test:all` runs, and those of packages in folders with an own `package.json`. */
const exclude = [...(isCore ? filesForAll() : []), '**/node_modules/**'];

const UNIT = [
  '{tests/{architecture,cases,composition,contract,routes,rules,services,support,views},packages}/**/*.test.{ts,tsx}',
  'tests/flows/**/*.{composition,requirements}.test.{ts,tsx}',
];
const pages = withPage();

const server = (name: string, include: string[], globalSetup?: string) => ({
  test: {
    name,
    include,
    exclude,
    ...(globalSetup !== undefined && { globalSetup }),
    pool: 'forks' as const,
    // These tests mostly wait, for child processes and for providers that hang. Vitest requires a separate group for a
    // different number of workers.
    maxWorkers: workers(Math.max(3, availableParallelism())),
    sequence: { groupOrder: 1 },
    execArgv: BRIEF,
    // The server has no state outside of its app, so modules are loaded once per worker.
    isolate: false,
    hookTimeout: 2 * PATIENT_MS,
    testTimeout: 2 * PATIENT_MS,
  },
});

const { once, postgres, pglite } = serverTests();
const withDatabase = [...postgres, ...pglite];
const hasPostgres = findPostgres() !== null;

export default defineConfig({
  test: {
    // Vitest reserves a core for itself, which is half of a machine with two.
    maxWorkers: workers(availableParallelism()),
    env: { ...(isCore && { QUICK: '1' }) },
    projects: [
      {
        ...front,
        test: {
          name: 'unit',
          pool: 'threads',
          // Most of the time would go into reading the app anew for each file: modules are read once a worker.
          isolate: false,
          setupFiles: [...UNSTYLED, './tests/support/left-clean.setup.ts'],
          testTimeout: PATIENT_MS,
          exclude: [...exclude, ...pages],
          include: UNIT,
        },
      },
      {
        ...front,
        test: {
          // A page goes on after its test has ended: each file has a document of its own, that ends with it.
          name: 'unit-page',
          pool: 'threads',
          environment: 'happy-dom',
          setupFiles: UNSTYLED,
          testTimeout: PATIENT_MS,
          exclude,
          include: pages,
        },
      },
      {
        ...front,
        test: {
          name: 'paths',
          environment: 'happy-dom',
          // Machines and views have no state outside of their actors, so modules are loaded once per worker.
          isolate: false,
          setupFiles: UNSTYLED,
          execArgv: ROOMY,
          testTimeout: PATIENT_MS,
          exclude,
          include: ['tests/flows/**/*.paths.test.{ts,tsx}'],
        },
      },
      server('server-once', once),
      // Each file runs on the engine that it names, or on PGlite without PostgreSQL. In `test:all` on both.
      server('server-pglite', hasPostgres && !isAll ? pglite : withDatabase, './tests/support/server-pglite.setup.ts'),
      ...(hasPostgres
        ? [server('server-pg', isAll ? withDatabase : postgres, './tests/support/server-pg.setup.ts')]
        : []),
      // Also through pgbouncer, on request (R34).
      ...(process.env['PGBOUNCER'] === '1'
        ? [server('through-pgbouncer', withDatabase, './tests/support/server-pgbouncer.setup.ts')]
        : []),
    ],
  },
});
