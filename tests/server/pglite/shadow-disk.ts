import fs from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';

interface Entry {
  readonly id: string;
  readonly isFolder: boolean;
}

/**
 * The part of a folder that survives a power cut: synced contents, under the names that their folder had at its last
 * sync.
 */
export interface ShadowDisk {
  /** Number of syncs so far. */
  syncs(): number;
  /** Ignores all syncs after this number. */
  cutAfter(syncs: number): void;
  isCut(): boolean;
  /** Writes the surviving files into a new folder. */
  writeTo(target: string): void;
  /** Stops watching. */
  release(): void;
}

/**
 * Watches this process's syncs below `directory`, whose current content counts as synced. Contents are keyed by file
 * identity and not by name, so that a file that was renamed, or deleted and created again, appears under the name that
 * its folder had at its last sync. With `isDeaf` syncs have no effect, as with a database that makes none.
 */
export function shadowDisk(directory: string, { isDeaf = false }: { isDeaf?: boolean } = {}): ShadowDisk {
  const contents = new Map<string, Buffer>();
  const folders = new Map<string, ReadonlyMap<string, Entry>>();
  const paths = new Map<number, string>();
  let count = 0;
  let last = Number.POSITIVE_INFINITY;

  function keepFolder(folder: string): void {
    const entries = fs.readdirSync(folder).map((name) => {
      const stat = fs.statSync(path.join(folder, name), { bigint: true });
      return [name, { id: getId(stat), isFolder: stat.isDirectory() }] as const;
    });
    folders.set(path.relative(directory, folder), new Map(entries));
  }

  function keepFile(fd: number): void {
    const stat = fs.fstatSync(fd, { bigint: true });
    const id = getId(stat);
    const size = Number(stat.size);
    const known = contents.get(id);
    const bytes = known?.length === size ? known : Buffer.alloc(size);
    for (let at = 0; at < size;) {
      const read = fs.readSync(fd, bytes, at, size - at, at);
      if (read === 0) throw new Error('a file became shorter while it was read');
      at += read;
    }
    contents.set(id, bytes);
  }

  function keepTree(folder: string): void {
    keepFolder(folder);
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const child = path.join(folder, entry.name);
      if (entry.isDirectory()) keepTree(child);
      else {
        const fd = fs.openSync(child, 'r');
        keepFile(fd);
        fs.closeSync(fd);
      }
    }
  }

  function keep(fd: number): void {
    if (isDeaf || count >= last) return;
    if (!fs.fstatSync(fd).isDirectory()) keepFile(fd);
    else {
      const folder = paths.get(fd);
      if (folder === undefined || path.relative(directory, folder).startsWith('..')) return;
      keepFolder(folder);
    }
    count += 1;
  }

  function write(folder: string, target: string): void {
    fs.mkdirSync(target, { recursive: true, mode: 0o700 });
    for (const [name, { id, isFolder }] of folders.get(folder) ?? []) {
      if (isFolder) write(path.join(folder, name), path.join(target, name));
      else fs.writeFileSync(path.join(target, name), contents.get(id) ?? '', { mode: 0o600 });
    }
  }

  keepTree(directory);
  const { openSync, fsyncSync, fdatasyncSync } = fs;
  const spies = [
    vi.spyOn(fs, 'openSync').mockImplementation((file, ...more) => {
      const fd = openSync(file, ...more);
      paths.set(fd, String(file));
      return fd;
    }),
    vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
      fsyncSync(fd);
      keep(fd);
    }),
    vi.spyOn(fs, 'fdatasyncSync').mockImplementation((fd) => {
      fdatasyncSync(fd);
      keep(fd);
    }),
  ];
  return {
    syncs: () => count,
    cutAfter: (syncs) => void (last = syncs),
    isCut: () => count >= last,
    writeTo: (target) => write('', target),
    release: () => spies.forEach((spy) => spy.mockRestore()),
  };
}

/** The inode number alone is reused for the next file. */
function getId({ ino, birthtimeNs }: fs.BigIntStats): string {
  return `${ino} ${birthtimeNs}`;
}
