import { findPostgres } from '../../tests/support/postgres.ts';

/** Parts of `npm test` and `npm run test:all`. `docs/testing.md` has the table. */

/** A command of a test run. Uses about one processor unless it runs alone. */
export interface Part {
  readonly name: string;
  /** Parts of a group are shards of the same tests. `npm test -- <group>` runs only this group. */
  readonly group: string;
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs alone, because it measures times or uses all processors. */
  readonly isAlone: boolean;
}

/** Paths whose changes make `.ci/run` run a group of `npm run test:all`. */
export interface GroupScope {
  readonly paths: readonly string[];
  /** Duration on two cores, in minutes. */
  readonly minutes: number;
}

interface Options {
  readonly workers?: number;
  readonly shards?: number;
  readonly isAlone?: boolean;
}

/** A failure of one of these ends the run before the tests. */
export const STATIC: readonly Part[] = ['check:format', 'check:types', 'lint', 'build'].flatMap((script) =>
  createParts('static', `npm run -s ${script}`).map((part) => ({ ...part, name: script })),
);

/** Longest first, so that no long part runs last. */
export function getParts(mode: 'core' | 'all', hasPostgres = findPostgres() !== null): readonly Part[] {
  const server = (engine: string, shards = 1) =>
    createParts(`server-${engine}`, `npx vitest run --project server-${engine}`, { workers: 2, shards });
  const tests = [
    ...(hasPostgres ? [...server('pg'), ...server('pglite')] : server('pglite', 2)),
    ...server('once'),
    ...createParts('paths', 'npm run -s test:paths --', { shards: 2 }),
    ...createParts('unit', 'npm run -s test:unit --', { shards: 2 }),
  ];
  const own =
    mode === 'core'
      ? createParts('journeys', 'npm run -s test:e2e -- --grep @core', { workers: 2 })
      : [
          ...createParts('journeys', 'npm run -s test:e2e', { workers: 3, isAlone: true }),
          ...createParts('hard', 'npm run -s test:hard', { isAlone: true }),
        ];
  return [...tests, ...own].map((part) => ({ ...part, env: { ...part.env, TESTS: mode } }));
}

/** A change to one of these affects every group. */
export const REACHES_ALL: readonly string[] = [
  'package.json',
  'package-lock.json',
  'vitest.config.ts',
  'tests/support/',
];

const SERVER = ['server/', 'contract/', 'demo/', 'simulators/', 'scripts/', 'tests/server/', 'tests/demo/'];

/** `hard` is missing, because it runs only at night or on request. */
export const REACHES: Readonly<Record<string, GroupScope>> = {
  'server-pg': { paths: SERVER, minutes: 5 },
  'server-pglite': { paths: SERVER, minutes: 8 },
  'server-once': { paths: [...SERVER, 'tools/'], minutes: 4 },
  paths: { paths: ['src/machines/', 'src/views/', 'contract/rules/', 'packages/', 'tests/flows/'], minutes: 4 },
  unit: {
    paths: ['src/machines/', 'packages/', 'scripts/', 'tools/', 'tests/flows/', 'tests/cases/'],
    minutes: 4,
  },
  journeys: {
    paths: ['src/', 'public/', 'server/http/', 'tests/e2e/', 'playwright.config.ts', 'vite.config.ts'],
    minutes: 14,
  },
};

/** Returns the groups that changed files affect: those that fit into the time, and the rest. */
export function selectGroups(
  files: readonly string[],
  minutes: number,
): { readonly chosen: string[]; readonly left: string[] } {
  const isIn = (paths: readonly string[]) => files.some((file) => paths.some((path) => file.startsWith(path)));
  const chosen: string[] = [];
  const left: string[] = [];
  let rest = minutes;
  for (const [group, reach] of Object.entries(REACHES)) {
    if (!isIn(REACHES_ALL) && !isIn(reach.paths)) continue;
    if (reach.minutes > rest) left.push(group);
    else {
      chosen.push(group);
      rest -= reach.minutes;
    }
  }
  return { chosen, left };
}

function createParts(
  group: string,
  command: string,
  { workers = 1, shards = 1, isAlone = false }: Options = {},
): Part[] {
  return Array.from({ length: shards }, (_, index) => {
    const shard = `${index + 1}/${shards}`;
    return {
      name: shards === 1 ? group : `${group} ${shard}`,
      group,
      command: shards === 1 ? command : `${command} --shard=${shard}`,
      env: { WORKERS: String(workers) },
      isAlone,
    };
  });
}
