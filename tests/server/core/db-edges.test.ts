// @engine postgres
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import timers from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryRows } from '../../../server/backup/tables.ts';
import { closeShop, readClosingReason, reopenShop } from '../../../server/db/closed.ts';
import { createDatabase, type Database, type Driver, type Sql } from '../../../server/db/client.ts';
import { databaseCode, isConnectionLoss, isTimeout, isUnavailable } from '../../../server/db/errors.ts';
import { seed, type Seed } from '../../../server/db/seed.ts';
import { toStableId } from '../../../server/db/ids.ts';
import { DirectoryInUseError, lockDirectory } from '../../../server/db/lock.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { hookAbort } from '../../../server/db/pglite.ts';
import { getFreeSpace, waitForRoom } from '../../../server/db/disk-space.ts';
import { fillings as filled } from '../../../server/db/schema.ts';
import { assertSessions, SESSION, UnsetSessionError } from '../../../server/db/sessions.ts';
import { perHandle, perShape } from '../../../server/db/statements.ts';
import { syncTree } from '../../../server/db/sync.ts';
import { splitWords } from '../../../server/db/words.rules.ts';
import { createTestApp, createTestDatabase, type TestApp } from '../../support/server.ts';

/** The requested delays in ms. The tests skip them. */
const waits: number[] = [];
const ENDLESS = 1_000;

let folder: string;
beforeEach(() => {
  waits.length = 0;
  // Also replaces the function in modules that are already loaded, because test files of a process share them.
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => {
    waits.push(ms ?? 0);
    if (waits.length > ENDLESS) throw new Error('it waits for ever');
    await new Promise((resolve) => setImmediate(resolve));
    return undefined as never;
  });
  syncBuiltinESMExports();
  folder = fs.mkdtempSync(path.join(tmpdir(), 'duka-db-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('errors of the database', () => {
  const within = (depth: number, inside: Error): Error =>
    depth === 0 ? inside : new Error('wrapped', { cause: within(depth - 1, inside) });
  const coded = (code: unknown) => Object.assign(new Error('inner'), { code });

  test('finds a code in up to four nested causes, and only valid codes', () => {
    expect(databaseCode(within(4, coded('23505')))).toBe('23505');
    expect(databaseCode(within(5, coded('23505')))).toBeNull();
    expect(databaseCode(coded('ECONNRESET'))).toBe('ECONNRESET');
    for (const none of [coded(23_505), coded('abc'), coded('235051'), 'text', null])
      expect(databaseCode(none)).toBeNull();
  });

  test('R16: distinguishes a lost connection, a timeout and a full disk', () => {
    const rows = [coded('57P01'), coded('08006'), coded('53100'), coded('57014'), coded('23505'), new Error('x')];
    expect(rows.map(isConnectionLoss)).toEqual([true, true, false, false, false, false]);
    expect(rows.map(isTimeout)).toEqual([false, false, false, true, false, false]);
    expect(rows.map(isUnavailable)).toEqual([true, true, true, true, false, false]);
    const ended = new Error('Connection terminated unexpectedly');
    expect([isConnectionLoss(within(4, ended)), isConnectionLoss(within(5, ended))]).toEqual([true, false]);
    expect(isTimeout(new Error('timeout exceeded when trying to connect'))).toBe(true);
  });
});

describe('F2: an engine that crashes', () => {
  const brokenBy = (thrown: unknown) => {
    const told: unknown[] = [];
    const engine = {
      _PostgresMainLoopOnce() {
        throw thrown;
      },
    };
    hookAbort(engine, ((error: unknown) => void told.push(error)) as never);
    let passed: unknown = null;
    try {
      engine._PostgresMainLoopOnce();
    } catch (error) {
      passed = error;
    }
    return { told, passed };
  };

  test('is reported once and not called again; an error of a statement passes through', () => {
    const abort = new Error('abort');
    expect(brokenBy(abort)).toEqual({ told: [abort], passed: null });
    expect(brokenBy(null)).toEqual({ told: [null], passed: null });
    const statement = { status: 100 };
    expect(brokenBy(statement)).toEqual({ told: [], passed: statement });
  });

  test('refuses to start when the internals of PGlite have changed', () => {
    expect(() => hookAbort({}, () => process.exit(1))).toThrow('PGlite has changed inside');
  });
});

test('A34: an id has the form of a UUIDv4 and never changes', () => {
  for (let at = 0; at < 64; at += 1)
    expect(toStableId('kind', String(at))).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect([toStableId('product', 'a'), toStableId('brand', 'a')]).toEqual([
    'b4460669-3c39-4dc9-a51c-349f5b37d03d',
    'f38be7af-bd83-498d-9082-736bdd9b13e8',
  ]);
});

test.runIf(process.platform === 'linux')('R18: the lock of a data directory keeps no process running', async () => {
  const busy = () => process.getActiveResourcesInfo().filter((kind) => kind === 'PipeWrap').length;
  const before = busy();
  const release = await lockDirectory(folder);
  expect(busy()).toBe(before);
  await release();
});

describe('the lock of a data directory on systems without abstract sockets', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  beforeEach(() => void Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' }));
  afterEach(() => void Object.defineProperty(process, 'platform', platform));
  const file = () => path.join(folder, 'duka.pid');

  test('R18: writes a file with the process id and deletes it on release', async () => {
    const release = await lockDirectory(folder);
    expect(fs.readFileSync(file(), 'utf8')).toBe(String(process.pid));
    await release();
    expect(fs.existsSync(file())).toBe(false);
    await release();
  });

  test('R18: is held by a live process, and not by a dead one or an earlier one with the same id', async () => {
    fs.writeFileSync(file(), String(process.ppid));
    await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUseError);
    for (const gone of [String(process.pid), '0', '-1', '2147483647', 'x']) {
      fs.writeFileSync(file(), gone);
      const release = await lockDirectory(folder);
      expect(fs.readFileSync(file(), 'utf8')).toBe(String(process.pid));
      await release();
    }
  });

  test('R18: ignores a lock file that disappears meanwhile', async () => {
    fs.writeFileSync(file(), '0');
    vi.spyOn(fs, 'readFileSync').mockImplementationOnce(() => {
      fs.rmSync(file());
      return '0';
    });
    await (
      await lockDirectory(folder)
    )();
  });

  test('R18: passes other errors through', async () => {
    vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    });
    await expect(lockDirectory(folder)).rejects.toThrow('read-only');
  });
});

