import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatBdd } from '../browser/bdd.ts';
import { formatSpec } from '../browser/export.ts';
import type { Line } from '../browser/scenario.ts';
import type { Script } from '../browser/script.ts';
import { createHostileCase, HOSTILE_TEXTS } from './hostile-texts.ts';

/** Playwright lists each test of the files with texts that code or Gherkin could read as their own. */

const scripts = HOSTILE_TEXTS.map((hostile, index): Script => {
  const one = createHostileCase(hostile, index);
  const steps = one.steps.map(({ action, expected }) => ({
    text: action,
    moves: [{ do: 'step', with: [] }] as const,
    checks: [],
    expectations: expected.map(({ words }) => ({ words, check: null })),
  }));
  return { case: one, steps };
});
const leftOut = HOSTILE_TEXTS.map(({ text }, index) => ({ flow: 'door', id: `door-${index}`, title: text, why: text }));
const input = { scripts, leftOut, url: 'http://localhost:1' };

const wanted = HOSTILE_TEXTS.map(({ line, tag }, index) => ({
  title: `${line} (${scripts[index]?.case.id})`,
  tag,
}));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hostile-'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const require = createRequire(import.meta.url);
const PLAYWRIGHT = require.resolve('@playwright/test/cli');
const BDDGEN = path.join(path.dirname(require.resolve('playwright-bdd')), 'cli/index.js');

/** Runs a program without blocking this process, because the runner gives up on a worker that does not respond. */
function run(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } });
  let output = '';
  let errors = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${output}${errors}`))));
  });
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly { readonly title: string; readonly tags: readonly string[] }[];
}

async function listTests(config: string) {
  const { suites } = JSON.parse(await run(PLAYWRIGHT, 'test', '--list', '-c', config, '--reporter=json')) as Suite;
  const all = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(all)];
  return (suites ?? []).flatMap(all);
}

function expectAll(listed: Awaited<ReturnType<typeof listTests>>): void {
  expect(listed.map(({ title }) => title)).toEqual(wanted.map(({ title }) => title));
  for (const [index, { tag }] of wanted.entries()) expect(listed[index]?.tags).toContain(tag);
}

describe('the files of a browser', { timeout: 120_000 }, () => {
  test('TST-Q6: playwright: each title and tag is listed', async () => {
    const own = path.join(folder, 'spec');
    mkdirSync(own);
    writeFileSync(path.join(own, 'door.spec.ts'), formatSpec(input));
    writeFileSync(path.join(own, 'playwright.config.ts'), "export default { testDir: '.' };\n");
    expectAll(await listTests('spec'));
  });

  test.each(['module', 'commonjs'])('TST-Q6: playwright-bdd in a %s project: each scenario is listed', async (type) => {
    const own = path.join(folder, type);
    mkdirSync(own);
    writeFileSync(path.join(own, 'package.json'), JSON.stringify({ type }));
    for (const [name, text] of formatBdd(input)) writeFileSync(path.join(own, name), text);
    await run(BDDGEN, '-c', `${type}/playwright.config.ts`);
    expectAll(await listTests(`${type}/playwright.config.ts`));
    const { cases } = (await import(path.join(own, 'door.cases.ts'))) as { cases: Record<string, readonly Line[]> };
    const lines = HOSTILE_TEXTS.map(({ line }) => ['Begin.', line, line]);
    expect(Object.values(cases).map((each) => each.map(({ text }) => text))).toEqual(lines);
    const comments = readFileSync(path.join(own, 'door.feature'), 'utf8').match(/^ {2}# Left out: .*$/gm);
    expect(comments).toEqual(
      HOSTILE_TEXTS.map(({ line }, index) => `  # Left out: ${line} (door-${index}), because ${line}.`),
    );
  });
});
