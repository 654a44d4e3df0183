/**
 * A process of its own: opens the data directory and writes brands until it is killed, printing what is acknowledged.
 */
import { randomUUID } from 'node:crypto';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { brands } from '../../../server/db/schema.ts';
import { readEnv } from '../../../server/env.ts';

const [dataDir = '', mode = 'write'] = process.argv.slice(2);
const db = await openDatabase(readEnv({ DATA_DIR: dataDir }), { warn: console.error });
await migrate(db);
process.stdout.write('open\n');
if (mode === 'hold') {
  process.stdin.resume();
} else {
  for (let number = 0; ; number += 1) {
    const slug = `${process.pid}-${number}`;
    await db.tx(async (sql) => {
      await sql.insert(brands).values({ id: randomUUID(), name: slug, slug });
    });
    process.stdout.write(`${slug}\n`);
  }
}
