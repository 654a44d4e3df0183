import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queryRows } from '../../../server/backup/tables.ts';
import { durableDriver, fillDirectory } from '../../../server/db/pglite.ts';
import { getTemplateFolder } from '../../../server/db/template.ts';

let folder: string;
let template: string;
const broken = (error: unknown): never => {
  throw new Error('the database broke down', { cause: error });
};
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-template-'));
  template = path.join(folder, 'template');
  await fillDirectory(template, (driver) => driver.run('create table marks (id integer)'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('a new database is a copy of the template, synced, readable by its owner, and not shared', async () => {
  for (const name of fs.readdirSync(template)) fs.chmodSync(path.join(template, name), 0o755);
  const synced = vi.spyOn(fs, 'fsyncSync');
  const directory = path.join(folder, 'one', 'db');
  const driver = await durableDriver(directory, broken, template);
  const files = fs.readdirSync(template, { recursive: true }).length;
  expect(synced.mock.calls.length).toBeGreaterThan(files);
  synced.mockRestore();
  await driver.run('insert into marks values (1)');
  expect(await queryRows(driver.sql, sql`select id from marks`)).toEqual([{ id: 1 }]);
  await driver.close();
  const modes = fs.readdirSync(directory).map((name) => fs.statSync(path.join(directory, name)).mode & 0o077);
  expect(new Set(modes)).toEqual(new Set([0]));
  const other = await durableDriver(path.join(folder, 'two', 'db'), broken, template);
  expect(await queryRows(other.sql, sql`select id from marks`)).toEqual([]);
  await other.close();
});

test('an unfinished copy is made again, and a finished database is never replaced', async () => {
  const directory = path.join(folder, 'three', 'db');
  fs.mkdirSync(`${directory}.new`, { recursive: true });
  fs.writeFileSync(path.join(`${directory}.new`, 'half'), '');
  const driver = await durableDriver(directory, broken, template);
  await driver.run('insert into marks values (2)');
  await driver.close();
  expect([fs.existsSync(path.join(directory, 'half')), fs.existsSync(`${directory}.new`)]).toEqual([false, false]);
  const again = await durableDriver(directory, broken, template);
  expect(await queryRows(again.sql, sql`select id from marks`)).toEqual([{ id: 2 }]);
  await again.close();
});

test.each([
  ['the sources', 'server/db'],
  ['the server', 'dist/server'],
  ['a shared part of the commands', 'dist/admin/assets'],
])('the template belongs to the installed version of PGlite, in the folder of the build, also for %s', (_, folder) => {
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  expect(getTemplateFolder(path.resolve(folder))).toBe(
    path.resolve('dist', `database-${dependencies['@electric-sql/pglite']}`),
  );
});
