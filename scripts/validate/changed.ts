import { spawnSync } from 'node:child_process';

/**
 * Returns files that differ from the main branch, committed or not, including new ones. On main itself compares with
 * the previous commit. Returns all files without git history.
 */
export function changedInCheckout(): string[] {
  return changedSince(forkPoint() ?? known('HEAD~1'));
}

/** Returns files that differ from the main branch, including new ones. On main itself returns the uncommitted files. */
export function changedByHand(): string[] {
  return changedSince(forkPoint() ?? known('HEAD'));
}

function changedSince(base: string | null): string[] {
  const tracked = base === null ? git('ls-files') : git('diff', '--name-only', '--no-renames', base);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([tracked, untracked].flatMap((text) => (text ?? '').split('\n').filter((line) => line !== '')))];
}

/** Returns the commit where this branch left main. `null` on main. */
function forkPoint(): string | null {
  const head = known('HEAD');
  for (const main of ['main', 'origin/main']) {
    const base = git('merge-base', 'HEAD', main)?.trim() ?? null;
    if (base !== null && base !== head) return base;
  }
  return null;
}

function known(revision: string): string | null {
  return git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`)?.trim() ?? null;
}

/** Returns git's output. `null` when git fails or is missing. */
function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return status === 0 ? stdout : null;
}
