// @all
import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';

/** The two packages of `npm pack` work in a project without the code of the shop. */
test('the packages work in an empty project', { timeout: 600_000 }, () => {
  const command = ['--import', 'tsx', 'tools/check-tool.ts'];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stripVTControlCharacters(stdout)).toMatch(/Tests {2}\d+ passed/);
});
