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

/** How long the code wanted to wait, ms; nothing here waits so long. */
const waits: number[] = [];
const ENDLESS = 1_000;

let folder: string;
beforeEach(() => {
  waits.length = 0;
  // Modules that are loaded already see it, too: the files of a process share them.
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

describe('what an error of the database says', () => {
  const within = (depth: number, inside: Error): Error =>
    depth === 0 ? inside : new Error('wrapped', { cause: within(depth - 1, inside) });
  const coded = (code: unknown) => Object.assign(new Error('inner'), { code });

  test('its code, through four layers and no more, where it is one', () => {
    expect(databaseCode(within(4, coded('23505')))).toBe('23505');
    expect(databaseCode(within(5, coded('23505')))).toBeNull();
    expect(databaseCode(coded('ECONNRESET'))).toBe('ECONNRESET');
    for (const none of [coded(23_505), coded('abc'), coded('235051'), 'text', null])
      expect(databaseCode(none)).toBeNull();
  });

  test('R16: whether it could be reached, was too slow, or has no room', () => {
    const rows = [coded('57P01'), coded('08006'), coded('53100'), coded('57014'), coded('23505'), new Error('x')];
    expect(rows.map(isConnectionLoss)).toEqual([true, true, false, false, false, false]);
    expect(rows.map(isTimeout)).toEqual([false, false, false, true, false, false]);
    expect(rows.map(isUnavailable)).toEqual([true, true, true, true, false, false]);
    const ended = new Error('Connection terminated unexpectedly');
    expect([isConnectionLoss(within(4, ended)), isConnectionLoss(within(5, ended))]).toEqual([true, false]);
    expect(isTimeout(new Error('timeout exceeded when trying to connect'))).toBe(true);
  });
});

describe('F2: an engine that breaks down', () => {
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

  test('is told once and not called any further; an error of a statement goes its way', () => {
    const abort = new Error('abort');
    expect(brokenBy(abort)).toEqual({ told: [abort], passed: null });
    expect(brokenBy(null)).toEqual({ told: [null], passed: null });
    const statement = { status: 100 };
    expect(brokenBy(statement)).toEqual({ told: [], passed: statement });
  });

  test('that is another one inside is refused at the start', () => {
    expect(() => hookAbort({}, () => process.exit(1))).toThrow('PGlite has changed inside');
  });
});

test('A34: an id is a UUIDv4 in form, and for ever the same', () => {
  for (let at = 0; at < 64; at += 1)
    expect(toStableId('kind', String(at))).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect([toStableId('product', 'a'), toStableId('brand', 'a')]).toEqual([
    'b4460669-3c39-4dc9-a51c-349f5b37d03d',
    'f38be7af-bd83-498d-9082-736bdd9b13e8',
  ]);
});

describe('the lock of a data directory, where the system has no sockets without files', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  beforeEach(() => void Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' }));
  afterEach(() => void Object.defineProperty(process, 'platform', platform));
  const file = () => path.join(folder, 'duka.pid');

  test('R18: a file with the number of its process, which goes with it', async () => {
    const release = await lockDirectory(folder);
    expect(fs.readFileSync(file(), 'utf8')).toBe(String(process.pid));
    await release();
    expect(fs.existsSync(file())).toBe(false);
    await release();
  });

  test('R18: another process that lives has it; one that is gone, or this one before, has not', async () => {
    fs.writeFileSync(file(), String(process.ppid));
    await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUseError);
    for (const gone of [String(process.pid), '0', '-1', '2147483647', 'x']) {
      fs.writeFileSync(file(), gone);
      const release = await lockDirectory(folder);
      expect(fs.readFileSync(file(), 'utf8')).toBe(String(process.pid));
      await release();
    }
  });

  test('R18: one that goes at the same moment hinders nothing', async () => {
    fs.writeFileSync(file(), '0');
    vi.spyOn(fs, 'readFileSync').mockImplementationOnce(() => {
      fs.rmSync(file());
      return '0';
    });
    await (
      await lockDirectory(folder)
    )();
  });

  test('R18: what hinders it otherwise is said as it is', async () => {
    vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    });
    await expect(lockDirectory(folder)).rejects.toThrow('read-only');
  });
});

test('R18: a data directory is one shop’s until it is given back', async () => {
  const release = await lockDirectory(folder);
  await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUseError);
  await release();
  await (
    await lockDirectory(folder)
  )();
});

