import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchAvatar } from '../../../server/media/fetch-avatar.ts';
import { fetchPicture } from '../../../server/media/fetch-picture.ts';
import { createFileCache } from '../../../server/media/file-cache.ts';
import { createFileSource } from '../../../server/media/originals.ts';
import { createOwnPictures } from '../../../server/media/own-pictures.ts';
import { createPictures } from '../../../server/media/pictures.ts';
import { PrivateAddressError } from '../../../server/media/public-address.ts';

/** Self-signed for pictures.example and other.example; only this file uses it. */
const pem = readFileSync('tests/server/media/pictures.example.pem', 'utf8');
const square = (format: 'jpeg' | 'png') =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#c0392b' } })
    .toFormat(format)
    .toBuffer();

let folder: string;
let dir: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'duka-fetched-'));
  dir = path.join(folder, 'pictures');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('a picture of another host', () => {
  let server: https.Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const asked: string[] = [];
  let origin: string;
  beforeAll(async () => {
    server = https.createServer({ cert: pem, key: pem }, (request, response) => {
      asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `https://pictures.example:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => void (asked.length = 0));

  /** The two names of the certificate count as public hosts, all other hosts as private. */
  const names: string[] = [];
  const fetch = (url: string, more: { mostBytes?: number; timeoutMs?: number } = {}) =>
    fetchPicture(url, {
      ...more,
      tls: { ca: pem },
      resolveAddress: async (host) => {
        names.push(host);
        if (!host.endsWith('.example')) throw new PrivateAddressError(host);
        return { address: '127.0.0.1', family: 4 };
      },
    });
  const goTo = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(302, { location }).end();

  test('is fetched from the one address that was resolved', async () => {
    names.length = 0;
    answer = (_, response) => void response.end('bytes');
    expect((await fetch(`${origin}/a.jpg`)).toString()).toBe('bytes');
    // pictures.example does not resolve, so a second lookup would fail.
    expect(names).toEqual(['pictures.example']);
    expect(asked).toEqual(['pictures.example/a.jpg']);
  });

  test.each([
    ['http://pictures.example/a.jpg', 'is not https'],
    ['file:///etc/passwd', 'is not https'],
    ['//pictures.example/a.jpg', 'is not a valid address'],
    ['https://user:secret@pictures.example/a.jpg', 'holds a password'],
    ['https://user@pictures.example/a.jpg', 'holds a password'],
    ['https://:secret@pictures.example/a.jpg', 'holds a password'],
    ['https://127.0.0.1/a.jpg', 'is not on the public internet'],
    ['https://[::ffff:169.254.169.254]/latest/meta-data', 'is not on the public internet'],
  ])('%s is not requested: it %s', async (url, reason) => {
    await expect(fetch(url)).rejects.toThrow(reason);
    await expect(fetchPicture(url)).rejects.toThrow(
      /is not https|is not a valid address|holds a password|public internet/,
    );
    expect(asked).toEqual([]);
  });

  test('follows a redirect and applies the same rules to it', async () => {
    answer = (request, response) =>
      request.url === '/b'
        ? void response.end('there')
        : goTo(`${origin.replace('pictures', 'other')}/b`)(request, response);
    expect((await fetch(`${origin}/a`)).toString()).toBe('there');
    expect(asked).toEqual(['pictures.example/a', 'other.example/b']);
    for (const [location, reason] of [
      ['https://169.254.169.254/latest', 'is not on the public internet'],
      ['http://pictures.example/a', 'is not https'],
      ['https://x:y@pictures.example/a', 'holds a password'],
    ] as const) {
      answer = goTo(location);
      await expect(fetch(`${origin}/a`)).rejects.toThrow(reason);
    }
    answer = goTo('/again');
    await expect(fetch(`${origin}/a`)).rejects.toThrow('was sent on too often');
  });

  test('treats only the statuses 300 to 399 with a location as redirects', async () => {
    const sentOnBy = (status: number) => {
      answer = (request, response) =>
        request.url === '/b' ? void response.end('there') : void response.writeHead(status, { location: '/b' }).end();
      return fetch(`${origin}/a`).then(String);
    };
    expect([await sentOnBy(300), await sentOnBy(399)]).toEqual(['there', 'there']);
    await expect(sentOnBy(299)).rejects.toThrow('was answered with 299');
    await expect(sentOnBy(400)).rejects.toThrow('was answered with 400');
  });

  test('rounds the limit to whole megabytes in the error', async () => {
    answer = (_, response) => void response.end(Buffer.alloc(1_700_000));
    await expect(fetch(`${origin}/a`, { mostBytes: 1_600_000 })).rejects.toThrow('is larger than 2 MB');
  });

  test('H20: an avatar may have one megabyte at most', async () => {
    const avatar = (length: number) => {
      answer = (_, response) => void response.end(Buffer.alloc(length));
      return fetchAvatar(origin.replace('pictures.example', 'lh3.googleusercontent.com'), {
        simulatedPictures: null,
        tls: { ca: pem, checkServerIdentity: () => undefined },
        resolveAddress: async () => ({ address: '127.0.0.1', family: 4 }),
      });
    };
    expect(await avatar(1024 * 1024)).toHaveLength(1024 * 1024);
    await expect(avatar(1024 * 1024 + 1)).rejects.toThrow('is larger than 1 MB');
  });

  test('follows three redirects at most', async () => {
    const sentOn = (times: number) => {
      answer = (request, response) => {
        const count = Number(request.url?.slice(1));
        if (count === times) response.end('there');
        else goTo(`/${count + 1}`)(request, response);
      };
      return fetch(`${origin}/0`).then(String);
    };
    expect(await sentOn(3)).toBe('there');
    await expect(sentOn(4)).rejects.toThrow('was sent on too often');
  });

  test('may be exactly as large as the limit, with or without a content length', async () => {
    const bytes = Buffer.alloc(1_000, 'x');
    for (const tells of [true, false]) {
      answer = (_, response) => {
        if (tells) response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 600));
        response.end(bytes.subarray(600));
      };
      expect((await fetch(`${origin}/a`, { mostBytes: 1_000 })).equals(bytes)).toBe(true);
      await expect(fetch(`${origin}/a`, { mostBytes: 999 })).rejects.toThrow('is larger than');
    }
  });

  test('keeps the order of its chunks', async () => {
    answer = (_, response) => {
      response.write('one ');
      response.write('two ');
      response.end('three');
    };
    expect(String(await fetch(`${origin}/a`))).toBe('one two three');
  });

  test.each([
    ['redirects', 302, { location: '/there' }],
    ['refuses', 404, {}],
    ['reports a length that is too large', 200, { 'content-length': 2_000 }],
  ])('closes the connection when the host %s and continues to send', async (_, status, headers) => {
    let closed = new Promise<void>(() => undefined);
    answer = (request, response) => {
      if (request.url === '/there') return void response.end('there');
      closed = new Promise((resolve) => response.once('close', resolve));
      response.writeHead(status, headers).write('x');
    };
    await fetch(`${origin}/a`, { mostBytes: 1_000 }).catch(() => null);
    await closed;
  });

  test('has a timeout of twenty seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await expect(fetchPicture('http://pictures.example/a')).rejects.toThrow('is not https');
    expect(timeout).toHaveBeenCalledWith(20_000);
  });

  test('is fetched again after a failure, and the next picture too', async () => {
    const png = await square('png');
    const own = await createOwnPictures({ dir, from: folder, fetch });
    answer = (_, response) => void response.writeHead(503).end();
    expect(await own.bring(`${origin}/a.png`)).toEqual({ reason: 'was answered with 503' });
    answer = (_, response) => void response.end(png);
    for (const name of ['a', 'b']) expect(await own.bring(`${origin}/${name}.png`)).toMatchObject({ isNew: true });
  });

  test('is not used when it is refused, too large or never ends', async () => {
    answer = (_, response) => void response.writeHead(404).end('no');
    await expect(fetch(`${origin}/a`)).rejects.toThrow('was answered with 404');
    answer = (_, response) => void response.writeHead(200, { 'content-length': 5_000_000 }).write('x');
    await expect(fetch(`${origin}/a`, { mostBytes: 1_048_576 })).rejects.toThrow('is larger than 1 MB');
    answer = (_, response) => {
      response.on('error', () => undefined);
      const pour = () => response.write(Buffer.alloc(65_536), () => response.destroyed || setImmediate(pour));
      pour();
    };
    await expect(fetch(`${origin}/a`, { mostBytes: 1_048_576 })).rejects.toThrow('is larger than 1 MB');
    answer = (_, response) => void response.write('x');
    await expect(fetch(`${origin}/a`, { timeoutMs: 30 })).rejects.toThrow('took too long');
  });

  test('goes through the same pipeline as a drawing and is fetched once', async () => {
    const jpeg = await square('jpeg');
    answer = (_, response) => void response.end(jpeg);
    const own = await createOwnPictures({ dir, from: folder, fetch });
    const [first, again] = await Promise.all([own.bring(`${origin}/a.jpg`), own.bring(`${origin}/a.jpg`)]);
    expect(first).toEqual({ path: expect.stringMatching(/^\/media\/own-[\da-f]{24}-1$/), isNew: true });
    expect(again).toEqual(first);
    const later = await createOwnPictures({ dir, from: folder, fetch });
    expect(await later.bring(`${origin}/a.jpg`)).toEqual({ ...first, isNew: false });
    // An abandoned request of the test before may still arrive.
    expect(asked.filter((it) => it.endsWith('/a.jpg'))).toHaveLength(1);
    const key = 'path' in first ? first.path.replace('/media/', '') : '';
    const pictures = createPictures({
      source: createFileSource(dir),
      kept: createFileCache(path.join(folder, 'media'), 1_000_000),
    });
    const made = await pictures.render(key, { width: 320, format: 'webp' });
    expect(await sharp(made ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 320, format: 'webp' });
  });

  test('requests five pictures of a host that does not respond, and skips the rest', async () => {
    let count = 0;
    const own = await createOwnPictures({
      dir,
      from: folder,
      fetch: async () => {
        count += 1;
        throw new Error('connect ECONNREFUSED');
      },
    });
    for (let n = 0; n < 20; n += 1) expect(await own.bring(`https://down.example/${n}.jpg`)).toHaveProperty('reason');
    expect(await own.bring('https://down.example/x.jpg')).toEqual({ reason: 'down.example does not answer' });
    expect(count).toBe(5);
  });
});
