import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseCode } from '../../../server/db/errors.ts';
import { durableDriver } from '../../../server/db/pglite.ts';

const broken = (error: unknown): never => {
  throw new Error('the database broke down', { cause: error });
};
/** Where a table's free space and its visibility are kept: the first vacuum makes both. */
const BESIDE_A_TABLE = /_(?:fsm|vm)$/;
const DISK_FULL = '53100';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-full-disk-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The disk has no room for new files whose name matches. */
function refuseNew(name: RegExp) {
  const write = fs.writeFileSync;
  vi.spyOn(fs, 'writeFileSync').mockImplementation((...args) => {
    if (name.test(String(args[0])))
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });
    write(...args);
  });
  syncBuiltinESMExports();
}

test('R33: a file that a full disk refused is made once there is room', async () => {
  const driver = await durableDriver(path.join(folder, 'db'), broken);
  await driver.run('create table goods (id integer)');
  await driver.run('insert into goods select generate_series(1, 1000)');
  refuseNew(BESIDE_A_TABLE);
  const failure = await driver.run('vacuum goods').then(
    () => null,
    (error: unknown) => error,
  );
  expect(databaseCode(failure)).toBe(DISK_FULL);

  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await driver.run('vacuum goods');
  const { rows } = (await driver.sql.execute(sql`select 1 from goods`)) as unknown as { rows: unknown[] };
  expect(rows).toHaveLength(1000);
  await driver.close();
});