describe('files', () => {
  test('why a shop is closed is the sentence alone', () => {
    closeShop(folder, 'It moved away.');
    expect(readClosingReason(folder)).toBe('It moved away.');
    reopenShop(folder);
    expect(readClosingReason(folder)).toBeNull();
  });

  test('R20: all that is below a folder is synced, each file and folder once, and no link', () => {
    fs.mkdirSync(path.join(folder, 'a', 'b'), { recursive: true });
    for (const name of ['one', 'a/two', 'a/b/three']) fs.writeFileSync(path.join(folder, name), '');
    fs.symlinkSync('/nowhere', path.join(folder, 'link'));
    const synced = vi.spyOn(fs, 'fsyncSync');
    syncTree(folder);
    expect(synced).toHaveBeenCalledTimes(6);
  });

  test('X54: the room is whole megabytes, and a look is taken every five seconds until there are 64', async () => {
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

test('what nobody sees is no part of a word', () => {
  expect(splitWords('kett\u200ble Lamp')).toEqual(['kettle', 'lamp']);
});

test('statements are built once for each handle and shape', () => {
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

  test('decision 0033: a pooler that drops the settings is named, any other refusal stays as it is', async () => {
    await expect(assertSessions(failing('unsupported startup parameter: options'), false)).rejects.toThrow(
      UnsetSessionError,
    );
    await expect(assertSessions(failing('protocol violation'), false)).rejects.toThrow('protocol violation');
    await expect(assertSessions(showing({ statement_timeout: '0' }), false)).rejects.toThrow('DATABASE_POOLER=on');
    await assertSessions(showing({ statement_timeout: '7200' }), false);
  });

  test('decision 0033: behind a pooler the role needs each setting that it lacks', async () => {
    const { timezone: _, ...others } = SESSION;
    await assertSessions(showing(SESSION), true);
    await expect(assertSessions(showing({ ...others, role: 'duka2' }), true)).rejects.toThrow(
      'the role needs them, "alter role duka2 set timezone = \'UTC\';", and then',
    );
  });
});

describe('a transaction that is tried again', () => {
  test('waits at random, twice as long each time and half a second at most', async () => {
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

  test('R18: each step runs once and is told, whoever starts at the same time', async () => {
    const migrations = migration(note('one'), note('two'));
    const told: string[] = [];
    const onStep = (done: number, total: number) => told.push(`${done} of ${total}`);
    await Promise.all([migrate(db, { migrations, onStep }), migrate(db, { migrations }), migrate(db, { migrations })]);
    await migrate(db, { migrations, onStep });
    expect(await notes()).toEqual(['one', 'two']);
    // The other two may have done it.
    expect([[], ['1 of 2', '2 of 2']]).toContainEqual(told);
    expect(await leases()).toEqual([]);
  });

  test('R18: a step holds the lease for half a minute', async () => {
    const seen = 'insert into notes select extract(epoch from until) * 1000 from schema_lease';
    await migrate(at(NOW), { migrations: migration(seen) });
    expect((await notes()).map(Number)).toEqual([NOW + 30_000]);
    expect(await leases()).toEqual([]);
  });

  test('R18: a step that fails is not noted, and its lease is given back', async () => {
    const migrations = migration(note('one'), 'select 1 / 0', note('three'));
    await expect(migrate(db, { migrations })).rejects.toThrow();
    expect([await notes(), await leases()]).toEqual([['one'], []]);
    await expect(migrate(db, { migrations })).rejects.toThrow();
    expect(await notes()).toEqual(['one']);
  });

  test('R18: waits while another process has the lease, to its last moment', async () => {
    const other = randomUUID();
    await lend(other, NOW);
    await migrate(at(NOW - 1, NOW, NOW + 1), { migrations: migration(note('late')) });
    expect([waits, await notes(), await leases()]).toEqual([[200, 200], ['late'], []]);
  });

  test('R18: tables of its own that another process makes at the same moment are made once more, no other failure is', async () => {
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

  test('R18: does not wait where nothing is to be done, and gives back no lease but its own', async () => {
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

describe('fillings', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await createTestApp();
  });
  afterAll(() => shop.close());

  test('H19: one that lacks what it needs is asked again, and others stay noted', async () => {
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
