import { buildStale, findStaleBundles } from '../../scripts/build.ts';
import { DirectoryInUseError, lockDirectory } from '../../server/db/lock.ts';

const ASK_EVERY_MS = 100;

let built: Promise<void> | undefined;

/** Builds stale bundles once. When several workers need them at the same time, one worker builds. */
export function whenBuilt(): Promise<void> {
  built ??= build();
  return built;
}

async function build(): Promise<void> {
  while (findStaleBundles().length > 0) {
    try {
      const release = await lockDirectory('scripts');
      buildStale();
      await release();
    } catch (error) {
      if (!(error instanceof DirectoryInUseError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }
}
