import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPostgres, startCluster } from '../../tests/support/postgres.ts';
import { origin, run } from './processes.ts';
import type { Running } from './processes.ts';

export interface CatalogueOptions {
  /** Numbers of products; the database is seeded up to each of them in turn. */
  readonly sizes: readonly number[];
  readonly databases: readonly ('postgres' | 'pglite')[];
  /** Duration of each load. */
  readonly seconds: number;
}

export type Settings = Readonly<Record<string, string>>;

export interface SeededDatabase {
  readonly settings: Settings;
  /** `null` for the embedded database. */
  readonly url: string | null;
  readonly size: number;
}

export const PORT = 3940;
const PG_PORT = 5598;
/** The embedded database is for small shops. */
const MOST_ON_PGLITE = 10_000;
const SETTINGS = { LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT: String(PORT) };

/** Runs `work` with each database at each size, and `done` once per database. */
export async function withCatalogues(
  { sizes, databases }: Pick<CatalogueOptions, 'sizes' | 'databases'>,
  work: (filled: SeededDatabase) => Promise<void>,
  done: () => void = () => undefined,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-catalogue-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  for (const database of databases) {
    const bin = database === 'postgres' ? findPostgres() : null;
    if (database === 'postgres' && bin === null) {
      console.log('PostgreSQL is skipped: initdb, pg_ctl and postgres are not installed.');
      continue;
    }
    const cluster = bin === null ? null : startCluster(bin, { durable: true, port: PG_PORT });
    process.once('exit', () => cluster?.stop());
    const url = cluster?.url('postgres') ?? null;
    const settings: Settings = {
      ...SETTINGS,
      DATA_DIR: path.join(folder, database),
      ...(url !== null && { DATABASE_URL: url }),
    };
    for (const size of sizes.filter((one) => url !== null || one <= MOST_ON_PGLITE)) {
      seedProducts(settings, size);
      console.log(`\n${url === null ? 'PGlite' : 'PostgreSQL'}, ${size.toLocaleString('en')} products`);
      await work({ settings, url, size });
    }
    done();
  }
}

/** In addition to the demo's own products. */
function seedProducts(settings: Settings, size: number): void {
  const seeded = spawnSync(process.execPath, ['--import', 'tsx', 'server/cli/seed.ts', '--products', String(size)], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
  if (seeded.status !== 0) throw new Error(seeded.stderr);
}

/** Runs the built shop. */
export async function withShop<Result>(settings: Settings, work: (shop: Running) => Promise<Result>): Promise<Result> {
  const shop = await run(
    process.execPath,
    ['dist/server/main.js'],
    { NODE_ENV: 'development', ...settings },
    `${origin(PORT)}/api/health`,
  );
  try {
    return await work(shop);
  } finally {
    await shop.stop();
  }
}
