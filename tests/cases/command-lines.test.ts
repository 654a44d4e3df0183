// @all
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Output and exit codes of the commands that show flows and run cases. */

describe('a wrong argument', { timeout: 600_000 }, () => {
  test.each([
    [
      'paths.ts',
      ['--format', 'csv'],
      'Name a machine, or select cases of all machines with --all, --cover, --for, --shows or --from-run. npm run paths lists the machines.',
    ],
    ['paths.ts', ['lgoin'], "There is no machine called 'lgoin'. Did you mean login?"],
    ['paths.ts', ['--from-run', 'gone.json'], 'There is no file gone.json. Save on a page of the atlas writes one.'],
    ['paths.ts', ['--from-run', 'package.json'], 'package.json: The file is not a saved run.'],
    ['paths.ts', ['--from-run', 'a.json', '--to', 'b'], '--from-run says which paths: leave out --to.'],
    ['texts.ts', ['--jsn'], "There is no option called 'jsn'. Did you mean json?"],
    ['texts.ts', ['--json', '--json'], '--json is given twice.'],
    ['texts.ts', ['xyzzy'], "No text or constant of the specification contains 'xyzzy'."],
    ['flows.ts', ['--only', 'chekout'], "There is no flow called 'chekout'. Did you mean checkout"],
    ['flows.ts', ['checkout'], "'checkout' is not an option. To build one flow: --only checkout"],
    ['flows.ts', ['--with', 'HEAD'], '--with needs --compare.'],
    [
      'flows.ts',
      ['--out', 'package.json/flows'],
      '--out package.json/flows cannot be a folder: package.json is a file.',
    ],
    ['flows.ts', ['--compare', 'no-such-revision'], "There is no git revision called 'no-such-revision'."],
  ])('X92: tools/%s %j prints an error message and exits with code 1', (script, args, sentence) => {
    const command = ['--import', 'tsx', `tools/${script}`, ...args];
    const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n {4}at |ERR_|ENO/);
  });
});

test('X91: npm run flows -- --only menu --no-screens creates the page of one flow', { timeout: 600_000 }, () => {
  const out = mkdtempSync(path.join(tmpdir(), 'one-flow-'));
  const command = ['--import', 'tsx', 'tools/flows.ts', '--only', 'menu', '--no-screens', '--out', out];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
  expect(stdout).toMatch(/^menu written in [\d.]+ s\. Open \S+\/menu\.html, or \/flows\/ of the running shop\.$/m);
  const pages = readdirSync(out).filter((name) => /\.html$|screens/.test(name));
  expect(pages.sort()).toEqual(['faults.html', 'index.html', 'menu.html']);
  rmSync(out, { recursive: true, force: true });
});

test.each([
  ['desk', 'back-office'],
  ['validate', 'test'],
  ['test:server', 'test:unit'],
])('npm run %s still works, and refers to npm run %s', { timeout: 600_000 }, (former, name) => {
  const run = (script: string) =>
    spawnSync('npm', ['run', '--silent', script, '--', '--help'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  const { stdout, stderr, status } = run(former);
  expect(stderr).toContain(`npm run ${former} is now: npm run ${name}`);
  expect({ stdout, status }).toEqual({ stdout: run(name).stdout, status: 0 });
});

describe('every npm script of the repository', { timeout: 600_000 }, () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
  const own = Object.entries(scripts).flatMap(([name, command]) =>
    command.startsWith('tsx ') && !command.includes('scripts/renamed.ts')
      ? [[name, command.split(' ').slice(1)] as const]
      : [],
  );
  const run = (command: readonly string[], typed: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', ...command, typed], { encoding: 'utf8' });

  test('is checked here', () => expect(own.length).toBeGreaterThan(20));

  test.each(own)('npm run %s -- --help prints the usage and does nothing', (name, command) => {
    const { stdout, stderr, status } = run(command, '--help');
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toMatch(new RegExp(`npm (run )?${name.replace(':all', '(:all)?')}\\b`));
  });

  test.each(own)('npm run %s rejects an unknown option', (_, command) => {
    const { stdout, stderr, status } = run(command, '--no-such-option');
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toContain('no-such-option');
    expect(stderr).not.toMatch(/\n {4}at |ERR_/);
  });
});
