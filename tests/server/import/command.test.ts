import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockDirectory } from '../../../server/db/lock.ts';
import { BRIEF } from '../../support/brief.ts';
import { SAMPLES } from './reading.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'duka-command-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm run <name>` runs, on the embedded database of the folder. */
function run(name: 'import' | 'seed', ...args: readonly string[]) {
  // One file for both streams keeps their lines in the order in which they were said.
  const said = path.join(folder, 'said.txt');
  const file = openSync(said, 'w');
  const child = spawn(process.execPath, [...BRIEF, '--import', 'tsx', `scripts/${name}.ts`, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, LOG_LEVEL: 'error' },
    stdio: ['ignore', file, file],
  });
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => {
      closeSync(file);
      resolve({ code, output: readFileSync(said, 'utf8') });
    }),
  );
}

describe('npm run import', () => {
  test('a shop that is running on the embedded database is said in a sentence', async () => {
    const release = await lockDirectory(folder);
    for (const outcome of [
      await run('import', '--stock', '10', `${SAMPLES}/shopify.csv`),
      await run('seed', '--products', '5'),
    ]) {
      expect(outcome.code).toBe(1);
      expect(outcome.output).toMatch(/^The shop in .* is running, .* Stop the shop .*\n$/);
    }
    await release();
  });

  test('brings files of several shops in, tells each line that stays out, and is not moved by a second run', async () => {
    writeFileSync(path.join(folder, 'empty.csv'), '');
    const files = [`${SAMPLES}/shopify.csv`, `${SAMPLES}/woocommerce.csv`, path.join(folder, 'empty.csv')];
    const first = await run('import', '--no-pictures', '--stock', '10', ...files);
    expect(first.code).toBe(1);
    expect(first.output.split('\n')).toEqual([
      'shopify.csv, line 9, column 29 (Gift Card): gift cards are not sold here',
      expect.stringMatching(/^shopify\.csv, a product export of Shopify: 6 products added, 1 left out, in .* s\.$/),
      '2 of them are not counted there: 10 pieces each (--stock).',
      "woocommerce.csv, line 8, column 2 (Type): 'grouped' products are not sold here",
      "woocommerce.csv, line 9, column 20 (Parent): 'id:99' is no variable product",
      expect.stringMatching(/^woocommerce\.csv, a product export of WooCommerce: 6 products added, 2 left out, in/),
      '2 of them are not counted there: 10 pieces each (--stock).',
      'empty.csv, line 1: the file is empty',
      expect.stringMatching(/^empty\.csv, an unknown format: 0 products added, 1 left out, in/),
      '',
    ]);
    const second = await run('import', '--no-pictures', '--stock', '10', `${SAMPLES}/shopify.csv`);
    expect(second.output).toContain('0 products added, 6 were there, 1 left out');
  });

  test('says what it cannot do', async () => {
    expect(await run('import')).toMatchObject({ code: 1, output: expect.stringContaining('usage:') as string });
    for (const [args, words] of [
      [['--rate', 'x', 'a.csv'], '--rate has to be a number'],
      [['--encoding', 'klingon', 'a.csv'], "'klingon' is not known"],
      [['none.csv'], 'There is no file none.csv'],
    ] as const)
      expect(await run('import', ...args)).toEqual({ code: 1, output: expect.stringContaining(words) as string });
  });
});
