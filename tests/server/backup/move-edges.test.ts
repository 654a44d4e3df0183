// @engine postgres
// @all
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { moveToPostgres } from '../../../server/backup/move.ts';
import { createPatientDatabase, openPostgres } from '../../../server/backup/open.ts';
import { queryRows } from '../../../server/backup/tables.ts';
import { readClosingReason } from '../../../server/db/closed.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import { fillDirectory } from '../../../server/db/pglite.ts';
import { readEnv, type Env } from '../../../server/env/env.ts';
import { administer } from '../../support/postgres.ts';

/** Moves of an older shop without rows, and databases that it cannot be moved into. */

const NOW = new Date('2026-11-27T09:00:00Z');
const { postgresUrl } = inject('server');
const made: string[] = [];

let template: string;
let dataDir: string;
let env: Env;

beforeAll(async () => {
  template = fs.mkdtempSync(path.join(tmpdir(), 'duka-edges-'));
  if (postgresUrl === undefined) return;
  await fillDirectory(path.join(template, 'db'), (driver) =>
    migrate(createPatientDatabase(driver), { migrations: migrations.slice(0, -1) }),
  );
});
afterAll(() => fs.rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  vi.spyOn(fs, 'fsyncSync').mockReturnValue(undefined);
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-edges-'));
  fs.cpSync(template, dataDir, { recursive: true });
  env = readEnv({ DATA_DIR: dataDir });
});
afterEach(async () => {
  vi.restoreAllMocks();
  fs.rmSync(dataDir, { recursive: true, force: true });
  for (const name of made.splice(0)) await administer(postgresUrl ?? '', `drop database ${name} with (force)`);
});

/** A database with what these statements create. */
async function createDatabase(...statements: readonly string[]): Promise<string> {
  const name = `edges_${randomUUID().replaceAll('-', '')}`;
  await administer(postgresUrl ?? '', `create database ${name}`);
  made.push(name);
  const url = new URL(postgresUrl ?? '');
  url.pathname = `/${name}`;
  for (const statement of statements) await administer(url.href, statement.replaceAll('NAME', name));
  return url.href;
}
const move = (url: string) => moveToPostgres(env, url, { now: NOW });

/** Makes the server say that it is of another version. */
const ofVersion = (version: number) => [
  'create schema other',
  `create function other.current_setting(text) returns text language sql as 'select ${version}::text'`,
  'alter database NAME set search_path to other, pg_catalog, public',
];

test('R36: a move needs an embedded shop', async () => {
  const none = { ...env, dataDir: path.join(dataDir, 'none') };
  const to = 'postgres://127.0.0.1:1/none';
  await expect(moveToPostgres(none, to, { now: NOW })).rejects.toMatchObject({ name: 'NoShopError' });
  await expect(moveToPostgres({ ...env, databaseUrl: to }, to, { now: NOW })).rejects.toThrow(
    'The settings name PostgreSQL already.',
  );
});

if (postgresUrl !== undefined) {
  test('R36: a move brings an older shop up to date first', async () => {
    const { manifest } = await move(await createDatabase());
    const all = migrations.flatMap(({ name, steps }) => steps.map((_, index) => `${name}/${index + 1}`));
    expect(manifest.steps.toSorted()).toEqual(all.toSorted());
  });

  test('R36: a database with other rows is refused, and the shop stays open', async () => {
    const url = await createDatabase('create table letters (name text)', `insert into letters values ('a')`);
    await expect(move(url)).rejects.toMatchObject({ name: 'DatabaseNotEmptyError' });
    expect(readClosingReason(dataDir)).toBeNull();
  });

  test('R36: a database of a newer shop is refused, also when its tables are as empty as those that move', async () => {
    const url = await createDatabase();
    const newer = await openPostgres(url);
    await migrate(newer);
    await newer.run(`insert into schema_steps values ('9999-later/1', now())`);
    await newer.close();
    await expect(move(url)).rejects.toThrow('The tables of the database are newer than the backup');
    expect(readClosingReason(dataDir)).toBeNull();
  });

  test('R36: a move needs PostgreSQL 13', async () => {
    await expect(move(await createDatabase(...ofVersion(129_999)))).rejects.toThrow(
      'PostgreSQL 13 or later is needed. Nothing was changed.',
    );
    expect(fs.existsSync(env.backup.dir)).toBe(false);
    const letters = ['create table other.letters (name text)', `insert into other.letters values ('a')`];
    await expect(move(await createDatabase(...ofVersion(130_000), ...letters))).rejects.toThrow(
      'The database is not empty (there are rows in letters)',
    );
  });

  test('R36: a backup uses two connections at most', async () => {
    const db = await openPostgres(await createDatabase());
    let open: () => void = () => undefined;
    const bothOpen = new Promise<void>((resolve) => (open = resolve));
    const seen: number[] = [];
    const work = () =>
      db.tx(async (tx) => {
        const [row] = await queryRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
        if (seen.push(row?.pid ?? 0) === 2) open();
        await bothOpen;
      });
    await Promise.all([work(), work(), work()]);
    await db.close();
    expect(new Set(seen).size).toBe(2);
  });
}