test('R18: a data directory belongs to one shop until it is released', async () => {
  const release = await lockDirectory(folder);
  await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUseError);
  await release();
  await (
    await lockDirectory(folder)
  )();
});

describe('files', () => {
  test('the reason for a closed shop is stored as plain text', () => {
    closeShop(folder, 'It moved away.');
    expect(readClosingReason(folder)).toBe('It moved away.');
    reopenShop(folder);
    expect(readClosingReason(folder)).toBeNull();
  });

  test('R20: syncs every file and folder below a folder once, and no symbolic link', () => {
    fs.mkdirSync(path.join(folder, 'a', 'b'), { recursive: true });
    for (const name of ['one', 'a/two', 'a/b/three']) fs.writeFileSync(path.join(folder, name), '');
    fs.symlinkSync('/nowhere', path.join(folder, 'link'));
    const synced = vi.spyOn(fs, 'fsyncSync');
    syncTree(folder);
    expect(synced).toHaveBeenCalledTimes(6);
  });

  test('X54: reports free space in whole megabytes and checks it every five seconds until there are 64', async () => {
    const look = vi.spyOn(fs, 'statfsSync');
    const with_ = (megabytes: number) => ({ bavail: megabytes * 4, bsize: 256 * 1024 }) as never;
    look.mockReturnValue(with_(4.75));
    expect(getFreeSpace(folder)).toBe(4);
    look.mockReturnValueOnce(with_(63.75)).mockReturnValue(with_(64));
    const told: number[] = [];
    await waitForRoom(folder, { onWait: (room) => told.push(room) });
    expect([told, waits]).toEqual([[63], [5_000]]);
    look.mockImplementation(() => {
      throw new Error('not told');
    });
    expect(getFreeSpace(folder)).toBe(Number.POSITIVE_INFINITY);
  });
});

