import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

const TURNS = 50;

/**
 * Makes these calls of `node:fs/promises` begin some turns of the event loop later, so that whoever does not wait for one
 * is seen. Call `quickFiles` afterwards.
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

/** Puts back what `slowFiles` or a spy of a test has changed. */
export function quickFiles(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}
