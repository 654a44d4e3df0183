import { createFairQueue } from '../fair-queue.ts';
import { openPicture } from './decoder.ts';
import type { FileCache } from './file-cache.ts';
import type { Original, PictureSource } from './originals.ts';

/** Widths of served pictures in pixels. Pictures are square. */
export const PICTURE_WIDTHS = [96, 192, 320, 480, 640, 768, 960, 1280] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

export const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export interface PictureVariant {
  width: PictureWidth;
  format: PictureFormat;
}

export interface Pictures {
  /**
   * Returns the picture `<name>-<n>` (n from 1) in that size and format, or `null` for an unknown picture or variant.
   * The first call encodes and caches it. Parallel calls for one variant share the encoding. Callers take turns. Throws
   * `Refusal` `too-often` when too many encodings of the caller are queued. Rejects when the original cannot be read or
   * encoded.
   */
  render(key: string, variant: PictureVariant, caller?: string): Promise<Buffer | null>;
  /** Returns the cached picture of that format with the nearest width, or `null`. */
  findNearest(key: string, variant: PictureVariant): Promise<Buffer | null>;
}

export interface PictureOptions {
  readonly source: PictureSource;
  /** Cache of encoded files, usually in `DATA_DIR/media`. */
  readonly kept: FileCache;
  /** Number of parallel encodings. Others are queued. */
  readonly concurrency?: number;
  /** Tests replace it to count calls. */
  readonly encode?: (original: Buffer, variant: PictureVariant) => Promise<Buffer>;
}

/** A page of products shows 12 to 60 pictures. */
const WAITING = { waitingOfOne: 60, waiting: 600 } as const;

/** Only these keys reach a source or a file name. The name of an imported product has up to 160 characters. */
const KEY = /^[a-z0-9-]{1,160}-[1-9]$/;

/** Serves pictures from any source in the sizes and formats of the pages. Encodes them on first request. */
export function createPictures({ source, kept, concurrency = 2, encode = encodePicture }: PictureOptions): Pictures {
  const queue = createFairQueue({ places: concurrency, ...WAITING });

  async function findOriginal(key: string, variant: PictureVariant): Promise<Original | null> {
    return isVariant(variant) && KEY.test(key) ? source(key) : null;
  }

  return {
    async render(key, variant, caller = '') {
      const original = await findOriginal(key, variant);
      if (original === null) return null;
      const file = toFileName(key, original, variant);
      return (
        (await kept.read(file)) ??
        queue.run(caller, file, async () => {
          const before = await kept.read(file);
          if (before !== null) return before;
          const picture = await encode(await original.read(), variant);
          await kept.write(file, picture);
          return picture;
        })
      );
    },
    async findNearest(key, variant) {
      const original = await findOriginal(key, variant);
      if (original === null) return null;
      const distance = (width: number) => Math.abs(width - variant.width);
      for (const width of [...PICTURE_WIDTHS].sort((a, b) => distance(a) - distance(b))) {
        const picture = await kept.read(toFileName(key, original, { ...variant, width }));
        if (picture !== null) return picture;
      }
      return null;
    },
  };
}

/** The name contains the original's version, so that a new original does not use old files. */
function toFileName(key: string, { version }: Original, { width, format }: PictureVariant): string {
  return `${key}.${version}.${width}.${format}`;
}

function isVariant({ width, format }: PictureVariant): boolean {
  return PICTURE_WIDTHS.includes(width) && PICTURE_FORMATS.includes(format);
}

/**
 * Encodes a square picture of that width, with white padding. The settings favour speed: more effort makes AVIF a fifth
 * smaller (1.4 KB at 480 px) but takes more than twice the time.
 */
export async function encodePicture(original: Buffer, { width, format }: PictureVariant): Promise<Buffer> {
  const opened = await openPicture(original);
  const image = opened
    .autoOrient()
    .resize(width, width, { fit: 'contain', background: PAPER })
    .flatten({ background: PAPER });
  if (format === 'avif') return image.avif({ quality: 58, effort: 0 }).toBuffer();
  if (format === 'webp') return image.webp({ quality: 80, effort: 2 }).toBuffer();
  return image.jpeg({ quality: 82, progressive: true }).toBuffer();
}

const PAPER = '#ffffff';
