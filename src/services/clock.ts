import type { BrowserStorage } from './browser-storage.ts';

/** How far an answer's Date header may be off by its whole seconds and the way it travelled, ms. */
const TOLERANCE_MS = 2_000;
const TICK_MS = 1_000;

export interface ServerClock {
  /** Epoch ms by the server's clock, as far as an answer has said (H13). */
  readonly now: () => number;
  /** Takes in the server's time of an answer, epoch ms. */
  readonly observe: (serverEpochMs: number) => void;
}

/** What the difference is kept under, in ms; a phone whose clock is right keeps nothing. */
const KEY = 'clockOffset';

/**
 * A clock for phones whose own is wrong (H13): small differences are noise, large ones move it. The last difference is
 * kept, so that a page that is opened again without a connection counts on from it (Q28).
 */
export function createServerClock(
  system: () => number = Date.now,
  storage?: Pick<BrowserStorage, 'read' | 'write' | 'remove'>,
): ServerClock {
  let offset = keptIn(storage?.read(KEY));
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

/** Other tabs and extensions write in the storage, too: what is no number counts as no difference. */
function keptIn(text: string | null | undefined): number {
  return /^-?\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
}

export interface TickHost {
  readonly now: () => number;
  /** Calls the listener when the page is hidden or shown again; answers how to stop. */
  readonly on: (type: 'visibilitychange', listener: () => void) => () => void;
}

/** Calls `onTick` with the time each second, and at once when the page is hidden or shown again; answers how to stop (H13). */
export function everySecond({ now, on }: TickHost, onTick: (now: number) => void): () => void {
  const timer = setInterval(() => onTick(now()), TICK_MS);
  const stopListening = on('visibilitychange', () => onTick(now()));
  return () => {
    clearInterval(timer);
    stopListening();
  };
}
