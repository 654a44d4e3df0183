import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOwnPictures } from '../../../server/media/own-pictures.ts';
import { encodePicture, PICTURE_WIDTHS } from '../../../server/media/pictures.ts';
import { quickFiles, slowFiles } from '../../support/slow-files.ts';

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
afterEach(() => {
  quickFiles();
  rmSync(folder, { recursive: true, force: true });
});

describe('detection of a picture by its bytes', () => {
  const bringing = async (bytes: Buffer) =>
    (await createOwnPictures({ dir, from: folder, fetch: async () => bytes })).bring('https://a.example/a.jpg');

  test.each(['jpeg', 'png', 'webp'] as const)('accepts %s', async (format) => {
    expect(await bringing(await square(format))).toMatchObject({ isNew: true });
    expect(readdirSync(dir)).toEqual([
      expect.stringMatching(format === 'jpeg' ? /\.jpg$/ : new RegExp(`\\.${format}$`)),
    ]);
  });

  test('rejects other files, broken and huge pictures, and leaves no file', async () => {
    const jpeg = await square('jpeg', 400);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x()</script></svg>');
    for (const [bytes, reason] of [
      [Buffer.from('<html>Not found</html>'), 'is not a JPEG, PNG'],
      [Buffer.alloc(0), 'is not a JPEG, PNG'],
      [svg, 'is not a JPEG, PNG'],
      [await square('gif'), 'is not a JPEG, PNG'],
      [jpeg.subarray(0, jpeg.length / 2), 'is a broken picture'],
      [await square('png', 8_000), 'has more than 50 million pixels'],
    ] as const)
      expect(await bringing(bytes)).toEqual({ reason: expect.stringContaining(reason) as string });
    expect(() => readdirSync(dir)).toThrow();
  });
});