test('a word contains no invisible characters', () => {
  expect(splitWords('kett\u200ble Lamp')).toEqual(['kettle', 'lamp']);
});

test('builds statements once per handle and shape', () => {
  const built = vi.fn(() => ({}));
  const of = perHandle(built);
  const shaped = perShape((_db, shape: number) => ({ shape }));
  const [one, other] = [{} as Sql, {} as Sql];
  expect([of(one) === of(one), of(one) === of(other), built.mock.calls.length]).toEqual([true, false, 2]);
  expect([shaped(one, 1) === shaped(one, 1), shaped(one, 1) === shaped(one, 2)]).toEqual([true, false]);
  expect(shaped(other, 3)).toEqual({ shape: 3 });
});

describe('sessions', () => {
  const failing = (message: string) =>
    ({ execute: () => Promise.reject(Object.assign(new Error(message), { code: '08P01' })) }) as unknown as Sql;
  const showing = (settings: Readonly<Record<string, string>>) =>
    ({
      execute: async () => ({ rows: Object.entries(settings).map(([name, setting]) => ({ name, setting })) }),
    }) as unknown as Sql;

  test('decision 0033: names a pooler that drops the settings, and passes other refusals through', async () => {
    await expect(assertSessions(failing('unsupported startup parameter: options'), false)).rejects.toThrow(
      UnsetSessionError,
    );
    await expect(assertSessions(failing('protocol violation'), false)).rejects.toThrow('protocol violation');
    await expect(assertSessions(showing({ statement_timeout: '0' }), false)).rejects.toThrow('DATABASE_POOLER=on');
    await assertSessions(showing({ statement_timeout: '7200' }), false);
  });

  test('decision 0033: names each setting that the role lacks behind a pooler', async () => {
    const { timezone: _, ...others } = SESSION;
    await assertSessions(showing(SESSION), true);
    await expect(assertSessions(showing({ ...others, role: 'duka2' }), true)).rejects.toThrow(
      'the role needs them, "alter role duka2 set timezone = \'UTC\';", and then',
    );
  });
});

describe('a transaction that is retried', () => {
  test('waits a random time that doubles with each try, up to half a second', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const unused = async () => undefined;
    const driver: Driver = {
      kind: 'postgres',
      sql: {} as Sql,
      transaction: () => Promise.reject(Object.assign(new Error('race'), { code: '40001' })),
      run: unused,
      now: async () => 0,
      close: unused,
    };
    const db = createDatabase(driver, { reportMs: 10_000, abortMs: 10_000, report: () => undefined });
    await expect(db.tx(async () => 0)).rejects.toThrow('race');
    expect(waits).toEqual([20, 40, 80, 160, 320, 500, 500, 500, 500]);
  });
});

