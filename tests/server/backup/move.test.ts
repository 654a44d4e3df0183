// @engine postgres
// @all
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findBackups, readManifest, type Manifest } from '../../../server/backup/folder.ts';
import { backUp, makeBackup } from '../../../server/backup/make-backup.ts';
import { openEmbedded, openPostgres } from '../../../server/backup/open.ts';
import { restoreBackup } from '../../../server/backup/restore.ts';
import { findDifferences } from '../../../server/backup/checksums.ts';
import { reopenShop } from '../../../server/db/closed.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { brands } from '../../../server/db/schema.ts';
import { readEnv, type Env } from '../../../server/env/env.ts';
import { runCommandLine } from '../../support/command.ts';
import { administer } from '../../support/postgres.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { payingShop } from '../payments/mpesa-steps.ts';
import { EVERY_STATE, fillWithEveryState, readStates } from './every-state.ts';

/** Moves from the embedded database to PostgreSQL, with orders in every state. */

/** Without PostgreSQL, only the cases that need none run. */
const { postgresUrl } = inject('server');
const made: string[] = [];

let dataDir: string;
let env: Env;
let manifest: Manifest;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-move-'));
  env = readEnv({ DATA_DIR: dataDir });
  if (postgresUrl === undefined) return;
  const shop = await payingShop({ env: { DATA_DIR: dataDir, ...UNBOUND } });
  await fillWithEveryState(shop);
  const { folder } = await backUp(shop.env, shop.db, new Date('2026-11-23T00:00:00Z'));
  await shop.close();
  await restoreBackup(env, folder, { now: new Date() });
  // The restore ends sessions, which the moved shop therefore does not have.
  ({ manifest } = await makeBackup(env, {
    copyOfRunning: () => Promise.reject(new Error('none')),
    now: new Date('2026-11-23T01:00:00Z'),
  }));
});
afterAll(async () => {
  fs.rmSync(dataDir, { recursive: true, force: true });
  if (postgresUrl !== undefined)
    for (const name of made.splice(0)) await administer(postgresUrl, `drop database ${name} with (force)`);
});

async function emptyDatabase(): Promise<string> {
  if (postgresUrl === undefined) throw new Error('no PostgreSQL');
  const name = `move_${randomUUID().replaceAll('-', '')}`;
  await administer(postgresUrl, `create database ${name}`);
  made.push(name);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const move = (...args: readonly string[]) => runCommandLine('move', args, { DATA_DIR: dataDir });
const refusal = (words: string) => ({ code: 1, output: expect.stringContaining(words) as string });

test('R36, F17: an impossible move prints one sentence without the address', async () => {
  const to = 'postgres://duka:s3cret@127.0.0.1:1/duka';
  const answers = [
    await move('mysql://duka:s3cret@host/duka'),
    await move('postgres://duka:s3cret@host'),
    await runCommandLine('move', [to], { DATA_DIR: dataDir, DATABASE_URL: to }),
    await runCommandLine('move', [to], { DATA_DIR: path.join(dataDir, 'none') }),
    ...(postgresUrl === undefined ? [] : [await move(to)]),
  ];
  expect(answers).toEqual([
    refusal('The URL must be postgres://USER:PASSWORD@HOST/DATABASE. Nothing was changed.'),
    refusal('The URL must be postgres://'),
    refusal('The settings name PostgreSQL already.'),
    refusal('There is no shop in '),
    ...(postgresUrl === undefined ? [] : [refusal('The database cannot be reached: connect ECONNREFUSED')]),
  ]);
  for (const { output } of answers) expect(output).not.toMatch(/s3cret| {4}at /);
  const release = await lockDirectory(dataDir);
  expect(await move(to)).toEqual(refusal(postgresUrl === undefined ? 'There is no shop in ' : 'Stop it first'));
  await release();
});

if (postgresUrl !== undefined)
  test('R36, F17: moves everything with the same counts and sums, and closes the embedded database', async () => {
    const filled = await emptyDatabase();
    const other = await openPostgres(filled);
    await other.run('create table letters (name text)');
    await other.run(`insert into letters values ('a')`);
    expect(await move(filled)).toEqual(refusal('The database is not empty (there are rows in letters)'));
    await other.close();
    await (await openEmbedded(dataDir)).close();

    const url = await emptyDatabase();
    const { code, output } = await move(url);
    expect([code, output]).toEqual([0, expect.stringContaining('tables match.')]);
    expect(output).toContain(`${manifest.books.orders} orders of Ksh `);
    await expect(openEmbedded(dataDir)).rejects.toThrow(/^This shop was moved to PostgreSQL \(127\.0\.0\.1:\d+\/move_/);
    const db = await openPostgres(url);
    expect(await readStates({ db })).toEqual(EVERY_STATE);

    // As after an interruption before the embedded database was closed.
    reopenShop(dataDir);
    expect((await move(url)).output).toContain('An earlier move has copied everything:');

    // Backs up the moved database with the same command. Rows written there would be missing elsewhere.
    const there = { ...env, databaseUrl: url };
    const again = await makeBackup(there, { copyOfRunning: () => Promise.reject(new Error('no')), now: new Date() });
    expect(findDifferences(again.manifest.tables, manifest.tables)).toEqual([]);
    expect(readManifest(again.folder).books).toEqual(manifest.books);
    expect(findBackups(env.backup.dir).length).toBeGreaterThan(2);
    await db.sql.insert(brands).values({ id: randomUUID(), slug: 'new', name: 'New' });
    await db.close();
    reopenShop(dataDir);
    expect(await move(url)).toEqual(refusal('The database is not empty'));
  });
