import { expect, test } from 'vitest';
import { compressBody } from '../../../server/http/compression.ts';
import { cacheAddress, createPageCache } from '../../../server/http/page-cache.ts';

/** A clock that moves only by `advance`. */
function standing(start = 1_000_000) {
  let now = start;
  return { now: () => new Date(now), advance: (ms: number) => void (now += ms) };
}

test('ssr 9: keeps 500 pages for a minute and evicts the least recently used one', () => {
  const clock = standing();
  const cache = createPageCache(clock as never);
  const page = compressBody('text');
  for (let at = 0; at < 500; at += 1) cache.put(`p${at}`, page);
  expect(cache.get('p0')).toBe(page);
  cache.put('p500', page);
  expect([cache.get('p0'), cache.get('p1'), cache.get('p2')]).toEqual([page, null, page]);
  clock.advance(59_999);
  expect(cache.get('p2')).toBe(page);
  clock.advance(1);
  expect([cache.get('p2'), cache.get('p3')]).toEqual([null, null]);
});

test('ssr 9: rendered pages stay below 32 MB, and the least recently used one is evicted', () => {
  const cache = createPageCache(standing() as never);
  // Counted 1.5 times, for the compressed form.
  const page = compressBody('x'.repeat(4 * 1024 * 1024));
  for (const key of ['a', 'b', 'c', 'd', 'e']) cache.put(key, page);
  expect(cache.size()).toBe(30 * 1024 * 1024);
  cache.put('a', page);
  expect(cache.size()).toBe(30 * 1024 * 1024);
  cache.put('f', page);
  expect([cache.size(), cache.get('b'), cache.get('a')]).toEqual([30 * 1024 * 1024, null, page]);
});

test('ssr 9: a page that is too old frees its memory', () => {
  const clock = standing();
  const cache = createPageCache(clock as never);
  cache.put('a', compressBody('four'));
  expect(cache.size()).toBe(6);
  clock.advance(60_000);
  expect([cache.get('a'), cache.size()]).toEqual([null, 0]);
});

test('ssr 9: caches a page by its sorted parameters, and not with unknown parameters', () => {
  expect(cacheAddress('/products', '?page=2&brand=b')).toBe('/products?brand=b&page=2');
  expect(cacheAddress('/products', '')).toBe('/products?');
  expect(cacheAddress('/products', '?page=2&x=1')).toBeNull();
});
