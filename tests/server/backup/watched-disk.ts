import fs from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';

/** Records what is synced, renamed and removed, with paths relative to `dir`. Nothing waits for the disk. */
export function watchDisk(dir: string): string[] {
  const seen: string[] = [];
  const opened = new Map<number, string>();
  const { openSync, renameSync, rmSync } = fs;
  const name = (file: fs.PathLike) => path.relative(dir, String(file)) || '.';
  vi.spyOn(fs, 'openSync').mockImplementation((file, ...more) => {
    const fd = openSync(file, ...more);
    opened.set(fd, name(file));
    return fd;
  });
  vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => void seen.push(`sync ${opened.get(fd)}`));
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    renameSync(from, to);
    seen.push(`rename ${name(from)} to ${name(to)}`);
  });
  vi.spyOn(fs, 'rmSync').mockImplementation((file, options) => {
    rmSync(file, options);
    seen.push(`remove ${name(file)}`);
  });
  return seen;
}
