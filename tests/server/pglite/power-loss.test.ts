// @all
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../../server/db/client.ts';
import type { Database } from '../../../server/db/client.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { durableDriver } from '../../../server/db/pglite.ts';
import { orderLines, orders, productStock } from '../../../server/db/schema.ts';
import { size } from '../../support/size.ts';
import { fill, productId, quiet, sellingOn } from './selling.ts';
import { shadowDisk } from './shadow-disk.ts';
import type { ShadowDisk } from './shadow-disk.ts';

const CUTS = size(4, 50);
/**
 * Every fourth cut is during a start, which syncs some dozens of files; the others are during orders and checkpoints.
 */
const CUTS_A_START = 4;
const LATEST_SYNC = 60;
const BUYERS = 4;

async function open(directory: string): Promise<Database> {
  const driver = await durableDriver(directory, (error) => {
    throw new Error('the database broke down', { cause: error });
  });
  return createDatabase(driver, quiet);
}

/** Places orders and checkpoints until the power cut. Returns the orders that were acknowledged before it. */
async function sellUntilCut(db: Database, disk: ShadowDisk): Promise<readonly string[]> {
  const { place } = await sellingOn(db);
  const acknowledged: string[] = [];
  await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      while (!disk.isCut()) {
        const id = await place();
        if (!disk.isCut()) acknowledged.push(id);
        if (acknowledged.length % 5 === 0) await db.run('checkpoint');
      }
    }),
  );
  return acknowledged;
}

/** Returns which of these orders are missing. Throws when the stock does not match the orders. */
async function readMissing(db: Database, acknowledged: readonly string[]): Promise<readonly string[]> {
  const kept = await db.sql.select({ id: orders.id }).from(orders);
  const lines = await db.sql
    .select({ order: orderLines.orderId })
    .from(orderLines)
    .where(and(eq(orderLines.productId, productId), ne(orderLines.reservation, 'released')));
  const [stock] = await db.sql.select().from(productStock);
  expect([lines.length, stock?.reserved]).toEqual([kept.length, kept.length]);
  const ids = new Set(kept.map(({ id }) => id));
  return acknowledged.filter((id) => !ids.has(id));
}

describe('power cuts', () => {
  let folder: string;
  let template: string;
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-power-'));
    template = path.join(folder, 'template', 'db');
    const db = await open(template);
    await migrate(db);
    await fill(db);
    await db.close();
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  let lives = 0;
  /** Creates a new data directory from the files that survived on another disk, and deletes the previous one. */
  function restored(disk: ShadowDisk | null): string {
    lives += 1;
    const directory = path.join(folder, String(lives), 'db');
    if (disk === null) fs.cpSync(template, directory, { recursive: true });
    else disk.writeTo(directory);
    fs.rmSync(path.join(folder, String(lives - 1)), { recursive: true, force: true });
    return directory;
  }

  test(
    `R19: ${CUTS} power cuts during orders, starts and checkpoints lose no acknowledged order`,
    async () => {
      const acknowledged: string[] = [];
      let disk: ShadowDisk | null = null;
      let cutsUnderOrders = 0;
      for (let cut = 1; cut <= CUTS; cut += 1) {
        const directory = restored(disk);
        disk = shadowDisk(directory);
        if (cut % CUTS_A_START === 0) disk.cutAfter(randomInt(1, LATEST_SYNC));
        try {
          const db = await open(directory);
          expect(await readMissing(db, acknowledged), `cut ${cut - 1}`).toEqual([]);
          if (!disk.isCut()) {
            cutsUnderOrders += 1;
            disk.cutAfter(disk.syncs() + randomInt(1, LATEST_SYNC));
          }
          acknowledged.push(...(await sellUntilCut(db, disk)));
          await db.close();
        } finally {
          disk.release();
        }
      }
      const db = await open(restored(disk));
      expect(await readMissing(db, acknowledged)).toEqual([]);
      await db.close();
      expect(acknowledged.length).toBeGreaterThan(cutsUnderOrders);
      expect(cutsUnderOrders).toBeGreaterThan(CUTS / 2);
    },
    size(120_000, 900_000),
  );

  test('R19: the model detects a loss: on a disk that ignores syncs, acknowledged orders are missing', async () => {
    const directory = restored(null);
    const disk = shadowDisk(directory, { isDeaf: true });
    try {
      const db = await open(directory);
      const id = await (await sellingOn(db)).place();
      await db.close();
      const after = await open(restored(disk));
      expect(await readMissing(after, [id])).toEqual([id]);
      await after.close();
    } finally {
      disk.release();
    }
  });
});
