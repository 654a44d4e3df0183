/**
 * A separate process that opens the data directory and writes brands until it is killed, printing what is acknowledged,
 * or until the disk is full.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { brands } from '../../../server/db/schema.ts';
import { readEnv } from '../../../server/env/env.ts';
import { noRoom } from '../../support/no-room.ts';

const [dataDir = '', mode = 'write'] = process.argv.slice(2);
const db = await openDatabase(readEnv({ DATA_DIR: dataDir }), { warn: console.error, fatal: console.error });
await migrate(db);
process.stdout.write('open\n');

const write = async (slug: string) => {
  await db.tx(async (sql) => {
    await sql.insert(brands).values({ id: randomUUID(), name: slug, slug });
  });
  process.stdout.write(`${slug}\n`);
};

switch (mode) {
  case 'hold':
    process.stdin.resume();
    break;
  case 'full-disk': {
    await write('before');
    fs.writeSync = noRoom;
    syncBuiltinESMExports();
    await write('never').finally(() => process.stdout.write('survived\n'));
    break;
  }
  default:
    for (let number = 0; ; number += 1) await write(`${process.pid}-${number}`);
}
