// @engine pglite
import zlib from 'node:zlib';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { products } from '../../../server/db/schema.ts';
import { createResponseCache } from '../../../server/http/response-cache.ts';
import { createTestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';

function clockAt(start: number) {
  let now = start;
  return { clock: { now: () => new Date(now) }, advance: (ms: number) => void (now += ms) };
}

describe('cached replies', () => {
  const keptFor = (keptMs: number, mostBytes = 10_000) => {
    const { clock, advance } = clockAt(1_000_000);
    const kept = createResponseCache<string>({ clock, keptMs, mostBytes });
    let made = 0;
    const ask = (key: string, bytes: number | null = 100) =>
      kept.getOrCreate(key, async () => ({ answer: `${key} ${(made += 1)}`, bytes }));
    return { kept, ask, advance };
  };

  test('D24: are at most as old as allowed, counted from before their data was read', async () => {
    const { kept, ask, advance } = keptFor(1_000);
    expect(await ask('a')).toBe('a 1');
    advance(999);
    expect(await ask('a')).toBe('a 1');
    advance(1);
    expect(await ask('a')).toBe('a 2');
    let finish: (value: { answer: string; bytes: number }) => void = () => undefined;
    const slow = kept.getOrCreate('slow', () => new Promise((resolve) => (finish = resolve)));
    advance(1_000);
    expect(await ask('slow')).toBe('slow 3');
    finish({ answer: 'too late', bytes: 1 });
    expect(await slow).toBe('too late');
    expect(await ask('slow')).toBe('slow 3');
  });

  test('concurrent requests share one call', async () => {
    const { ask } = keptFor(1_000);
    expect(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).toEqual(['a 1', 'a 1', 'b 2', 'a 1']);
  });

  test('a failure rejects all waiting requests, and the next one tries again', async () => {
    const { kept, ask } = keptFor(1_000);
    const fail = () => kept.getOrCreate('a', () => Promise.reject(new Error('away')));
    const both = await Promise.allSettled([fail(), ask('a')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask('a')).toBe('a 1');
  });

  test('stays below its size and evicts the least recently used reply', async () => {
    const { kept, ask } = keptFor(1_000, 3_000);
    for (const key of ['a', 'b', 'c', 'd']) await ask(key, 400);
    expect(kept.size()).toBeLessThanOrEqual(3_000);
    expect(await ask('b', 400)).toBe('b 2');
    await ask('e', 400);
    expect(await ask('b', 400)).toBe('b 2');
    expect(await ask('c', 400)).toBe('c 6');
    await ask('huge', 1_000_000);
    expect(kept.size()).toBeLessThanOrEqual(3_000);
    expect(await ask('x'.repeat(5_000))).not.toBe(await ask('x'.repeat(5_000)));
  });

  test('does not cache after a step back of the clock, without a size, or for a lifetime of 0', async () => {
    const { ask, advance } = keptFor(1_000);
    await ask('a');
    advance(-5_000);
    expect(await ask('a')).toBe('a 2');
    await ask('b', null);
    expect(await ask('b', null)).toBe('b 4');
    const { ask: askNothing } = keptFor(0);
    expect([await askNothing('a'), await askNothing('a')]).toEqual(['a 1', 'a 2']);
  });
});

describe('the catalogue', () => {
  test('D24: caches catalogue replies for a second, with ETag and compression, but no carts and orders', async () => {
    const shop = await createTestApp({ env: { CATALOGUE_KEPT_MS: '1000' } });
    const { id } = await addProduct(shop, { slug: 'kettle', price: 2_000, description: 'Boils. '.repeat(300) });
    const get = (headers: Record<string, string> = {}) => shop.app.inject({ url: '/api/products/kettle', headers });
    const priceNow = async () => (await get()).json<{ data: { product: { price: number } } }>().data.product.price;
    expect(await priceNow()).toBe(2_000);
    await shop.db.sql.update(products).set({ price: 3_000 }).where(eq(products.id, id));
    const check = await shop.app.inject({
      method: 'POST',
      url: '/api/cart/check',
      payload: { items: [{ product: id, quantity: 1, price: 2_000 }] },
    });
    expect(check.json<{ data: { lines: { now: number }[] } }>().data.lines[0]?.now).toBe(3_000);
    shop.clock.advance(1_000);
    expect(await priceNow()).toBe(3_000);

    const plain = await get();
    expect(plain.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    });
    const packed = await get({ 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(zlib.brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    const again = await get({ 'if-none-match': String(plain.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await shop.close();
  });

  test('does not cache a refusal', async () => {
    const shop = await createTestApp({ env: { CATALOGUE_KEPT_MS: '1000' } });
    const status = async () => (await shop.app.inject('/api/products/kettle')).statusCode;
    expect(await status()).toBe(404);
    await addProduct(shop, { slug: 'kettle' });
    expect(await status()).toBe(200);
    await shop.close();
  });
});
