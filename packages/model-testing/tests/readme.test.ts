import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '..');
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');

/** Runs Node.js in the package's folder, where the package can import itself by its name. */
function run(...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout;
}

/** Returns the code block that follows the text. */
function blockAfter(text: string, language: string): string {
  const [, block = ''] = readme.slice(readme.indexOf(text)).split('```', 2);
  expect(block.startsWith(`${language}\n`)).toBe(true);
  return block.slice(language.length + 1);
}

/** Returns the cells of the rows that begin with `|`, without the times and the line below the head. */
function cells(table: string): string[][] {
  return table
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[ -]+\|[ -]+\||^\| time /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

test('TST-Q10: the README begins with an example of ten lines that prints what is below it', () => {
  const code = blockAfter('# Model testing', 'js');
  expect(code.trimEnd().split('\n')).toHaveLength(10);
  const [, , , printed = ''] = readme.split('```');
  expect(`text\n${run('--input-type=module', '-e', code)}`).toBe(printed);
});

test('TST-Q10: the table beside xstate/graph is what its command prints, without the times', () => {
  const [, after = ''] = readme.split('## Beside xstate/graph');
  const [section = ''] = after.split('\n## ');
  const printed = run('compare.ts');
  expect(cells(printed)).toHaveLength(10);
  expect(cells(section)).toEqual(cells(printed));
});
