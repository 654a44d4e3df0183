import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchPicture } from '../../../server/media/fetch-picture.ts';
import { createKeptFiles } from '../../../server/media/kept-files.ts';
import { filesIn } from '../../../server/media/originals.ts';
import { createOwnPictures } from '../../../server/media/own-pictures.ts';
import { createPictures, encodePicture, PICTURE_WIDTHS } from '../../../server/media/pictures.ts';
import { NotPublic } from '../../../server/media/public-address.ts';

/** Signed by itself, for the names pictures.example and other.example; used by nothing but this file. */
const pem = readFileSync('tests/server/media/pictures.example.pem', 'utf8');
const square = (format: 'jpeg' | 'png' | 'webp' | 'gif', size = 40) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#c0392b' } })
    .toFormat(format)
    .toBuffer();

let folder: string;
let dir: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'duka-own-'));
  dir = path.join(folder, 'pictures');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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

  /** The two names of the certificate stand for public hosts, all else for private ones. */
  const names: string[] = [];
  const fetch = (url: string, more: { mostBytes?: number; timeoutMs?: number } = {}) =>
    fetchPicture(url, {
      ...more,
      tls: { ca: pem },
      addressOf: async (host) => {
        names.push(host);
        if (!host.endsWith('.example')) throw new NotPublic(host);
        return { address: '127.0.0.1', family: 4 };
      },
    });
  const goTo = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(302, { location }).end();

  test('is fetched from the one address that was looked up', async () => {
    names.length = 0;
    answer = (_, response) => void response.end('bytes');
    expect((await fetch(`${origin}/a.jpg`)).toString()).toBe('bytes');
    // pictures.example resolves to nothing: whoever asked again would not have arrived.
    expect(names).toEqual(['pictures.example']);
    expect(asked).toEqual(['pictures.example/a.jpg']);
  });

  test.each([
    ['http://pictures.example/a.jpg', 'is not https'],
    ['file:///etc/passwd', 'is not https'],
    ['//pictures.example/a.jpg', 'is no address'],
    ['https://user:secret@pictures.example/a.jpg', 'holds a password'],
    ['https://127.0.0.1/a.jpg', 'is not on the public internet'],
    ['https://[::ffff:169.254.169.254]/latest/meta-data', 'is not on the public internet'],
  ])('%s is not asked for: it %s', async (url, reason) => {
    await expect(fetch(url)).rejects.toThrow(reason);
    await expect(fetchPicture(url)).rejects.toThrow(/is not https|is no address|holds a password|public internet/);
    expect(asked).toEqual([]);
  });

  test('a redirect is followed, and held to the same', async () => {
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

  test('is sent on by the answers 300 to 399 that name an address, and by no other', async () => {
    const sentOnBy = (status: number) => {
      answer = (request, response) =>
        request.url === '/b' ? void response.end('there') : void response.writeHead(status, { location: '/b' }).end();
      return fetch(`${origin}/a`).then(String);
    };
    expect([await sentOnBy(300), await sentOnBy(399)]).toEqual(['there', 'there']);
    await expect(sentOnBy(299)).rejects.toThrow('was answered with 299');
    await expect(sentOnBy(400)).rejects.toThrow('was answered with 400');
  });

  test('names the bound in whole megabytes, the nearest', async () => {
    answer = (_, response) => void response.end(Buffer.alloc(1_700_000));
    await expect(fetch(`${origin}/a`, { mostBytes: 1_600_000 })).rejects.toThrow('is larger than 2 MB');
  });

  test('is fetched again after a failure, and another one after it', async () => {
    const png = await square('png');
    const own = await createOwnPictures({ dir, from: folder, fetch });
    answer = (_, response) => void response.writeHead(503).end();
    expect(await own.bring(`${origin}/a.png`)).toEqual({ reason: 'was answered with 503' });
    answer = (_, response) => void response.end(png);
    for (const name of ['a', 'b']) expect(await own.bring(`${origin}/${name}.png`)).toMatchObject({ isNew: true });
  });

  test('one that is refused, too large or never ends is left', async () => {
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

  test('goes through the same pipeline as a drawing, and is fetched once', async () => {
    const jpeg = await square('jpeg');
    answer = (_, response) => void response.end(jpeg);
    const own = await createOwnPictures({ dir, from: folder, fetch });
    const [first, again] = await Promise.all([own.bring(`${origin}/a.jpg`), own.bring(`${origin}/a.jpg`)]);
    expect(first).toEqual({ path: expect.stringMatching(/^\/media\/own-[\da-f]{24}-1$/), isNew: true });
    expect(again).toEqual(first);
    const later = await createOwnPictures({ dir, from: folder, fetch });
    expect(await later.bring(`${origin}/a.jpg`)).toEqual({ ...first, isNew: false });
    // A call of the test before, which was given up, may still arrive.
    expect(asked.filter((it) => it.endsWith('/a.jpg'))).toHaveLength(1);
    const key = 'path' in first ? first.path.replace('/media/', '') : '';
    const pictures = createPictures({
      source: filesIn(dir),
      kept: createKeptFiles(path.join(folder, 'media'), 1_000_000),
    });
    const made = await pictures.render(key, { width: 320, format: 'webp' });
    expect(await sharp(made ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 320, format: 'webp' });
  });

  test('a host that does not answer is asked five times, not a thousand', async () => {
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

describe('a picture by its bytes', () => {
  const bringing = async (bytes: Buffer) =>
    (await createOwnPictures({ dir, from: folder, fetch: async () => bytes })).bring('https://a.example/a.jpg');

  test.each(['jpeg', 'png', 'webp'] as const)('%s is taken', async (format) => {
    expect(await bringing(await square(format))).toMatchObject({ isNew: true });
    expect(readdirSync(dir)).toEqual([
      expect.stringMatching(format === 'jpeg' ? /\.jpg$/ : new RegExp(`\\.${format}$`)),
    ]);
  });

  test('what is no picture, another kind, broken or huge is not, and leaves nothing', async () => {
    const jpeg = await square('jpeg', 400);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x()</script></svg>');
    for (const [bytes, reason] of [
      [Buffer.from('<html>Not found</html>'), 'is no picture of type'],
      [Buffer.alloc(0), 'is no picture of type'],
      [svg, 'is no picture of type'],
      [await square('gif'), 'is no picture of type'],
      [jpeg.subarray(0, jpeg.length / 2), 'is a broken picture'],
      [await square('png', 8_000), 'has more than 50 million pixels'],
    ] as const)
      expect(await bringing(bytes)).toEqual({ reason: expect.stringContaining(reason) as string });
    expect(() => readdirSync(dir)).toThrow();
  });
});

describe('a picture that is damaged', () => {
  test('X77: draws in every size whatever it takes, and refuses the rest with a reason', async () => {
    let [taken, refused] = [0, 0];
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
      const whole = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff', noise } })
        .toFormat(format)
        .toBuffer();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
          fc.nat(3),
          async (changes, cut) => {
            const bytes = Buffer.from(cut === 0 ? whole.subarray(0, whole.length - 12) : whole);
            for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
            rmSync(dir, { recursive: true, force: true });
            const own = await createOwnPictures({ dir, from: folder, fetch: async () => bytes });
            const brought = await own.bring('https://a.example/a.jpg');
            if ('reason' in brought) return void (refused += 1);
            taken += 1;
            for (const width of PICTURE_WIDTHS) await encodePicture(bytes, { width, format: 'jpeg' });
          },
        ),
        { numRuns: 12 },
      );
    }
    expect([taken > 0, refused > 0]).toEqual([true, true]);
  });

  test('X77: names HEIC from sixteen bytes on, which hold a brand', async () => {
    const box = (length: number) => Buffer.from('\0\0\0 ftypheic'.padEnd(length, '\0'), 'latin1');
    const reasonOf = async (bytes: Buffer) =>
      (await createOwnPictures({ dir, from: folder, fetch: async () => bytes })).bring('https://a.example/a.jpg');
    expect(await reasonOf(box(16))).toEqual({ reason: 'is HEIC, which is not supported: save it as JPEG' });
    expect(await reasonOf(box(15))).toEqual({ reason: 'is no picture of type JPEG, PNG, WebP or AVIF' });
  });

  test.each(['heic', 'heix', 'mif1heic', 'msf1hevc'])('X77: names HEIC (%s) and says what to do', async (brands) => {
    const box = Buffer.from(`\0\0\0 ftyp${brands}`.padEnd(32, '\0'), 'latin1');
    const own = await createOwnPictures({
      dir,
      from: folder,
      fetch: async () => Buffer.concat([box, Buffer.alloc(99)]),
    });
    expect(await own.bring('https://a.example/a.jpg')).toEqual({
      reason: 'is HEIC, which is not supported: save it as JPEG',
    });
  });
});

describe('a file beside the import', () => {
  test('is copied; others of the machine are not read', async () => {
    const from = path.join(folder, 'export');
    mkdirSync(from);
    mkdirSync(path.join(folder, 'secret'));
    writeFileSync(path.join(from, 'a.png'), await square('png'));
    writeFileSync(path.join(folder, 'secret', 'b.png'), await square('png'));
    symlinkSync(path.join(folder, 'secret', 'b.png'), path.join(from, 'link.png'));
    const own = await createOwnPictures({ dir, from });
    expect(await own.bring('a.png')).toMatchObject({ isNew: true });
    const outside = { reason: 'is outside of the folder of the import' };
    for (const name of ['../secret/b.png', path.join(folder, 'secret', 'b.png'), 'link.png'])
      expect(await own.bring(name)).toEqual(outside);
    expect(await own.bring('none.png')).toEqual({ reason: 'is not there' });
  });

  test('may have 10 MB, and no byte more', async () => {
    const own = await createOwnPictures({ dir, from: folder });
    for (const [name, bytes] of [
      ['most.png', 10_485_760],
      ['more.png', 10_485_761],
    ] as const) {
      writeFileSync(path.join(folder, name), '');
      truncateSync(path.join(folder, name), bytes);
    }
    expect(await own.bring('most.png')).toEqual({ reason: 'is no picture of type JPEG, PNG, WebP or AVIF' });
    expect(await own.bring('more.png')).toEqual({ reason: 'is larger than 10 MB' });
  });

  test('X77: those under a product’s own name are found, and drawn before they are taken', async () => {
    mkdirSync(path.join(dir, 'tv-9.jpg'), { recursive: true });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const heic = Buffer.from('\0\0\0 ftypheic'.padEnd(32, '\0'), 'latin1');
    const jpeg = await square('jpeg', 400);
    for (const [name, bytes] of Object.entries({
      'tv-1.jpg': await square('png'),
      // Pages draw the other one.
      'tv-1.heic': heic,
      'tv-2.png': heic,
      'tv-3.jpg': jpeg.subarray(0, jpeg.length / 2),
      'tv-4.png': await square('png', 8_000),
      'tv-5.webp': Buffer.alloc(10_485_761),
      'tv-6.svg': svg,
      'tv-7.JPG': jpeg,
      'tv-8.heic': heic,
      'tv-x.jpg': jpeg,
      'other-1.jpg': '<html>',
    }))
      writeFileSync(path.join(dir, name), bytes);
    const own = await createOwnPictures({ dir, from: folder });
    expect(await own.named('tv')).toEqual([
      { path: '/media/tv-1' },
      { file: 'tv-2.png', reason: 'is HEIC, which is not supported: save it as JPEG' },
      { file: 'tv-3.jpg', reason: 'is a broken picture' },
      { file: 'tv-4.png', reason: 'has more than 50 million pixels' },
      { file: 'tv-5.webp', reason: 'is larger than 10 MB' },
      { path: '/media/tv-6' },
      { file: 'tv-7.JPG', reason: 'has to be named tv-7.jpg, .png, .webp or .avif' },
      { file: 'tv-8.heic', reason: 'is HEIC, which is not supported: save it as JPEG' },
      { file: 'tv-9.jpg', reason: 'is no file' },
    ]);
    expect(await own.named('none')).toEqual([]);
    // The same ones by the shop's own address.
    expect(await own.bring('/media/tv-1')).toEqual({ path: '/media/tv-1', isNew: false });
    expect(await own.bring('/media/other-1')).toEqual({
      reason: '(other-1.jpg) is no picture of type JPEG, PNG, WebP or AVIF',
    });
    expect(await own.bring('/media/none-1')).toEqual({ reason: 'is not in the folder pictures of DATA_DIR' });
  });
});
