import type { Browser, NavigateOptions } from './compose/env.ts';

type Navigate = (path: string, options?: NavigateOptions) => void;

/**
 * Creates the browser as the flows see it. `bind` supplies the router when it exists; nothing navigates earlier.
 * `leave` runs a full page load, which must wait for the history's pending traversals.
 */
export function createBrowser(
  now: () => number,
  leave: (load: () => void) => void = (load) => load(),
): { browser: Browser; bind: (navigate: Navigate) => void } {
  let router: Navigate = (path) => location.assign(path);
  const browser: Browser = {
    navigate(path, options) {
      if (options?.replace === true || !isSamePage(path)) router(path, options);
      // E.g. a filter: its own change is painted first, unless the shopper has left the page by then.
      else afterPaint(() => isSamePage(path) && router(path, options));
    },
    back: () => (history.length > 1 ? history.back() : router('/')),
    assign: (path) => leave(() => location.assign(path)),
    place: () => ({ pathname: location.pathname, search: location.search, state: readState() }),
    storage: () => localStorage,
    tabStorage: () => sessionStorage,
    on: (type, listener) => {
      // Document events bubble up to the window.
      window.addEventListener(type, listener as EventListener);
      return () => window.removeEventListener(type, listener as EventListener);
    },
    isOnline: () => navigator.onLine,
    isVisible: () => document.visibilityState === 'visible',
    onMedia: (query, listener) => {
      const list = window.matchMedia(query);
      const tell = () => listener(list.matches);
      tell();
      // Older Safari lacks `addEventListener` on media query lists.
      list.addEventListener?.('change', tell);
      return () => list.removeEventListener?.('change', tell);
    },
    now,
    uuid,
    inTurn,
  };
  return { browser, bind: (navigate) => (router = navigate) };
}

/**
 * A browser that refuses storage refuses locks too (H10). Without storage, the tabs share nothing that needs a lock.
 */
async function inTurn<Result>(work: () => Result): Promise<Result> {
  if (!('locks' in navigator)) return work();
  let hasBegun = false;
  try {
    return await navigator.locks.request('duka', async () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    if (hasBegun) throw error;
    return work();
  }
}

function isSamePage(path: string): boolean {
  return new URL(path, location.href).pathname === location.pathname;
}

/**
 * Runs `work` after the next paint: a navigation costs a slow phone some 20 ms. Runs it immediately in a hidden page,
 * which paints nothing.
 */
function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') work();
  else requestAnimationFrame(() => setTimeout(work));
}

/** The router stores the state of a navigation under `usr`. */
function readState(): unknown {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'usr' in state ? state.usr : null;
}

/** UUIDv4. `crypto.randomUUID` is missing on plain http addresses other than localhost. */
function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
