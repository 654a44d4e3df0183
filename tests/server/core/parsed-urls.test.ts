import { describe, expect, test, vi } from 'vitest';
import { createParsedUrls } from '../../../server/http/parsed-urls.ts';

describe('parsed URLs', () => {
  test('X57: an equal URL is parsed once, and has the key of its request', () => {
    const urls = createParsedUrls();
    const parse = vi.fn(() => ({ page: 2 }));
    const first = urls.getOrCreate('/api/products?page=2', '/products', parse);
    expect(first).toEqual({ asked: { page: 2 }, key: '/products {"page":2}' });
    expect(urls.getOrCreate('/api/products?page=2', '/products', parse)).toBe(first);
    expect(urls.getOrCreate('/api/products?page=2&utm=x', '/products', parse)).toEqual(first);
    expect(parse).toHaveBeenCalledTimes(2);
  });

  test('a long request has a short key, different from others', () => {
    const urls = createParsedUrls();
    const keyOf = (text: string) => urls.getOrCreate(text, '/products', () => ({ text })) as { key: string };
    const [one, other] = [keyOf('a'.repeat(2_000)).key, keyOf(`${'a'.repeat(1_999)}b`).key];
    expect(one.length).toBeLessThan(50);
    expect(one).not.toBe(other);
  });

  test('what the database decides is asked again, and so is what failed', async () => {
    const urls = createParsedUrls();
    let rows = 0;
    const ask = () => urls.getOrCreate('/api/products?RAM=8', '/products', async () => ({ rows: (rows += 1) }));
    expect([(await ask()).key, (await ask()).key]).toEqual(['/products {"rows":1}', '/products {"rows":2}']);
    const fail = () =>
      urls.getOrCreate('/api/products?page=x', '/products', () => {
        throw new Error('invalid');
      });
    expect(fail).toThrow('invalid');
    expect(fail).toThrow('invalid');
    expect(urls.size()).toBe(0);
  });

  test('D24: a flood of URLs evicts the oldest, and long ones are not kept', () => {
    const urls = createParsedUrls();
    const parse = vi.fn(() => ({}));
    void urls.getOrCreate(`/api/products?search=${'x'.repeat(500)}`, '/products', parse);
    expect(urls.size()).toBe(0);
    for (let index = 0; index < 2_005; index += 1)
      void urls.getOrCreate(`/api/products?page=${index}`, '/products', parse);
    expect(urls.size()).toBe(2_000);
    parse.mockClear();
    void urls.getOrCreate('/api/products?page=2004', '/products', parse);
    expect(parse).not.toHaveBeenCalled();
    void urls.getOrCreate('/api/products?page=4', '/products', parse);
    expect(parse).toHaveBeenCalledOnce();
  });
});
