import { findRoute } from './table.ts';

/** Not yet in TypeScript's types: only Chromium has it. */
type Connected = Navigator & { readonly connection?: { readonly saveData?: boolean } };

/**
 * Fetches the code of the page that a touched link opens, before the finger lifts. Does nothing when the shopper saves
 * data: a touch can also begin to scroll. A failure is ignored, and the navigation fetches the code again.
 */
export function prefetchPage({ target }: Pick<Event, 'target'>): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.origin !== location.origin || link.target === '_blank') return;
  if ((navigator as Connected).connection?.saveData === true) return;
  findRoute(link.pathname).entry.Page.prefetch();
}
