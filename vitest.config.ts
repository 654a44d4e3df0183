import { availableParallelism } from 'node:os';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './tests/support/postgres.ts';
import { BRIEF } from './tests/support/brief.ts';
import { filesForAll, serverTests } from './tests/support/server-files.ts';
import { isAll, isCore, workers } from './tests/support/size.ts';

/** No style is looked at here, so none is made: only its names are. */
const front = { plugins: [react(), vanillaExtractPlugin({ unstable_mode: 'transform' })] };
const UNSTYLED = ['@vanilla-extract/css/disableRuntimeStyles'];

/** Pages and snapshots are made and dropped by the thousand: with room for them, a seventh of the time is saved. */
const ROOMY = ['--min-semi-space-size=64', '--max-semi-space-size=128'];

/** A slow machine is no failure: no test here waits on real time. */
const PATIENT_MS = 60_000;

/** What `npm test` leaves to `npm run test:all`. */
const exclude = isCore ? filesForAll() : [];

const server = (name: string, include: string[], globalSetup?: string) => ({
  test: {
    name,
    include,
    exclude,
    ...(globalSetup !== undefined && { globalSetup }),
    pool: 'forks' as const,
    // Much of it waits: for processes of its own, for providers that hang. Vitest wants a group of its own for the number.
    maxWorkers: workers(Math.max(3, availableParallelism())),
    sequence: { groupOrder: 1 },
    execArgv: BRIEF,
    // The server keeps nothing outside of its app, so its modules are read once a worker.
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
    // Vitest leaves a core to itself, which is half of a machine with two.
    maxWorkers: workers(availableParallelism()),
    env: { ...(isCore && { QUICK: '1' }) },
    projects: [
      {
        ...front,
        test: {
          name: 'unit',
          pool: 'threads',
          setupFiles: UNSTYLED,
          testTimeout: PATIENT_MS,
          exclude,
          include: [
            '{tests/{architecture,cases,composition,contract,routes,rules,services,support,views},packages}/**/*.test.{ts,tsx}',
            'tests/flows/**/*.{composition,requirements}.test.{ts,tsx}',
          ],
        },
      },
      {
        ...front,
        test: {
          name: 'paths',
          environment: 'happy-dom',
          // A machine keeps nothing outside of its actor, a view nothing at all: modules are read once a worker.
          isolate: false,
          setupFiles: UNSTYLED,
          execArgv: ROOMY,
          testTimeout: PATIENT_MS,
          exclude,
          include: ['tests/flows/**/*.paths.test.{ts,tsx}'],
        },
      },
      server('server-once', once),
      // Each file runs on the engine that it names, or on PGlite where PostgreSQL is not installed; in test:all on both.
      server('server-pglite', hasPostgres && !isAll ? pglite : withDatabase, './tests/support/server-pglite.setup.ts'),
      ...(hasPostgres
        ? [server('server-pg', isAll ? withDatabase : postgres, './tests/support/server-pg.setup.ts')]
        : []),
      // And through pgbouncer, where it is asked for (R34).
      ...(process.env['PGBOUNCER'] === '1'
        ? [server('through-pgbouncer', withDatabase, './tests/support/server-pgbouncer.setup.ts')]
        : []),
    ],
  },
});
