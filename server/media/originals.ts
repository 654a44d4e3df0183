import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The file that a picture is made of, of any type that sharp reads. */
export interface Original {
  /** Another one for other bytes; letters and digits only, because it becomes part of a file's name. */
  readonly version: string;
  read(): Promise<Buffer>;
}

/** Where originals come from; null where it has none of that key. Keys that reach it name no path. */
export type PictureSource = (key: string) => Promise<Original | null>;

/** In the order in which they are looked for. */
export const ORIGINAL_TYPES = ['avif', 'webp', 'jpg', 'jpeg', 'png', 'svg'] as const;

/** The files `<key>.<type>` of a folder, which may be missing. */
export function filesIn(folder: string): PictureSource {
  return async (key) => {
    for (const type of ORIGINAL_TYPES) {
      const file = join(folder, `${key}.${type}`);
      const found = await stat(file).catch(() => null);
      if (found?.isFile() === true)
        return { version: versionOf(`${type} ${found.size} ${found.mtimeMs}`), read: () => readFile(file) };
    }
    return null;
  };
}

/** The first of several sources that has the picture. */
export function firstOf(...sources: readonly PictureSource[]): PictureSource {
  return async (key) => {
    for (const source of sources) {
      const original = await source(key);
      if (original !== null) return original;
    }
    return null;
  };
}

/** A version made of the bytes, or of what tells them apart. */
export function versionOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
