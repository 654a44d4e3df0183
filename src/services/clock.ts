import type { BrowserStorage } from './browser-storage.ts';

/** Largest error of a reply's Date header, from whole seconds and network delay. Milliseconds. */
const TOLERANCE_MS = 2_000;
const TICK_MS = 1_000;

export interface ServerClock {
  /** Epoch ms of the server clock, once a reply has reported it (H13). */
  readonly now: () => number;
  /** Takes in the server time of a reply. Epoch ms. */
  readonly observe: (serverEpochMs: number) => void;
}

/** Storage key of the difference in ms. A phone with a correct clock stores nothing. */
const KEY = 'clockOffset';

/**
 * Creates a server clock for phones with a wrong clock (H13). It ignores small differences and applies large ones. It
 * stores the last difference, so that a page reopened without a connection still counts correctly (Q28).
 */
export function createServerClock(
  system: () => number = Date.now,
  storage?: Pick<BrowserStorage, 'read' | 'write' | 'remove'>,
): ServerClock {
  let offset = parseStoredOffset(storage?.read(KEY));
  const now = () => system() + offset;
  return {
    now,
    observe(serverEpochMs) {
      if (Math.abs(serverEpochMs - now()) <= TOLERANCE_MS) return;
      const difference = serverEpochMs - system();
      offset = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
      if (offset === 0) storage?.remove(KEY);
      else storage?.write(KEY, String(offset));
    },
  };
}

/** Other tabs and extensions write to the storage too. Text that is not a number counts as no difference. */
function parseStoredOffset(text: string | null | undefined): number {
  return /^-?\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
}

export interface TickHost {
  readonly now: () => number;
  /** Calls the listener when the page is hidden or shown. Returns a function that stops listening. */
  readonly on: (type: 'visibilitychange', listener: () => void) => () => void;
}

/**
 * Calls `onTick` with the time each second, and immediately when the page is hidden or shown. Returns a function that
 * stops the ticks (H13).
 */
export function onEverySecond({ now, on }: TickHost, onTick: (now: number) => void): () => void {
  const timer = setInterval(() => onTick(now()), TICK_MS);
  const stopListening = on('visibilitychange', () => onTick(now()));
  return () => {
    clearInterval(timer);
    stopListening();
  };
}
