// @all
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isRefusedByLint, isStepWaitedFor } from '../../tools/mutants/sources/awaits.ts';
import { findPlaces } from '../../tools/mutants/sources/tree.ts';

/**
 * Decision 0106: mutation tests skip each removed `await` that the lint rejects, so the lint has to reject every one.
 */

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `server/${name}`);

/** Returns the locations of the awaited steps, and the source without their `await`. */
function forgetful(file: string) {
  const source = readFileSync(file, 'utf8');
  const steps = findPlaces(file, source).filter((place) => isStepWaitedFor(place) && isRefusedByLint(place.node));
  const starts = steps.map(({ node }) => node.start);
  const getLine = (start: number) => `${file}:${source.slice(0, start).split('\n').length}`;
  const text = starts.reduce((all, start) => `${all.slice(0, start)}     ${all.slice(start + 5)}`, source);
  return { text, lines: starts.map(getLine) };
}

test('the lint rejects every step of the server that is not awaited', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'duka-lint-'));
  try {
    for (const name of ['server', 'contract', 'tsconfig.json', 'package.json', '.oxlintrc.promises.json'])
      cpSync(name, path.join(folder, name), { recursive: true });
    for (const name of ['node_modules', 'demo', 'simulators', 'src'])
      symlinkSync(path.resolve(name), path.join(folder, name));
    const planted = sources.flatMap((file) => {
      const { text, lines } = forgetful(file);
      writeFileSync(path.join(folder, file), text);
      return lines;
    });
    const given = ['oxlint', '-c', '.oxlintrc.promises.json', '--type-aware', '--format', 'unix', 'server'];
    const { stdout } = spawnSync('npx', given, { cwd: folder, encoding: 'utf8', maxBuffer: 10e6 });
    const refused = new Set([...stdout.matchAll(/^([^:\s]+:\d+):.*no-floating-promises/gm)].map(([, place]) => place));
    expect(planted.length).toBeGreaterThan(500);
    expect(planted.filter((place) => !refused.has(place))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
