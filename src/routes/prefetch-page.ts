import { findRoute } from './table.ts';

/** Not yet in TypeScript's types: only Chromium has it. */
type Connected = Navigator & { readonly connection?: { readonly saveData?: boolean } };

/**
 * Fetches the code of the page that a touched link opens, or a button with its address in `data-next`, before the
 * finger lifts. Does nothing when the shopper saves data: a touch can also begin to scroll. A failure is ignored, and
 * the navigation fetches the code again.
 */
export function prefetchPage({ target }: Pick<Event, 'target'>): void {
  if ((navigator as Connected).connection?.saveData === true || !(target instanceof Element)) return;
  const leading = target.closest<HTMLElement>('a[href]:not([target="_blank"]),button[data-next]');
  const to = leading instanceof HTMLAnchorElement ? leading.href : leading?.dataset['next'];
  if (to === undefined) return;
  const { origin, pathname } = new URL(to, location.href);
  if (origin === location.origin) findRoute(pathname).entry.Page.prefetch();
}
