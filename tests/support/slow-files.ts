import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

const TURNS = 50;

/**
 * Delays these calls of `node:fs/promises` by some turns of the event loop, which reveals code that does not await
 * them. Call `quickFiles` afterwards.
 */
export function slowFiles(...names: readonly ('mkdir' | 'rename' | 'rm' | 'writeFile')[]): void {
  for (const name of names) {
    const before = fsp[name] as (...given: readonly unknown[]) => Promise<unknown>;
    vi.spyOn(fsp, name).mockImplementation(async (...given: readonly unknown[]) => {
      for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return (await before(...given)) as never;
    });
  }
  syncBuiltinESMExports();
}

/** Restores the functions that `slowFiles` or a spy of a test replaced. */
export function quickFiles(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}
