import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NAME = /^duka-e2e-(\d+)-/;

/**
 * The folder of this run below the temporary one, in which its workers and their browsers make theirs: one
 * removal takes all of it. What a run left that was killed goes first, because nobody else would.
 */
export function openRunFolder(): { readonly folder: string; readonly remove: () => void } {
  const root = tmpdir();
  for (const name of readdirSync(root)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(root, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(root, `duka-e2e-${process.pid}-`));
  // PostgreSQL runs as another user below it, who need not read what else there is.
  chmodSync(folder, 0o711);
  // What Playwright has translated is worth keeping from run to run.
  process.env['PLAYWRIGHT_TRANSFORM_CACHE_DIR'] ??= path.join(
    root,
    `playwright-transform-cache-${process.getuid?.() ?? ''}`,
  );
  process.env['TMPDIR'] = folder;
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
