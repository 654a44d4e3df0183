import { formatRun, parseRun } from '../messages.ts';
import { newName } from '../names.ts';
import type { LoadedRun } from './loaded-runs.ts';

/**
 * State that a tab of the atlas keeps between pages: whether Live is open, the loaded runs, and the place in the shown
 * one. Runs are too large for the session's storage, so they are in a database under a name that the tab keeps.
 */

const OPEN = 'atlas:live-open';
const TAB = 'atlas:live-tab';
const SHOWN = 'atlas:live-shown';
const DAY_MS = 86_400_000;

export interface StoredRuns {
  readonly loaded: readonly LoadedRun[];
  /** Index of the shown one. */
  readonly shown: number;
  readonly position: number;
}

export function isStoredOpen(): boolean {
  return read(OPEN) === 'yes';
}

export function storeOpen(isOpen: boolean): void {
  write(OPEN, isOpen ? 'yes' : null);
}

export function storePosition(shown: number, position: number): void {
  write(SHOWN, `${shown} ${position}`);
}

export async function storeRuns(loaded: readonly LoadedRun[]): Promise<void> {
  const name = read(TAB) ?? newName();
  write(TAB, name);
  const texts = loaded.map(({ name: file, run }) => [file, formatRun(run)] as const);
  await access('readwrite', (store) => {
    // Names begin with their time: runs of tabs that were closed long ago go.
    store.delete(IDBKeyRange.upperBound(newName(Date.now() - DAY_MS)));
    return store.put(texts, name);
  });
}

export async function readStoredRuns(): Promise<StoredRuns | null> {
  const name = read(TAB);
  if (name === null) return null;
  const texts = await access<unknown>('readonly', (store) => store.get(name));
  if (!Array.isArray(texts)) return null;
  const loaded = (texts as (readonly [string, string])[]).flatMap(([file, text]) => {
    const run = parseRun(text);
    return 'problem' in run ? [] : [{ name: file, run }];
  });
  const [shown = 0, position = 0] = (read(SHOWN) ?? '').split(' ').map(Number);
  return loaded[shown] === undefined ? null : { loaded, shown, position };
}

/** Resolves to `null` when the browser refuses storage; then the next page starts from scratch. */
function access<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value | null> {
  return new Promise((resolve) => {
    const fail = () => resolve(null);
    try {
      const opening = indexedDB.open('atlas', 1);
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('runs'));
      opening.addEventListener('error', fail);
      opening.addEventListener('success', () => {
        const database = opening.result;
        const transaction = database.transaction('runs', mode);
        const request = work(transaction.objectStore('runs'));
        transaction.addEventListener('abort', fail);
        transaction.addEventListener('complete', () => {
          database.close();
          resolve(request.result);
        });
      });
    } catch {
      fail();
    }
  });
}

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
