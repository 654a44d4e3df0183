import { readRun, savedText } from '../messages.ts';
import type { Shown } from '../player.ts';
import type { Run } from '../run.ts';

/** State that a tab of the atlas keeps between pages: whether Live is open, and a saved run that it shows. */

const OPEN = 'atlas:live-open';
const RUN = 'atlas:live-run';
const POSITION = 'atlas:live-position';

export interface Kept {
  readonly isOpen: boolean;
  readonly saved: { readonly run: Run; readonly position: number } | null;
}

export function kept(): Kept {
  const run = read(RUN);
  const known = run === null ? null : readRun(run);
  const saved = known === null || 'problem' in known ? null : { run: known, position: Number(read(POSITION)) };
  return { isOpen: read(OPEN) === 'yes', saved };
}

export function keepOpen(isOpen: boolean): void {
  write(OPEN, isOpen ? 'yes' : null);
}

let written: Run | null = null;

export function keepRun({ isSaved, run, position }: Shown): void {
  if (isSaved && run !== written) write(RUN, savedText(run));
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
