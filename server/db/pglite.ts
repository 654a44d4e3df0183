import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { plainQueryGuard, transactionGuard } from './client.ts';
import type { Driver } from './client.ts';
import { assertNotClosed } from './closed.ts';
import { lockDirectory } from './lock.ts';
import { makePrivate, makeTreePrivate } from './private-files.ts';
import { createEngineQueue } from './engine-queue.ts';
import { EngineConnection } from './pglite-connection.ts';
import { syncPath, syncTree } from './sync.ts';
import { getTemplateFolder } from './template.ts';

/** The part of PGlite's file system that is accessible in the pinned version 0.5.17. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
  node_ops: {
    mknod: (parent: unknown, name: string, mode: number, device: number) => unknown;
    setattr: (node: unknown, changed: { mode?: number }) => unknown;
  };
  realPath(node: unknown): string;
}

/** The engine's table of file names. */
interface NameTable {
  lookupNode(parent: unknown, name: string): unknown;
  destroyNode(node: unknown): void;
}

interface EmbeddedDriver extends Driver {
  /** Runs `work` while all statements wait. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** The engine throws this after a failed statement, and continues with the next one. */
const LONG_JUMP = 100;

/** Waiting tasks. A shopper waits 10 s, which is enough for some thousand reads. */
const WAITING = { reads: 1_000, others: 2_000 } as const;
const NOW = 'select extract(epoch from clock_timestamp()) * 1000 as ms';

const MEMORY = ['-c', 'shared_buffers=16MB'];
/** PGlite starts with -F, which means `fsync=off`. Later options override it. */
const DURABLE = [...PGlite.defaultStartParams, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync', ...MEMORY];

/** PGlite in memory for tests, from a dump of a migrated database. */
export async function memoryDriver(dump?: Blob): Promise<Driver> {
  const client = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, ...MEMORY],
    ...(dump && { loadDataDir: dump }),
  });
  return createDriver(client, async () => undefined);
}

/** Returns an empty PGlite in memory, and a function that dumps its content for `memoryDriver`. */
export async function memoryDump(): Promise<{ driver: Driver; dump: () => Promise<Uint8Array> }> {
  const client = await PGlite.create({ startParams: [...PGlite.defaultStartParams, ...MEMORY] });
  return {
    driver: createDriver(client, async () => undefined),
    dump: async () => new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer()),
  };
}

/**
 * PGlite in `directory`, made durable (providers 2.7): exclusive lock, real fsync, and a check at start that a commit
 * reaches the disk. Throws `DirectoryInUseError`, or `Error` when the check fails. Calls `onBroken` when the database
 * cannot continue, e.g. after a checkpoint on a full disk. `onBroken` must not return, because only a new process may
 * open the files again. A new directory is a copy of `template` if that exists.
 */
export async function durableDriver(
  directory: string,
  onBroken: (error: unknown) => never,
  template: string = getTemplateFolder(),
): Promise<Driver> {
  fs.mkdirSync(path.dirname(directory), { recursive: true });
  const unlock = await lockDirectory(path.dirname(directory));
  try {
    assertNotClosed(path.dirname(directory));
    if (!fs.existsSync(directory)) await makeDirectory(directory, template);
    makeTreePrivate(directory);
    const files = new SyncedFiles(directory);
    const client = await PGlite.create({ fs: files, startParams: DURABLE });
    hookAbort(client.Module, onBroken);
    await assertDurable(client, () => files.syncs());
    const { alone, ...driver } = createDriver(client, unlock);
    return { ...driver, copyFiles: (target) => alone(() => copyFiles(client, directory, target)) };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * Copies the template or, without one, creates the files. Works in a temporary directory, syncs it and renames it, so
 * that an existing directory is complete even after a power failure.
 */
async function makeDirectory(directory: string, template: string): Promise<void> {
  const aside = `${directory}.new`;
  fs.rmSync(aside, { recursive: true, force: true });
  if (fs.existsSync(template)) {
    await copyTree(template, aside);
    syncTree(aside);
  } else await fillDirectory(aside, async () => undefined);
  fs.renameSync(aside, directory);
  syncPath(path.dirname(directory));
}

/** Replaces the database in `directory` with a new one that `work` fills. Everything is synced to disk afterwards. */
export async function fillDirectory(directory: string, work: (driver: Driver) => Promise<void>): Promise<void> {
  fs.rmSync(directory, { recursive: true, force: true });
  const client = await PGlite.create(directory, { startParams: DURABLE });
  try {
    await work(createDriver(client, async () => undefined));
  } finally {
    await client.close();
  }
  syncTree(directory);
}

/** Opens a copy made by `copyFiles` for reading. Nothing else uses it, so it need not be durable. */
export async function openCopy(directory: string): Promise<Driver> {
  return createDriver(
    await PGlite.create(directory, { startParams: [...PGlite.defaultStartParams, ...MEMORY] }),
    async () => undefined,
  );
}

/**
 * While the engine is idle, the files contain everything that was committed. Copies files in parallel, which takes half
 * the time and does not block the event loop.
 */
async function copyFiles(client: PGlite, directory: string, target: string): Promise<number> {
  await fs.promises.rm(target, { recursive: true, force: true });
  // Less remains to be recovered in the copy.
  await client.exec('checkpoint');
  const started = performance.now();
  await copyTree(directory, target);
  return performance.now() - started;
}

async function copyTree(from: string, to: string): Promise<void> {
  const entries = fs.readdirSync(from, { withFileTypes: true });
  fs.mkdirSync(to, { recursive: true, mode: 0o700 });
  await Promise.all(
    entries.map((entry) => {
      const [source, copy] = [path.join(from, entry.name), path.join(to, entry.name)];
      if (entry.isDirectory()) return copyTree(source, copy);
      // Takes no time when the file system shares blocks.
      return fs.promises.copyFile(source, copy, fs.constants.COPYFILE_FICLONE);
    }),
  );
}

/**
 * File system with fsync from the first statement on. Recovery after a crash writes a checkpoint. If it reached the
 * disk before its log, a second power failure would leave a database that never opens.
 */
export class SyncedFiles extends NodeFS {
  syncs: () => number = () => 0;

  override init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const hook = (module: object) => {
      this.syncs = hookFsync(module);
      hookCreation(module);
    };
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), hook] });
  }
}

