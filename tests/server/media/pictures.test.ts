import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toFailureReply } from '../../../server/http/errors.ts';
import { createFileCache, type FileCache } from '../../../server/media/file-cache.ts';
import { createFileSource, combineSources, toVersion, type PictureSource } from '../../../server/media/originals.ts';
import {
  createPictures,
  encodePicture,
  PICTURE_FORMATS,
  PICTURE_WIDTHS,
  type PictureVariant,
} from '../../../server/media/pictures.ts';

const KEY = 'nokia-105-4g-1';
const PAINTED = sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#c0392b' } })
  .png()
  .toBuffer();
const source: PictureSource = async (key) => (key === KEY ? { version: '0123456789ab', read: () => PAINTED } : null);
const SMALL: PictureVariant = { width: 320, format: 'webp' };

/** More than any test stores. */
const PLENTY = 1_000_000_000;

let dir: string;
let kept: FileCache;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'pictures-')), 'media');
  kept = createFileCache(dir, PLENTY);
});
afterEach(() => rm(join(dir, '..'), { recursive: true, force: true }));

const counting = () =>
  vi.fn((original: Buffer, variant: PictureVariant) =>
    Promise.resolve(Buffer.from(`${variant.format} ${variant.width} ${original.length}`)),
  );

describe('pictures', () => {
  test.each(PICTURE_FORMATS.flatMap((format) => PICTURE_WIDTHS.map((width) => ({ width, format }))))(
    'H6: draws a square of $width px as $format',
    async (variant) => {
      const picture = await createPictures({ source, kept }).render(KEY, variant);
      const metadata = await sharp(picture ?? Buffer.alloc(0)).metadata();
      expect(metadata).toMatchObject({
        width: variant.width,
        height: variant.width,
        format: variant.format === 'avif' ? 'heif' : variant.format,
      });
    },
  );

  test.each([
    '',
    'nokia-105-4g',
    'nokia-105-4g-0',
    'nokia-105-4g-5',
    'nokia-105-4g-9',
    'nokia-105-4g-01',
    'nokia-105-4g-1 ',
    'NOKIA-105-4G-1',
    'no-such-product-1',
    '../nokia-105-4g-1',
    '..%2fnokia-105-4g-1',
    '../../etc/passwd',
    'nokia-105-4g-1/../../x',
    'nokia-105-4g-1\0',
    '__proto__-1',
    'constructor-1',
    `${'a'.repeat(5000)}-1`,
    '\ud800-1',
  ])('returns null for the unknown key %j and leaves no file', async (key) => {
    const encode = counting();
    expect(await createPictures({ source, kept, encode }).render(key, SMALL)).toBeNull();
    expect(encode).not.toHaveBeenCalled();
    await expect(readdir(dir)).rejects.toThrow('ENOENT');
  });

  test('H6: widths and formats', () => {
    for (const width of [320, 640, 960, 1280]) expect(PICTURE_WIDTHS).toContain(width);
    for (const format of ['avif', 'webp']) expect(PICTURE_FORMATS).toContain(format);
  });

  test('returns null for an unknown width or format', async () => {
    const pictures = createPictures({ source, kept, encode: counting() });
    expect(await pictures.render(KEY, { width: 321, format: 'webp' } as unknown as PictureVariant)).toBeNull();
    expect(await pictures.render(KEY, { width: 320, format: '../x' } as unknown as PictureVariant)).toBeNull();
  });

  test('does not draw a cached picture again, even in the next process', async () => {
    const encode = counting();
    const pictures = createPictures({ source, kept, encode });
    const first = await pictures.render(KEY, SMALL);
    expect(await pictures.render(KEY, SMALL)).toEqual(first);
    expect(await createPictures({ source, kept, encode }).render(KEY, SMALL)).toEqual(first);
    expect(encode).toHaveBeenCalledTimes(1);
    expect(await pictures.render(KEY, { width: 480, format: 'webp' })).not.toEqual(first);
    expect(encode).toHaveBeenCalledTimes(2);
  });

  test('twenty concurrent calls for one variant draw it once', async () => {
    const encode = counting();
    const pictures = createPictures({ source, kept, encode });
    const answers = await Promise.all(Array.from({ length: 20 }, () => pictures.render(KEY, SMALL)));
    expect(encode).toHaveBeenCalledTimes(1);
    expect(new Set(answers.map(String)).size).toBe(1);
  });

  test('never draws more pictures concurrently than allowed', async () => {
    let [running, most] = [0, 0];
    const encode = async (original: Buffer, variant: PictureVariant) => {
      running += 1;
      most = Math.max(most, running);
      const picture = await encodePicture(original, variant);
      running -= 1;
      return picture;
    };
    const pictures = createPictures({ source, kept, encode, concurrency: 2 });
    await Promise.all(PICTURE_WIDTHS.map((width) => pictures.render(KEY, { width, format: 'jpeg' })));
    expect(most).toBe(2);
  });

  test('X56: serves callers in turn, so that one address cannot block the others', async () => {
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const encode = (original: Buffer) =>
      new Promise<Buffer>((resolve) => {
        started.push(String(original));
        ends.push(() => resolve(original));
      });
    const every: PictureSource = async (key) => ({ version: '0', read: async () => Buffer.from(key) });
    const pictures = createPictures({ source: every, kept, encode, concurrency: 2 });
    const flood = Array.from({ length: 200 }, (_, n) =>
      pictures.render(`flood-${n}-1`, SMALL, 'attacker').then(
        () => 200,
        (error: unknown) => toFailureReply(error).status,
      ),
    );
    await vi.waitFor(() => expect(started).toHaveLength(2));
    const honest = [...Array.from({ length: 12 }, (_, n) => `honest-${n}-1`), 'flood-50-1'].map((key) =>
      pictures.render(key, SMALL, 'shopper'),
    );
    let drawn = 0;
    /** Finishes the encodings one by one until `wanted` are ready. */
    const drawUntil = async (wanted: readonly Promise<unknown>[]): Promise<void> => {
      const state = { isOver: false };
      const over = Promise.all(wanted).then(() => (state.isOver = true));
      for (; !state.isOver; drawn += 1) {
        await vi.waitFor(() => expect(state.isOver || ends.length > drawn).toBe(true));
        ends[drawn]?.();
        await new Promise(setImmediate);
      }
      await over;
    };
    await drawUntil(honest);
    expect(drawn).toBeLessThan(36);
    expect(await Promise.all(honest.map(async (picture) => String(await picture)))).toContain('flood-50-1');
    await drawUntil(flood);
    const answers = await Promise.all(flood);
    expect(answers.filter((status) => status === 200)).toHaveLength(62);
    expect(answers.filter((status) => status === 429)).toHaveLength(138);
    expect(new Set(started).size).toBe(started.length);
  });

  test('leaves only complete files', async () => {
    const pictures = createPictures({ source, kept, encode: counting() });
    await Promise.all(PICTURE_WIDTHS.map((width) => pictures.render(KEY, { width, format: 'webp' })));
    const files = await readdir(dir);
    expect(files).toHaveLength(PICTURE_WIDTHS.length);
    for (const file of files) expect(file).toMatch(/^nokia-105-4g-1\.[0-9a-f]{12}\.\d+\.webp$/);
  });

  test('draws a cached file again that a power cut emptied', async () => {
    const encode = counting();
    const picture = await createPictures({ source, kept, encode }).render(KEY, SMALL);
    const [file] = await readdir(dir);
    await writeFile(join(dir, file ?? ''), '');
    expect(await createPictures({ source, kept, encode }).render(KEY, SMALL)).toEqual(picture);
    expect(encode).toHaveBeenCalledTimes(2);
  });

  test('draws each time when the cache directory cannot be created', async () => {
    const occupied = join(dir, '..', 'file');
    await writeFile(occupied, 'x');
    await chmod(occupied, 0o400);
    const encode = counting();
    const pictures = createPictures({ source, kept: createFileCache(join(occupied, 'media'), PLENTY), encode });
    expect(await pictures.render(KEY, SMALL)).not.toBeNull();
    expect(await pictures.render(KEY, SMALL)).not.toBeNull();
    expect(encode).toHaveBeenCalledTimes(2);
  });

  test('X56: returns the nearest cached size of the same format', async () => {
    const pictures = createPictures({ source, kept, encode: counting() });
    const nearest = async (width: PictureVariant['width']) =>
      String(await pictures.findNearest(KEY, { ...SMALL, width }));
    expect(await pictures.findNearest(KEY, SMALL)).toBeNull();
    for (const width of [320, 960] as const) await pictures.render(KEY, { ...SMALL, width });
    await pictures.render(KEY, { width: 1280, format: 'jpeg' });
    expect([await nearest(480), await nearest(768), await nearest(1280)]).toEqual([
      expect.stringContaining('webp 320 '),
      expect.stringContaining('webp 960 '),
      expect.stringContaining('webp 960 '),
    ]);
  });

  test('does not draw a picture that another process has drawn in the meantime', async () => {
    const encode = counting();
    const drawn = Buffer.from('drawn');
    const answers: (Buffer | null)[] = [null, drawn];
    const shared: FileCache = { read: async () => answers.shift() ?? null, write: async () => undefined };
    expect(await createPictures({ source, kept: shared, encode }).render(KEY, SMALL)).toEqual(drawn);
    expect(encode).not.toHaveBeenCalled();
  });

  test('stores a picture before it returns it', async () => {
    const steps: string[] = [];
    const shared: FileCache = {
      read: async () => null,
      async write() {
        await new Promise((resolve) => setImmediate(resolve));
        steps.push('kept');
      },
    };
    await createPictures({ source, kept: shared, encode: counting() }).render(KEY, SMALL);
    steps.push('answered');
    expect(steps).toEqual(['kept', 'answered']);
  });

  test('X56: queues six hundred pictures at most over all callers, while two are drawn', async () => {
    let end = (): void => undefined;
    const drawing = new Promise<void>((resolve) => (end = resolve));
    const encode = vi.fn((original: Buffer) => drawing.then(() => original));
    const every: PictureSource = async (key) => ({ version: '0', read: async () => Buffer.from(key) });
    const shared: FileCache = { read: async () => null, write: async () => undefined };
    const pictures = createPictures({ source: every, kept: shared, encode });
    const asked = Array.from({ length: 660 }, (_, n) =>
      pictures.render(`p${n}-1`, SMALL, `caller ${n % 11}`).then(
        () => 200,
        (error: unknown) => toFailureReply(error).status,
      ),
    );
    await vi.waitFor(() => expect(encode).toHaveBeenCalledTimes(2));
    end();
    const answers = await Promise.all(asked);
    expect(answers.filter((status) => status === 200)).toHaveLength(602);
    expect(answers.filter((status) => status === 429)).toHaveLength(58);
  });

  test('a JPEG is progressive', async () => {
    const picture = await encodePicture(await PAINTED, { width: 320, format: 'jpeg' });
    expect(await sharp(picture).metadata()).toMatchObject({ isProgressive: true });
  });

  test('a failed drawing rejects, and the next call tries again', async () => {
    const encode = counting();
    encode.mockRejectedValueOnce(new Error('out of memory'));
    const pictures = createPictures({ source, kept, encode, concurrency: 1 });
    await expect(pictures.render(KEY, SMALL)).rejects.toThrow('out of memory');
    expect(await pictures.render(KEY, SMALL)).not.toBeNull();
  });
});

