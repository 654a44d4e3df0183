import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORED = 'scroll';

/**
 * Scrolls to the top on push and replace of another path, and to the previous position on Back and Forward (§2, U14).
 * After a navigation the reading point moves to the new page's heading. The browser handles reloads itself.
 */
export function Scroll() {
  const { key, pathname, hash } = useLocation();
  const how = useNavigationType();
  const last = useRef({ key, pathname });
  const offsets = useRef<Map<string, number> | null>(null);

  useEffect(() => {
    offsets.current ??= readOffsets();
    const note = () => offsets.current?.set(last.current.key, window.scrollY);
    const show = () => (history.scrollRestoration = 'manual');
    const hide = () => {
      history.scrollRestoration = 'auto';
      writeOffsets(offsets.current);
    };
    show();
    // The shopper may have scrolled before this listener existed.
    note();
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pageshow', show);
    window.addEventListener('pagehide', hide);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pageshow', show);
      window.removeEventListener('pagehide', hide);
    };
  }, []);

  useLayoutEffect(() => {
    const before = last.current;
    if (before.key === key && before.pathname === pathname) return undefined;
    last.current = { key, pathname };
    // The browser scrolls to an anchor link itself.
    if (hash !== '') return undefined;
    if (how === 'POP') return scrollWhenTallEnough(offsets.current?.get(key) ?? 0);
    if (how === 'PUSH' || before.pathname !== pathname) window.scrollTo(0, 0);
    // A link inside the list, e.g. its next page, disappears with the old list.
    return before.pathname === pathname && document.activeElement instanceof HTMLAnchorElement
      ? focusHeading()
      : undefined;
  }, [key, pathname, hash, how]);

  // Separate from scrolling: a page that refines its own address keeps waiting for its heading.
  const opened = useRef(pathname);
  useLayoutEffect(() => {
    if (opened.current === pathname) return undefined;
    opened.current = pathname;
    // A page that removes a secret from its own address leaves the focus in the field (D15).
    if (how === 'REPLACE' && document.activeElement?.closest('main form') != null) return undefined;
    return focusHeading();
  }, [pathname, how]);

  return null;
}

/** Focuses the main element until the heading exists, then the heading, unless the shopper has moved on. */
function focusHeading(): () => void {
  const main = document.querySelector<HTMLElement>('main');
  const heading = () => main?.querySelector<HTMLElement>('h1[tabindex="-1"]');
  (heading() ?? main)?.focus({ preventScroll: true });
  const arrival = new MutationObserver(() => {
    const found = heading();
    if (found == null) return;
    arrival.disconnect();
    if (document.activeElement === main || document.activeElement === document.body)
      found.focus({ preventScroll: true });
  });
  if (main !== null && heading() == null) arrival.observe(main, { childList: true, subtree: true });
  return () => arrival.disconnect();
}

/**
 * A page that loads its content is short at first. Scrolls again as it grows, until it is long enough or the shopper
 * scrolls.
 */
function scrollWhenTallEnough(top: number): () => void {
  const stop = new AbortController();
  const reach = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) <= 1) stop.abort();
  };
  const growth = new ResizeObserver(reach);
  stop.signal.addEventListener('abort', () => growth.disconnect());
  reach();
  if (!stop.signal.aborted) {
    growth.observe(document.body);
    for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const) {
      window.addEventListener(type, () => stop.abort(), { signal: stop.signal, passive: true });
    }
  }
  return () => stop.abort();
}

function readOffsets(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isOffset) : []);
  } catch {
    return new Map();
  }
}

function isOffset(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';
}

function writeOffsets(offsets: Map<string, number> | null) {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...(offsets ?? [])].slice(-50)));
  } catch {
    // Without storage, Back after a reload starts at the top.
  }
}
