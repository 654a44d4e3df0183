import { execFileSync } from 'node:child_process';

/**
 * Returns the commit of the shop and its cases, with `-changed` when files differ from it; `null` outside of a git
 * repository.
 */
export function findCommit(): string | null {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '-changed'}`;
  } catch {
    return null;
  }
}
