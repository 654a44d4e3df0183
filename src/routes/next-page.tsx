import { useEffect } from 'react';
import { findRoute } from './table.ts';

/** Of browsers that report it, e.g. Chrome on Android. */
interface Connection {
  readonly connection?: { readonly saveData?: boolean };
}

/**
 * Fetches the code of the next page while the finger is still on the link, or on a button that leads there
 * (`data-next`). Never with Save-Data, because the finger may only scroll.
 */
export function NextPageCode() {
  useEffect(() => {
    document.addEventListener('pointerdown', fetchNextPage, { passive: true });
    return () => document.removeEventListener('pointerdown', fetchNextPage);
  }, []);
  return null;
}

function fetchNextPage({ target }: Event): void {
  if ((navigator as Connection).connection?.saveData === true || !(target instanceof Element)) return;
  const leading = target.closest<HTMLElement>('a[href],button[data-next]');
  const to = leading instanceof HTMLAnchorElement ? leading.href : leading?.dataset['next'];
  if (to === undefined) return;
  const { origin, pathname } = new URL(to, location.href);
  if (origin !== location.origin) return;
  const { Page, fetchCode } = findRoute(pathname).entry;
  // `preload` keeps a failure, so it runs only when the code is there.
  if (Page.loaded() === undefined) fetchCode().then(Page.preload, () => undefined);
}
