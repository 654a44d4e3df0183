import { parseRun, formatRun } from '../messages.ts';
import type { PlayerState } from '../player.ts';
import type { Run } from '../run.ts';

/** State that a tab of the atlas keeps between pages: whether Live is open, and a saved run that it shows. */

const OPEN = 'atlas:live-open';
const RUN = 'atlas:live-run';
const POSITION = 'atlas:live-position';

export interface StoredRun {
  readonly isOpen: boolean;
  readonly saved: { readonly run: Run; readonly position: number } | null;
}

export function readStoredRun(): StoredRun {
  const run = read(RUN);
  const known = run === null ? null : parseRun(run);
  const saved = known === null || 'problem' in known ? null : { run: known, position: Number(read(POSITION)) };
  return { isOpen: read(OPEN) === 'yes', saved };
}

export function storeOpen(isOpen: boolean): void {
  write(OPEN, isOpen ? 'yes' : null);
}

let written: Run | null = null;

export function storeRun({ isSaved, run, position }: PlayerState): void {
  if (isSaved && run !== written) write(RUN, formatRun(run));
  if (!isSaved) write(RUN, null);
  written = isSaved ? run : null;
  write(POSITION, isSaved ? String(position) : null);
}

// A browser may refuse storage; then the next page starts from scratch.
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // As above.
  }
}
