import fs from 'node:fs';
import path from 'node:path';

/** What was written to a file, or the names in a folder, is on the disk when this returns. */
export function syncPath(target: string): void {
  const fd = fs.openSync(target, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Syncs all that was written below a folder from `since` on, epoch ms. */
export function syncTree(directory: string, since = 0): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name);
    if (entry.isDirectory()) syncTree(child, since);
    else if (entry.isFile() && fs.statSync(child).mtimeMs >= since) syncPath(child);
  }
  if (fs.statSync(directory).mtimeMs >= since) syncPath(directory);
}
