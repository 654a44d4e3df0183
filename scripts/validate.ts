/** `npm test` and `npm run test:all`: all checks of the repository, in parallel. */
import { runCli } from '../server/cli/shared/cli.ts';
import { findChangedInCheckout } from './validate/changed.ts';
import { getParts, selectGroups, STATIC } from './validate/parts.ts';
import type { Part } from './validate/parts.ts';
import { formatReport, runParts } from './validate/run.ts';
import { findPostgres } from '../tests/support/postgres.ts';

const USAGE = `npm test [-- <group>…]
npm run test:all [-- <group>…] [-- --changed --minutes 18]

npm test checks format, types and lint, builds the shop, and runs the tests that every change must pass.
npm run test:all runs all tests, on both databases and at both screen sizes, and the reliability tests at full size.
A group is static, unit, paths, server-pg, server-pglite, server-once, journeys or hard (docs/testing.md).
With --changed it runs the groups that changed files affect, as far as they fit into --minutes.`;

await runCli(
  USAGE,
  { all: { type: 'boolean' }, changed: { type: 'boolean' }, minutes: { type: 'string', default: '18' } },
  async ({ values: { all = false, changed = false, minutes }, positionals }) => {
    const began = performance.now();
    const parts = [...STATIC, ...getParts(all ? 'all' : 'core')];
    const groups = changed ? selectChangedGroups(Number(minutes)) : parseGroups(parts, positionals);
    const chosen = parts.filter(({ group }) => groups.includes(group));
    if (chosen.length === 0) return;
    if (findPostgres() === null)
      console.log('PostgreSQL was not found (initdb, pg_ctl, postgres). The server tests run only on PGlite.');
    // Tests that start the shop share one build.
    const first = groups.includes('static') ? STATIC : STATIC.filter(({ name }) => name === 'build');
    const ended = await runParts(first);
    if (ended.every(({ isPassed }) => isPassed))
      ended.push(...(await runParts(chosen.filter(({ group }) => group !== 'static'))));
    console.log(formatReport(ended, (performance.now() - began) / 1_000));
    if (!ended.every(({ isPassed }) => isPassed)) process.exitCode = 1;
  },
);

/** Returns the named groups, or all. Throws for an unknown name. */
function parseGroups(parts: readonly Part[], names: readonly string[]): readonly string[] {
  const all = [...new Set(parts.map(({ group }) => group))];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown group ${unknown}. Use one of ${all.join(', ')}.`);
  return names.length === 0 ? all : names;
}

function selectChangedGroups(minutes: number): readonly string[] {
  const files = findChangedInCheckout();
  const { chosen: groups, left } = selectGroups(files, minutes);
  console.log(`${files.length} changed files affect: ${[...groups, ...left].join(', ') || 'nothing'}.`);
  if (left.length > 0) console.log(`Left out, because they do not fit into ${minutes} minutes: ${left.join(', ')}.`);
  return groups;
}
