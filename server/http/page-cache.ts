import type { Clock } from '../clock.ts';
import { getSize, type CompressedBody } from './compression.ts';

const MOST_PAGES = 500;
const MOST_BYTES = 32 * 1024 * 1024;
/** Maximum age, because the document contains its `now` and countdowns would jump. */
const LONGEST_MS = 60_000;

interface Entry {
  readonly page: CompressedBody;
  readonly until: number;
}

/**
 * Caches rendered documents by address and data. Each request still reads the data, so a page never shows an old price.
 * Only rendering and compression are saved. Evicts the least recently used page first.
 */
export function createPageCache(clock: Clock) {
  const pages = new Map<string, Entry>();
  let bytes = 0;

  function drop(key: string, { page }: Entry): void {
    pages.delete(key);
    bytes -= getSize(page);
  }

  return {
    get(key: string): CompressedBody | null {
      const found = pages.get(key);
      if (found === undefined) return null;
      if (found.until <= clock.now().getTime()) {
        drop(key, found);
        return null;
      }
      pages.delete(key);
      pages.set(key, found);
      return found.page;
    },
    put(key: string, page: CompressedBody): void {
      const before = pages.get(key);
      if (before !== undefined) drop(key, before);
      pages.set(key, { page, until: clock.now().getTime() + LONGEST_MS });
      bytes += getSize(page);
      for (const [oldest, its] of pages) {
        if (pages.size <= MOST_PAGES && bytes <= MOST_BYTES) break;
        drop(oldest, its);
      }
    },
    /** Current size in bytes, at most 32 MB. */
    size: () => bytes,
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
