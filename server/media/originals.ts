import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Source file of a picture, of any type that sharp reads. */
export interface Original {
  /** Changes with the content. Letters and digits only, because it is part of a file name. */
  readonly version: string;
  read(): Promise<Buffer>;
}

/** Finds an original by key, or returns `null`. Keys never contain a path. */
export type PictureSource = (key: string) => Promise<Original | null>;

/** In order of preference. */
export const ORIGINAL_TYPES = ['avif', 'webp', 'jpg', 'jpeg', 'png', 'svg'] as const;

/** Finds the files `<key>.<type>` in a folder, which may not exist. */
export function createFileSource(folder: string): PictureSource {
  return async (key) => {
    for (const type of ORIGINAL_TYPES) {
      const file = join(folder, `${key}.${type}`);
      const found = await stat(file).catch(() => null);
      if (found?.isFile() === true)
        return { version: toVersion(`${type} ${found.size} ${found.mtimeMs}`), read: () => readFile(file) };
    }
    return null;
  };
}

/** Combines sources. The first one with the picture is used. */
export function combineSources(...sources: readonly PictureSource[]): PictureSource {
  return async (key) => {
    for (const source of sources) {
      const original = await source(key);
      if (original !== null) return original;
    }
    return null;
  };
}

/** Returns a version for the content, or for its distinguishing properties. */
export function toVersion(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