/** Returns the parts of PGlite's module to patch. Throws when they are missing. */
function getFileSystem(module: object): { readonly files: NodeFileSystem; readonly names: NameTable } {
  const { NODEFS: files, FS: names } = module as { NODEFS?: NodeFileSystem; FS?: NameTable };
  const isWhole =
    files?.stream_ops !== undefined &&
    typeof files.realPath === 'function' &&
    typeof files.node_ops?.mknod === 'function' &&
    typeof files.node_ops.setattr === 'function' &&
    typeof names?.destroyNode === 'function';
  if (!isWhole) {
    throw new Error('PGlite has changed inside: its file system was not found, so commits would not be durable.');
  }
  return { files, names };
}

/** Adds the missing fsync to the file system of PGlite's module. Returns a function that counts the calls. */
function hookFsync(module: object): () => number {
  const { files } = getFileSystem(module);
  const seen = new Set<string>();
  let calls = 0;
  files.stream_ops.fsync = (stream) => {
    if (stream.nfd === undefined) return 0;
    fs.fdatasyncSync(stream.nfd);
    calls += 1;
    const file = files.realPath(stream.node);
    if (!seen.has(file)) {
      seen.add(file);
      // The first sync of a file also makes its name durable.
      syncPath(path.dirname(file));
    }
    return 0;
  };
  return () => calls;
}

/**
 * Makes the engine's files readable only by the owner. Also removes the name of a file that could not be created, e.g.
 * on a full disk, from the engine's table. Otherwise every later try would fail with "File exists" until the process
 * ends.
 */
function hookCreation(module: object): void {
  const { files, names } = getFileSystem(module);
  const { mknod, setattr } = files.node_ops;
  // The engine sets the mode of a new file again.
  files.node_ops.setattr = (node, changed) =>
    setattr(node, changed.mode === undefined ? changed : { ...changed, mode: changed.mode & ~0o077 });
  files.node_ops.mknod = (parent, name, mode, device) => {
    try {
      const node = mknod(parent, name, mode, device);
      // The engine makes every file world-readable.
      makePrivate(files.realPath(node));
      return node;
    } catch (error) {
      names.destroyNode(names.lookupNode(parent, name));
      throw error;
    }
  };
}

/**
 * Reports an abort of the engine. PGlite ignores it and calls the dead engine again. Then statements return without
 * having run, or the call never returns and blocks the process.
 */
export function hookAbort(module: object, onBroken: (error: unknown) => never): void {
  const engine = module as { _PostgresMainLoopOnce?: () => void };
  const once = engine._PostgresMainLoopOnce;
  if (once === undefined) throw new Error('PGlite has changed inside: its main loop was not found.');
  engine._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (error) {
      if ((error as { status?: unknown } | null)?.status === LONG_JUMP) throw error;
      onBroken(error);
    }
  };
}

/** Throws when a commit does not call fsync. */
export async function assertDurable(client: PGlite, syncs: () => number): Promise<void> {
  await client.exec('create table if not exists durability_probe (id integer primary key, at timestamptz)');
  const before = syncs();
  await client.query('insert into durability_probe values (1, $1) on conflict (id) do update set at = excluded.at', [
    new Date(performance.timeOrigin + performance.now()),
  ]);
  if (syncs() === before)
    throw new Error('The embedded database does not sync its commits to disk; refusing to start.');
}

function createDriver(client: PGlite, unlock: () => Promise<void>): EmbeddedDriver {
  const queue = createEngineQueue({ waiting: WAITING });
  const connection = new EngineConnection(client, queue);
  const inner = connection.transactionHandle(transactionGuard);
  return {
    kind: 'pglite',
    sql: connection.queuedHandle('others', plainQueryGuard),
    reads: connection.queuedHandle('reads', plainQueryGuard),
    alone: (work) => queue.run('others', work),
    transaction: (work) =>
      queue.run('others', async () => {
        await client.exec('begin');
        try {
          const result = await work(inner);
          const [ended] = await client.exec('commit');
          if (ended?.command === 'ROLLBACK') throw new Error('A statement of the transaction failed unnoticed.');
          return result;
        } catch (error) {
          await client.exec('rollback');
          throw error;
        } finally {
          connection.endTransaction();
        }
      }),
    async run(statement) {
      await queue.run('others', () => client.exec(statement));
    },
    async now() {
      const { rows } = await queue.run('others', () => client.query<{ ms: string }>(NOW));
      return Number(rows[0]?.ms);
    },
    async close() {
      await queue.run('others', () => client.close());
      await unlock();
    },
  };
}
