import { createFairQueue } from '../fair-queue.ts';
import { openPicture } from './decoder.ts';
import type { KeptFiles } from './kept-files.ts';
import type { Original, PictureSource } from './originals.ts';

/** Widths in pixels at which a picture is served; pictures are square. */
export const PICTURE_WIDTHS = [320, 480, 640, 768, 960, 1280] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

export const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export interface PictureVariant {
  width: PictureWidth;
  format: PictureFormat;
}

export interface Pictures {
  /**
   * The picture `<name>-<n>` (n from 1) in that size and format, or null when there is no such picture or variant. The
   * first call encodes and keeps it, later ones read the file; calls for one variant share one encoding. Callers take
   * turns. Throws Refusal `too-often` when too many encodings of the caller wait; also rejects when the original cannot
   * be read or encoded.
   */
  render(key: string, variant: PictureVariant, caller?: string): Promise<Buffer | null>;
  /** Returns the kept picture of that format whose width is nearest, or null. */
  nearest(key: string, variant: PictureVariant): Promise<Buffer | null>;
}

export interface PictureOptions {
  readonly source: PictureSource;
  /** Where encoded files are kept, usually in DATA_DIR/media. */
  readonly kept: KeptFiles;
  /** Encodings at one time; the rest wait. */
  readonly concurrency?: number;
  /** Replaced by tests that count. */
  readonly encode?: (original: Buffer, variant: PictureVariant) => Promise<Buffer>;
}

/** A page of products shows 12 to 60 pictures at once. */
const WAITING = { waitingOfOne: 60, waiting: 600 } as const;

/** No other key reaches a source or a file's name; an imported product's name has up to 160 characters. */
const KEY = /^[a-z0-9-]{1,160}-[1-9]$/;

/** Pictures of any origin in the sizes and formats of the pages, made when first asked for. */
export function createPictures({ source, kept, concurrency = 2, encode = encodePicture }: PictureOptions): Pictures {
  const queue = createFairQueue({ places: concurrency, ...WAITING });

  async function originalOf(key: string, variant: PictureVariant): Promise<Original | null> {
    return isVariant(variant) && KEY.test(key) ? source(key) : null;
  }

  return {
    async render(key, variant, caller = '') {
      const original = await originalOf(key, variant);
      if (original === null) return null;
      const file = fileOf(key, original, variant);
      return (
        (await kept.read(file)) ??
        queue.run(caller, file, async () => {
          const before = await kept.read(file);
          if (before !== null) return before;
          const picture = await encode(await original.read(), variant);
          await kept.keep(file, picture);
          return picture;
        })
      );
    },
    async nearest(key, variant) {
      const original = await originalOf(key, variant);
      if (original === null) return null;
      const distance = (width: number) => Math.abs(width - variant.width);
      for (const width of [...PICTURE_WIDTHS].sort((a, b) => distance(a) - distance(b))) {
        const picture = await kept.read(fileOf(key, original, { ...variant, width }));
        if (picture !== null) return picture;
      }
      return null;
    },
  };
}

/** The original's version is in the name: a better original never meets an old file. */
function fileOf(key: string, { version }: Original, { width, format }: PictureVariant): string {
  return `${key}.${version}.${width}.${format}`;
}

function isVariant({ width, format }: PictureVariant): boolean {
  return PICTURE_WIDTHS.includes(width) && PICTURE_FORMATS.includes(format);
}

/**
 * A square of that width; what is not square stands on white. Settings measured for speed: more effort makes AVIF a
 * fifth smaller (1.4 KB at 480 px) in more than twice the time.
 */
export async function encodePicture(original: Buffer, { width, format }: PictureVariant): Promise<Buffer> {
  const image = openPicture(original)
    .autoOrient()
    .resize(width, width, { fit: 'contain', background: PAPER })
    .flatten({ background: PAPER });
  if (format === 'avif') return image.avif({ quality: 58, effort: 0 }).toBuffer();
  if (format === 'webp') return image.webp({ quality: 80, effort: 2 }).toBuffer();
  return image.jpeg({ quality: 82, progressive: true }).toBuffer();
}

const PAPER = '#ffffff';