describe('originals', () => {
  const folder = () => join(dir, '..', 'originals');
  const store = async (name: string, file: Buffer) => {
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), name), file);
  };
  const half = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#c0392b00' } });
  /** Returns the colour at a point of the picture; both coordinates are from 0 to 1. */
  async function colourAt(picture: Buffer | null, x: number, y: number): Promise<number[]> {
    const { data, info } = await sharp(picture ?? Buffer.alloc(0))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(at, at + 3)];
  }
  const nearly = (...colour: number[]) => colour.map((part) => expect.closeTo(part, -1));

  test.each(['avif', 'webp', 'jpg', 'jpeg', 'png', 'svg'])('reads .%s files of the folder', async (type) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>';
    const painted = sharp(await PAINTED);
    await store(
      `kettle-1.${type}`,
      type === 'svg' ? Buffer.from(svg) : await painted.toFormat(type as 'png').toBuffer(),
    );
    const picture = await createPictures({ source: createFileSource(folder()), kept }).render('kettle-1', SMALL);
    expect(await sharp(picture ?? Buffer.alloc(0)).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 320,
    });
  });

  test('puts pictures that are not square or opaque on white, with the right orientation', async () => {
    await store('glass-1.png', await half(200, 100).png().toBuffer());
    const lying = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#0000ff' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await store('tower-1.jpg', lying);
    const pictures = createPictures({ source: createFileSource(folder()), kept });
    expect(await colourAt(await pictures.render('glass-1', SMALL), 0.5, 0.5)).toEqual(nearly(255, 255, 255));
    const tower = await pictures.render('tower-1', SMALL);
    expect(await colourAt(tower, 0.1, 0.5)).toEqual(nearly(255, 255, 255));
    expect(await colourAt(tower, 0.5, 0.1)).toEqual(nearly(0, 0, 255));
  });

  test('the version of a file is twelve hexadecimal digits', async () => {
    await store('kettle-1.png', Buffer.from('one'));
    expect((await createFileSource(folder())('kettle-1'))?.version).toMatch(/^[\da-f]{12}$/);
  });

  test('a replaced file shows immediately', async () => {
    const encode = counting();
    const pictures = createPictures({ source: createFileSource(folder()), kept, encode });
    await store('kettle-1.png', Buffer.from('one'));
    const first = await pictures.render('kettle-1', SMALL);
    await store('kettle-1.png', Buffer.from('another'));
    expect(await pictures.render('kettle-1', SMALL)).not.toEqual(first);
    expect(encode).toHaveBeenCalledTimes(2);
  });

  test('prefers a file to a drawing of the same name, and accepts a missing folder', async () => {
    const both = combineSources(createFileSource(folder()), source);
    expect(await (await both(KEY))?.read()).toEqual(await PAINTED);
    await store(`${KEY}.png`, Buffer.from('a photograph'));
    expect(await (await both(KEY))?.read()).toEqual(Buffer.from('a photograph'));
    expect(await both('no-such-product-1')).toBeNull();
  });
});

test('H6: a version is the first twelve digits of a hash, which fit into a file name', () => {
  expect(toVersion('')).toBe('e3b0c44298fc');
  expect(toVersion('a')).toBe('ca978112ca1b');
});
