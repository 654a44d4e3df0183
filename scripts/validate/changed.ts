import { spawnSync } from 'node:child_process';

/**
 * Returns files that differ from the main branch, committed or not, including new ones. On main itself compares with
 * the previous commit. Returns all files without git history.
 */
export function findChangedInCheckout(): string[] {
  return findChangedSince(findForkPoint() ?? resolveCommit('HEAD~1'));
}

/** Returns files that differ from the main branch, including new ones. On main itself returns the uncommitted files. */
export function findChangedSinceFork(): string[] {
  return findChangedSince(findForkPoint() ?? resolveCommit('HEAD'));
}

function findChangedSince(base: string | null): string[] {
  const tracked = base === null ? runGit('ls-files') : runGit('diff', '--name-only', '--no-renames', base);
  const untracked = runGit('ls-files', '--others', '--exclude-standard');
  return [...new Set([tracked, untracked].flatMap((text) => (text ?? '').split('\n').filter((line) => line !== '')))];
}

/** Returns the commit where this branch left main. `null` on main. */
function findForkPoint(): string | null {
  const head = resolveCommit('HEAD');
  for (const main of ['main', 'origin/main']) {
    const base = runGit('merge-base', 'HEAD', main)?.trim() ?? null;
    if (base !== null && base !== head) return base;
  }
  return null;
}

function resolveCommit(revision: string): string | null {
  return runGit('rev-parse', '--verify', '--quiet', `${revision}^{commit}`)?.trim() ?? null;
}

/** Returns git's output. `null` when git fails or is missing. */
function runGit(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return status === 0 ? stdout : null;
}
