// @all
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '../../../server/db/client.ts';
import { databaseCode } from '../../../server/db/errors.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { assertDurable, durableDriver, SyncedFiles } from '../../../server/db/pglite.ts';
import { brands } from '../../../server/db/schema.ts';
import { BRIEF } from '../../support/brief.ts';
import { noRoom } from '../../support/no-room.ts';

const quiet = { reportMs: 60_000, abortMs: 60_000, report: () => undefined };
const broken = (error: unknown): never => {
  throw new Error('the database broke down', { cause: error });
};
/** Files with a table's free space and visibility maps, which its first vacuum creates. */
const BESIDE_A_TABLE = /_(?:fsm|vm)$/;
const DISK_FULL = '53100';
const writer = path.join(import.meta.dirname, 'writer.ts');

describe('PGlite on disk', () => {
  let folder: string;
  /** A migrated database, created once and copied by the tests that need one. */
  let template: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    template = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-template-'));
    const db = createDatabase(await durableDriver(path.join(template, 'db'), broken), quiet);
    await migrate(db);
    await db.close();
  });
  afterAll(() => fs.rmSync(template, { recursive: true, force: true }));
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-durable-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const useTemplate = () => fs.cpSync(template, folder, { recursive: true });

  /** Rejects new files with a matching name as a full disk does, until the returned function is called. */
  function refuseNew(name: RegExp): () => void {
    const write = fs.writeFileSync;
    const spy = vi.spyOn(fs, 'writeFileSync').mockImplementation((...args) => {
      if (name.test(String(args[0]))) noRoom();
      write(...args);
    });
    syncBuiltinESMExports();
    return () => {
      spy.mockRestore();
      syncBuiltinESMExports();
    };
  }

  /** Starts the writer; `lines` collects its output. */
  function start(mode: 'write' | 'hold' | 'full-disk') {
    const child = spawn(process.execPath, [...BRIEF, '--import', 'tsx', writer, folder, mode], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    children.push(child);
    const lines: string[] = [];
    let errors = '';
    const waiting: { count: number; resolve: () => void }[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      for (const { count, resolve } of waiting) if (lines.length >= count) resolve();
    });
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    return {
      child,
      lines,
      ended,
      errors: () => errors,
      atLeast: (count: number) =>
        new Promise<void>((resolve, reject) => {
          if (lines.length >= count) resolve();
          waiting.push({ count, resolve });
          void ended.then(() => reject(new Error(`ended early: ${errors}`)));
        }),
    };
  }

  test('R1: kill -9 loses no acknowledged write, and the directory opens again', async () => {
    useTemplate();
    const acknowledged: string[] = [];
    for (const more of [40, 25]) {
      const run = start('write');
      await run.atLeast(more);
      run.child.kill('SIGKILL');
      await run.ended;
      acknowledged.push(...run.lines.slice(1));
    }
    const db = createDatabase(await durableDriver(path.join(folder, 'db'), broken), quiet);
    const found = new Set((await db.sql.select({ slug: brands.slug }).from(brands)).map(({ slug }) => slug));
    await db.close();
    expect(acknowledged.length).toBeGreaterThan(50);
    expect(acknowledged.filter((slug) => !found.has(slug))).toEqual([]);
  });

  test('R33: a commit on a full disk ends the process immediately, and nothing is lost', async () => {
    useTemplate();
    const run = start('full-disk');
    await expect(run.ended).resolves.toBe(1);
    expect(run.lines).toEqual(['open', 'before']);
    expect(run.errors()).toContain('the embedded database failed, e.g. on a full disk. Start the shop again');
    const db = createDatabase(await durableDriver(path.join(folder, 'db'), broken), quiet);
    const found = (await db.sql.select({ slug: brands.slug }).from(brands)).map(({ slug }) => slug);
    await db.close();
    expect(found).toContain('before');
    expect(found).not.toContain('never');
  });

  test('R33: a file that a full disk rejected is created once there is space', async () => {
    useTemplate();
    const driver = await durableDriver(path.join(folder, 'db'), broken);
    await driver.run('create table goods (id integer)');
    await driver.run('insert into goods select generate_series(1, 1000)');
    const makeRoom = refuseNew(BESIDE_A_TABLE);
    const failure = await driver
      .run('vacuum goods')
      .then(
        () => null,
        (error: unknown) => error,
      )
      .finally(makeRoom);
    expect(databaseCode(failure)).toBe(DISK_FULL);
    await driver.run('vacuum goods');
    const { rows } = (await driver.sql.execute(sql`select 1 from goods`)) as unknown as { rows: unknown[] };
    expect(rows).toHaveLength(1000);
    await driver.close();
  });

  test('R18: a second process is rejected within 2 s with a clear message, and the first continues', async () => {
    useTemplate();
    const first = start('hold');
    await first.atLeast(1);
    const asked = performance.now();
    await expect(durableDriver(path.join(folder, 'db'), broken)).rejects.toThrow(
      /is used by another process. Stop it first, or set DATA_DIR/,
    );
    expect(performance.now() - asked).toBeLessThan(2_000);
    const second = start('hold');
    await expect(second.ended).resolves.toBe(1);
    expect(second.errors()).toContain('is used by another process');
    expect(first.child.exitCode).toBeNull();
    first.child.kill('SIGKILL');
    await first.ended;
    const db = createDatabase(await durableDriver(path.join(folder, 'db'), broken), quiet);
    await migrate(db);
    await db.close();
  });

  test('providers 2.7: every commit reaches the disk, and a start without the hook is rejected', async () => {
    const startParams = [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      '-c',
      'fsync=on',
      '-c',
      'wal_sync_method=fsync',
    ];
    const files = new SyncedFiles(path.join(folder, 'plain'));
    const client = await PGlite.create({ fs: files, startParams });
    await expect(assertDurable(client, () => 0)).rejects.toThrow('does not sync its commits');
    const { syncs } = files;
    await assertDurable(client, syncs);
    const before = syncs();
    for (let number = 0; number < 10; number += 1)
      await client.query('insert into durability_probe values ($1, null)', [number + 10]);
    expect(syncs() - before).toBeGreaterThanOrEqual(10);
    await client.close();
  });

  test('providers 2.7: an unfinished directory is created again', async () => {
    fs.mkdirSync(path.join(folder, 'db.new'));
    fs.writeFileSync(path.join(folder, 'db.new', 'PG_VERSION'), 'half');
    const db = createDatabase(await durableDriver(path.join(folder, 'db'), broken), quiet);
    await migrate(db);
    await db.close();
    expect(fs.existsSync(path.join(folder, 'db.new'))).toBe(false);
  });
});
