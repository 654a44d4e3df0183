import type { Clock } from '../clock.ts';
import type { CompressedBody } from './compression.ts';

const MOST_PAGES = 500;
/** Maximum age, because the document contains its `now` and countdowns would jump. */
const LONGEST_MS = 60_000;

/**
 * Caches rendered documents by address and data. Each request still reads the data, so a page never shows an old price.
 * Only rendering and compression are saved. Evicts the least recently used page first.
 */
export function createPageCache(clock: Clock) {
  const pages = new Map<string, { page: CompressedBody; until: number }>();
  return {
    get(key: string): CompressedBody | null {
      const found = pages.get(key);
      if (found === undefined) return null;
      pages.delete(key);
      if (found.until <= clock.now().getTime()) return null;
      pages.set(key, found);
      return found.page;
    },
    put(key: string, page: CompressedBody): void {
      pages.set(key, { page, until: clock.now().getTime() + LONGEST_MS });
      const [oldest] = pages.keys();
      if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
    },
  };
}

const KEPT_PARAMETERS = new Set(['category', 'brand', 'minPrice', 'maxPrice', 'sortBy', 'page', 'featured', 'deals']);

/**
 * Returns the address with sorted parameters. `null` when it has free-form parameters, because those pages are not
 * cached.
 */
export function cacheAddress(pathname: string, search: string): string | null {
  const parameters = new URLSearchParams(search);
  if ([...parameters.keys()].some((name) => !KEPT_PARAMETERS.has(name))) return null;
  parameters.sort();
  return `${pathname}?${parameters.toString()}`;
}
