import fs from 'node:fs';
import path from 'node:path';
import { syncPath } from './sync.ts';

const FILE = 'closed.txt';

/** The embedded database must not be opened, because it was moved or is being replaced. */
export class ShopClosed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ShopClosed';
  }
}

/**
 * Prevents opening the embedded database of this data directory. `reason` is a sentence with the cause and the next
 * step.
 */
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

/** Returns why the database is closed, or `null`. */
export function reasonOfClosing(dataDir: string): string | null {
  const file = path.join(dataDir, FILE);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;
}

/** Throws `ShopClosed` when the database is closed. */
export function assertNotClosed(dataDir: string): void {
  const reason = reasonOfClosing(dataDir);
  if (reason !== null) throw new ShopClosed(reason);
}
