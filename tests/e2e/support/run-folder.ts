import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NAME = /^duka-e2e-(\d+)-/;

/**
 * Creates the temporary folder of this run, in which its workers and their browsers create theirs, so that one removal
 * deletes everything. Deletes the folders of killed runs first, because nothing else does.
 */
export function openRunFolder(): { readonly folder: string; readonly remove: () => void } {
  const root = tmpdir();
  for (const name of readdirSync(root)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(root, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(root, `duka-e2e-${process.pid}-`));
  // PostgreSQL runs as another user in this folder, and does not need to read the rest.
  chmodSync(folder, 0o711);
  // Playwright's transform cache is shared between runs.
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