describe('a damaged picture', () => {
  test('X77: is drawn in every size when it is accepted, and is rejected with a reason otherwise', async () => {
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

  test('X77: recognizes HEIC by its brand from sixteen bytes on', async () => {
    const box = (length: number) => Buffer.from('\0\0\0 ftypheic'.padEnd(length, '\0'), 'latin1');
    const readReason = async (bytes: Buffer) =>
      (await createOwnPictures({ dir, from: folder, fetch: async () => bytes })).bring('https://a.example/a.jpg');
    expect(await readReason(box(16))).toEqual({ reason: 'is HEIC, which is not supported: save it as JPEG' });
    expect(await readReason(box(15))).toEqual({ reason: 'is not a JPEG, PNG, WebP or AVIF picture' });
  });

  test('X77: looks for the brand in the first box, and in its first 256 bytes', async () => {
    const readReason = async (at: number, box: number) => {
      const bytes = Buffer.alloc(600);
      bytes.writeUInt32BE(box, 0);
      bytes.write('ftypmif1', 4, 'latin1');
      bytes.write('heic', at, 'latin1');
      const own = await createOwnPictures({ dir, from: folder, fetch: async () => bytes });
      const brought = await own.bring('https://a.example/a.jpg');
      return 'reason' in brought && brought.reason.startsWith('is HEIC');
    };
    expect([await readReason(28, 32), await readReason(32, 32)]).toEqual([true, false]);
    expect([await readReason(252, 400), await readReason(253, 400)]).toEqual([true, false]);
  });

  test.each(['heic', 'heix', 'mif1heic', 'msf1hevc'])('X77: rejects HEIC (%s) with advice', async (brands) => {
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

test('X77: counts the failures of a host in a row, host by host', async () => {
  const asked: string[] = [];
  const png = await square('png');
  const own = await createOwnPictures({
    dir,
    from: folder,
    fetch: async (url) => {
      asked.push(url);
      if (url.endsWith('good.png')) return png;
      throw new Error('no answer');
    },
  });
  let pictures = 0;
  const fail = async (times: number, host = 'a.example') => {
    for (let n = 0; n < times; n += 1) await own.bring(`https://${host}/${(pictures += 1)}.png`);
  };
  await fail(4);
  expect(await own.bring('https://a.example/good.png')).toMatchObject({ isNew: true });
  await fail(5);
  expect(asked).toHaveLength(10);
  expect(await own.bring('https://a.example/next.png')).toEqual({ reason: 'a.example does not answer' });
  await fail(1, 'b.example');
  expect(asked).toHaveLength(11);
});

describe('a file next to the import', () => {
  test('is copied; files outside of the folder are not read', async () => {
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

  test('has one picture per file, for any spelling of its name', async () => {
    const own = async (name: string) => {
      const from = path.join(folder, name);
      mkdirSync(from, { recursive: true });
      writeFileSync(path.join(from, 'a.png'), await square('png'));
      return createOwnPictures({ dir, from });
    };
    const [one, other] = [await own('one'), await own('other')];
    const first = await one.bring('a.png');
    expect(await one.bring('./a.png')).toEqual({ ...first, isNew: false });
    expect(await other.bring('a.png')).toMatchObject({ isNew: true });
    expect(readdirSync(dir)).toHaveLength(2);
  });

  test('is written before its path is returned', async () => {
    writeFileSync(path.join(folder, 'a.png'), await square('png'));
    const own = await createOwnPictures({ dir, from: folder });
    slowFiles('mkdir', 'writeFile', 'rename');
    expect(await own.bring('a.png')).toMatchObject({ isNew: true });
    expect(readdirSync(dir)).toEqual([expect.stringMatching(/^own-[\da-f]{24}-1\.png$/)]);
  });

  test('is checked once when it is already in the data directory', async () => {
    mkdirSync(dir);
    writeFileSync(path.join(dir, 'tv-1.png'), await square('png'));
    const own = await createOwnPictures({ dir, from: folder });
    expect(await own.find('tv')).toEqual([{ path: '/media/tv-1' }]);
    rmSync(path.join(dir, 'tv-1.png'));
    expect(await own.bring('/media/tv-1')).toEqual({ path: '/media/tv-1', isNew: false });
  });

  test('X77: is the one that pages show when a picture has several files, whatever order the disk lists them in', async () => {
    mkdirSync(dir);
    const files = [
      ['avif', '<avif>'],
      ['webp', '<webp>'],
      ['jpg', '<jpg>'],
      ['jpeg', '<jpeg>'],
      ['png', '<png>'],
      ['svg', '<svg>'],
      ['heic', '<heic>'],
    ] as const;
    // Each pair of neighbours, written in both orders.
    const pairs = files.slice(1).flatMap((worse, at) => {
      const better = files[at] ?? worse;
      return [[better, worse] as const, [worse, better] as const];
    });
    for (const [number, pair] of pairs.entries())
      for (const [ending, bytes] of pair) writeFileSync(path.join(dir, `tv${number}-1.${ending}`), bytes);
    const own = await createOwnPictures({ dir, from: folder });
    for (const [number, pair] of pairs.entries()) {
      const better = files.find((file) => pair.includes(file))?.[0];
      expect(await own.find(`tv${number}`)).toMatchObject([{ file: `tv${number}-1.${better}` }]);
    }
  });

  test('may have exactly 10 MB', async () => {
    const own = await createOwnPictures({ dir, from: folder });
    for (const [name, bytes] of [
      ['most.png', 10_485_760],
      ['more.png', 10_485_761],
    ] as const) {
      writeFileSync(path.join(folder, name), '');
      truncateSync(path.join(folder, name), bytes);
    }
    expect(await own.bring('most.png')).toEqual({ reason: 'is not a JPEG, PNG, WebP or AVIF picture' });
    expect(await own.bring('more.png')).toEqual({ reason: 'is larger than 10 MB' });
  });

  test('X77: finds pictures under a product’s own name, and draws them before it accepts them', async () => {
    mkdirSync(path.join(dir, 'tv-9.jpg'), { recursive: true });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const heic = Buffer.from('\0\0\0 ftypheic'.padEnd(32, '\0'), 'latin1');
    const jpeg = await square('jpeg', 400);
    for (const [name, bytes] of Object.entries({
      'tv-1.jpg': await square('png'),
      // Pages draw the JPEG.
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
    expect(await own.find('tv')).toEqual([
      { path: '/media/tv-1' },
      { file: 'tv-2.png', reason: 'is HEIC, which is not supported: save it as JPEG' },
      { file: 'tv-3.jpg', reason: 'is a broken picture' },
      { file: 'tv-4.png', reason: 'has more than 50 million pixels' },
      { file: 'tv-5.webp', reason: 'is larger than 10 MB' },
      { path: '/media/tv-6' },
      { file: 'tv-7.JPG', reason: 'must be named tv-7.jpg, .png, .webp or .avif' },
      { file: 'tv-8.heic', reason: 'is HEIC, which is not supported: save it as JPEG' },
      { file: 'tv-9.jpg', reason: 'is not a file' },
    ]);
    expect(await own.find('none')).toEqual([]);
    // The same pictures by their path in the shop.
    expect(await own.bring('/media/tv-1')).toEqual({ path: '/media/tv-1', isNew: false });
    expect(await own.bring('/media/other-1')).toEqual({
      reason: '(other-1.jpg) is not a JPEG, PNG, WebP or AVIF picture',
    });
    expect(await own.bring('/media/none-1')).toEqual({ reason: 'is not in the folder pictures of DATA_DIR' });
  });
});
