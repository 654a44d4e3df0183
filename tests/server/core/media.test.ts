// @engine pglite
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../../server/refusal.ts';
import { mountMedia } from '../../../server/http/media.ts';
import type { PictureVariant } from '../../../server/media/pictures.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

describe('pictures', () => {
  let shop: TestApp;
  const asked: [string, PictureVariant][] = [];
  beforeAll(async () => {
    shop = await createTestApp({
      handlers: () => [],
      extras: () => [
        (app) =>
          mountMedia(app, {
            async render(key, variant) {
              asked.push([key, variant]);
              if (key.startsWith('busy')) throw new Refusal('too-often', 'Busy', { retryAfter: 5 });
              return key === 'tv-1' ? Buffer.from('picture') : null;
            },
            findNearest: async (key) => (key === 'busy-1' ? Buffer.from('other size') : null),
          }),
      ],
    });
  });
  afterAll(() => shop.close());

  test('H6: renders a variant for ?w=, cacheable for a week', async () => {
    const response = await shop.app.inject('/media/tv-1?w=320&f=avif');
    expect([
      response.statusCode,
      response.headers['content-type'],
      response.headers['cache-control'],
      response.body,
    ]).toEqual([200, 'image/avif', 'public, max-age=604800', 'picture']);
    expect(asked.at(-1)).toEqual(['tv-1', { width: 320, format: 'avif' }]);
  });

  test('H6: defaults to WebP, 960 px wide', async () => {
    expect((await shop.app.inject('/media/tv-1')).headers['content-type']).toBe('image/webp');
    expect(asked.at(-1)).toEqual(['tv-1', { width: 960, format: 'webp' }]);
  });

  test('X56: returns another size, or 429 with a wait, when an address waits for too many sizes', async () => {
    const other = await shop.app.inject('/media/busy-1?w=320&f=avif');
    expect([other.statusCode, other.headers['content-type'], other.headers['cache-control'], other.body]).toEqual([
      200,
      'image/avif',
      'no-store',
      'other size',
    ]);
    const none = await shop.app.inject('/media/busy-2?w=320');
    expect([none.statusCode, none.headers['retry-after'], none.headers['content-type']]).toEqual([
      429,
      '5',
      expect.stringContaining('json'),
    ]);
  });

  test.each([
    '/media/tv-1?w=321',
    '/media/tv-1?w=320&w=640',
    '/media/tv-1?f=svg',
    '/media/tv-1?w=__proto__',
    '/media/none-1',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/%00',
  ])('%s returns 404', async (url) => {
    expect((await shop.app.inject(url)).statusCode).toBe(404);
  });
});