describe('migrations', () => {
  let db: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ db, drop } = await createTestDatabase());
    await db.run('create table if not exists notes (text text)');
  });
  afterAll(async () => {
    await db.run('drop table notes');
    await db.run("delete from schema_steps where id like 'test-%'");
    await drop();
  });
  beforeEach(() => db.run('delete from notes; delete from schema_lease'));

  const NOW = 1_800_000_000_000;
  const at = (...times: readonly number[]): Database => {
    const left = [...times];
    return { ...db, now: async () => (left.length > 1 ? (left.shift() ?? 0) : (left[0] ?? 0)) };
  };
  const notes = async () =>
    (await queryRows<{ text: string }>(db.sql, sql`select text from notes`)).map(({ text }) => text);
  const leases = () => queryRows(db.sql, sql`select holder from schema_lease`);
  const migration = (...steps: readonly string[]) => [{ name: `test-${randomUUID()}`, steps }];
  const note = (text: string) => `insert into notes values ('${text}')`;
  const lend = (holder: string, until: number) =>
    db.run(`insert into schema_lease values (1, '${holder}', to_timestamp(${until / 1_000}))`);

  test('R18: runs and reports each step once when several processes start', async () => {
    const migrations = migration(note('one'), note('two'));
    const told: string[] = [];
    const onStep = (done: number, total: number) => told.push(`${done} of ${total}`);
    await Promise.all([migrate(db, { migrations, onStep }), migrate(db, { migrations }), migrate(db, { migrations })]);
    await migrate(db, { migrations, onStep });
    expect(await notes()).toEqual(['one', 'two']);
    // The other two processes may have run the steps.
    expect([[], ['1 of 2', '2 of 2']]).toContainEqual(told);
    expect(await leases()).toEqual([]);
  });

  test('R18: a step holds the lease for half a minute', async () => {
    const seen = 'insert into notes select extract(epoch from until) * 1000 from schema_lease';
    await migrate(at(NOW), { migrations: migration(seen) });
    expect((await notes()).map(Number)).toEqual([NOW + 30_000]);
    expect(await leases()).toEqual([]);
  });

  test('R18: does not record a failed step, and releases its lease', async () => {
    const migrations = migration(note('one'), 'select 1 / 0', note('three'));
    await expect(migrate(db, { migrations })).rejects.toThrow();
    expect([await notes(), await leases()]).toEqual([['one'], []]);
    await expect(migrate(db, { migrations })).rejects.toThrow();
    expect(await notes()).toEqual(['one']);
  });

  test('R18: waits until the lease of another process ends', async () => {
    const other = randomUUID();
    await lend(other, NOW);
    await migrate(at(NOW - 1, NOW, NOW + 1), { migrations: migration(note('late')) });
    expect([waits, await notes(), await leases()]).toEqual([[200, 200], ['late'], []]);
  });

  test('R18: retries only when another process creates the same bookkeeping tables meanwhile', async () => {
    const failing = (code: string) => {
      const run = vi.fn(db.run).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
      return { run, done: migrate({ ...db, run }, { migrations: [] }) };
    };
    for (const code of ['23505', '42P07']) {
      const { run, done } = failing(code);
      await done;
      expect(run.mock.calls[1]).toEqual(run.mock.calls[0]);
      expect(run).toHaveBeenCalledTimes(3);
    }
    await expect(failing('42501').done).rejects.toThrow('42501');
  });

  test('R18: does not wait when nothing is left to do, and releases only its own lease', async () => {
    const other = randomUUID();
    const taken = `update schema_lease set holder = '${other}', until = to_timestamp(${(NOW + 9_000) / 1_000})`;
    const migrations = migration(note('one'), taken);
    await migrate(at(NOW), { migrations });
    expect(await leases()).toMatchObject([{ holder: other }]);
    await migrate(at(NOW), { migrations });
    expect(waits).toEqual([]);
    await db.run('delete from schema_lease');
  });
});

describe('seeds', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await createTestApp();
  });
  afterAll(() => shop.close());

  test('H19: a seed that lacks its input runs again, and the others stay recorded', async () => {
    const runs: string[] = [];
    const filling = (name: string, isDone: boolean): Seed => ({
      name,
      run: async () => {
        runs.push(name);
        return isDone;
      },
    });
    const all = [filling('0001', true), filling('0002', false), filling('0003', true)];
    await seed(shop.deps, all);
    const transactions = vi.spyOn(shop.db, 'tx');
    await seed({ ...shop.deps, db: shop.db }, all);
    expect(transactions).toHaveBeenCalledTimes(1);
    expect(runs).toEqual(['0001', '0002', '0003', '0002']);
    const noted = await shop.db.sql.select().from(filled);
    expect(noted.map(({ name }) => name).sort()).toEqual(['0001', '0003']);
  });
});
