import fs from 'node:fs';
import path from 'node:path';
import { syncPath } from './sync.ts';

const FILE = 'closed.txt';

/** The embedded database must not be opened: it moved away, or is being exchanged. */
export class ShopClosed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ShopClosed';
  }
}

/** From now on the embedded database of this data directory is not opened, and the sentence says why and what to do. */
export function closeShop(dataDir: string, reason: string): void {
  const file = path.join(dataDir, FILE);
  fs.writeFileSync(`${file}.new`, `${reason}\n`);
  syncPath(`${file}.new`);
  fs.renameSync(`${file}.new`, file);
  syncPath(dataDir);
}

export function reopenShop(dataDir: string): void {
  fs.rmSync(path.join(dataDir, FILE), { force: true });
  syncPath(dataDir);
}

/** Why it is closed; null where it is not. */
export function reasonOfClosing(dataDir: string): string | null {
  const file = path.join(dataDir, FILE);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;
}

/** Throws ShopClosed. */
export function assertNotClosed(dataDir: string): void {
  const reason = reasonOfClosing(dataDir);
  if (reason !== null) throw new ShopClosed(reason);
}
