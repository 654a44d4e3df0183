import fs from 'node:fs';
import path from 'node:path';
import { syncPath } from './sync.ts';

const FILE = 'closed.txt';

/** The embedded database must not be opened, because it was moved or is being replaced. */
export class ShopClosedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ShopClosedError';
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
export function readClosingReason(dataDir: string): string | null {
  const file = path.join(dataDir, FILE);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;
}

/** Throws `ShopClosedError` when the database is closed. */
export function assertNotClosed(dataDir: string): void {
  const reason = readClosingReason(dataDir);
  if (reason !== null) throw new ShopClosedError(reason);
}
