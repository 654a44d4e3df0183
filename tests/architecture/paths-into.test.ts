import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Case } from 'flow-atlas/cases/case';
import { formatCases, writeCases } from '../../tools/paths/formats.ts';
import { getMachineSelections } from '../../tools/paths/machine-selection.ts';
import { machineNames } from '../../tools/paths/machines.ts';
import { parseOptions } from '../../tools/paths/options.ts';
import { assertOwnFolder, writeOwnFiles } from '../../tools/paths/own-folder.ts';

/** `npm run paths -- --all` and `--into <folder>` (TST-Q6). */

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'paths-into-'));
  folder = root;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const write = (...files: readonly (readonly [string, string])[]) => writeOwnFiles(folder, new Map(files));

describe('--all', () => {
  test('TST-Q6: selects every machine, with any cover', () => {
    const selected = getMachineSelections(parseOptions(['--all', '--cover', 'states']));
    expect(selected.map(({ machine }) => machine)).toEqual(machineNames());
    expect(selected.every(({ asked }) => asked.cover === 'states')).toBe(true);
  });

  test.each([
    [['--all', 'login'], '--all covers every machine: leave out login.'],
    [['--all', '--to', 'failed'], '--to needs one machine, not --all.'],
    [['--all', '--through', 'x'], '--through needs one machine, not --all.'],
    [
      ['--all', '--format', 'playwright-bdd'],
      '--format playwright-bdd needs --into <folder>, because it writes several files.',
    ],
  ])('TST-Q6: rejects %j with a sentence', (args, complaint) => {
    expect(() => parseOptions(args)).toThrow(complaint);
  });
});

describe('--into', { timeout: 600_000 }, () => {
  test.each([
    ['text', ['menu.txt']],
    ['markdown', ['menu.md']],
    ['gherkin', ['menu.feature']],
    ['csv', ['menu.csv']],
    ['json', ['menu.json']],
    ['testrail', ['menu.testrail.csv']],
    ['testrail-xml', ['menu.testrail.xml']],
    ['xray', ['menu.xray.csv']],
    ['zephyr', ['menu.zephyr.csv']],
    ['playwright', ['menu.spec.ts']],
    ['playwright-bdd', ['menu.cases.ts', 'menu.feature', 'player.ts', 'playwright.config.ts', 'steps.ts']],
  ])('TST-Q6: --format %s writes %j', async (format, names) => {
    const options = parseOptions(['menu', '--cover', 'states', '--format', format, '--into', folder]);
    const said = await writeCases(options, folder);
    expect(said).toMatch(new RegExp(`: ${names.length} files? with \\d+ cases \\(\\d+ KB\\)\\.\n$`));
    expect(readdirSync(folder).sort()).toEqual([...names, 'written-by-paths.json'].sort());
    if (names.length === 1) expect(read(names[0] ?? '')).toBe(await formatCases(options));
  });

  test('TST-Q6: several machines have a file each, and the same cases as one file', async () => {
    const options = parseOptions(['--shows', 'Email is required', '--format', 'json', '--into', folder]);
    await writeCases(options, folder);
    const one = JSON.parse(await formatCases(options)) as Case[];
    const flows = [...new Set(one.map(({ flow }) => flow))];
    expect(flows.length).toBeGreaterThan(1);
    expect(flows.flatMap((flow) => JSON.parse(read(`${flow}.json`)) as Case[])).toEqual(one);
  });

  test('TST-Q6: a feature for Playwright leaves out the cases that no browser can walk', async () => {
    const options = parseOptions(['protected-page', '--format', 'playwright-bdd', '--into', folder]);
    const said = await writeCases(options, folder);
    const [, count] =
      /^Left out (\d+) cases? that no browser can walk; the files name the reasons\.$/m.exec(said) ?? [];
    expect(read('protected-page.feature').match(/^ {2}# Left out: /gm)).toHaveLength(Number(count));
  });
});

describe('the folder', () => {
  test('TST-Q6: is created, replaced by the next command, and keeps files of others', () => {
    folder = path.join(root, 'new', 'cases');
    write(['a.csv', '1'], ['b.csv', '2']);
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    write(['b.csv', '3']);
    expect([readdirSync(folder).sort(), read('b.csv'), read('notes.txt')]).toEqual([
      ['b.csv', 'notes.txt', 'written-by-paths.json'],
      '3',
      'mine',
    ]);
  });

  test('TST-Q6: is refused when it has files that the tool did not write', () => {
    writeFileSync(path.join(folder, 'a.csv'), 'mine');
    const refused = `--into ${folder} has files that npm run paths did not write. Name another folder, or empty it.`;
    expect(() => assertOwnFolder(folder)).toThrow(refused);
    expect(() => write(['a.csv', '1'])).toThrow(refused);
    writeFileSync(path.join(folder, 'written-by-paths.json'), 'no list');
    expect(() => write(['a.csv', '1'])).toThrow(refused);
    expect(read('a.csv')).toBe('mine');
  });

  test('TST-Q6: is refused when a file of it was changed, or would be lost', () => {
    write(['a.csv', '1']);
    writeFileSync(path.join(folder, 'b.csv'), 'mine');
    expect(() => write(['b.csv', '2'])).toThrow(
      `--into ${folder} has a file b.csv that npm run paths did not write. Move it away.`,
    );
    writeFileSync(path.join(folder, 'a.csv'), 'mine');
    expect(() => write(['a.csv', '2'])).toThrow(
      `--into ${folder}: somebody has changed a.csv, which would be lost. Move it away, or delete it.`,
    );
    expect([read('a.csv'), read('b.csv')]).toEqual(['mine', 'mine']);
  });

  test('TST-Q6: a list cannot name files elsewhere', () => {
    const other = path.join(root, 'other.txt');
    writeFileSync(other, 'mine');
    folder = path.join(root, 'cases');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'written-by-paths.json'), '{ "../other.txt": "0123456789abcdef" }');
    write(['a.csv', '1']);
    expect(readFileSync(other, 'utf8')).toBe('mine');
  });

  test('TST-Q6: is refused in a sentence when it cannot be written', () => {
    // No folder can be made there, by no user.
    expect(() => writeOwnFiles('/proc/cases', new Map([['a.csv', '1']]))).toThrow(
      /^--into \/proc\/cases cannot be written: [a-z -]+\.$/,
    );
  });
});
