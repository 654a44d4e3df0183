import sharp from 'sharp';
import { createConcurrencyLimit } from '../concurrency-limit.ts';
import type { KeptFiles } from './kept-files.ts';
import type { Original, PictureSource } from './originals.ts';

// Nothing is read twice from a file here, so libvips' cache would only hold memory.
sharp.cache(false);

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
   * The picture `<name>-<n>` (n from 1) in that size and format, or null when there is no such picture or variant.
   * The first call encodes and keeps it, later ones read the file; calls for one variant share one encoding.
   * Rejects only when the original cannot be read or encoded.
   */
  render(key: string, variant: PictureVariant): Promise<Buffer | null>;
}

export interface PictureOptions {
  readonly source: PictureSource;
  /** Where encoded files are kept, usually in DATA_DIR/media. */
  readonly kept: KeptFiles;
  /** Encodings at one time; the rest wait in order. */
  readonly concurrency?: number;
  /** Replaced by tests that count. */
  readonly encode?: (original: Buffer, variant: PictureVariant) => Promise<Buffer>;
}

/** No other key reaches a source or a file's name; an imported product's name has up to 160 characters. */
const KEY = /^[a-z0-9-]{1,160}-[1-9]$/;

/** Pictures of any origin in the sizes and formats of the pages, made when first asked for. */
export function createPictures({ source, kept, concurrency = 2, encode = encodePicture }: PictureOptions): Pictures {
  const underWay = new Map<string, Promise<Buffer | null>>();
  const limit = createConcurrencyLimit({ places: concurrency, waiting: Number.POSITIVE_INFINITY });

  const produce = async (file: string, original: Original, variant: PictureVariant): Promise<Buffer> => {
    const before = await kept.read(file);
    if (before !== null) return before;
    return limit.run(async () => {
      const picture = await encode(await original.read(), variant);
      await kept.keep(file, picture);
      return picture;
    });
  };

  return {
    async render(key, variant) {
      if (!isVariant(variant) || !KEY.test(key)) return null;
      const original = await source(key);
      if (original === null) return null;
      // The original's version in the name: a better original never meets an old file.
      const file = `${key}.${original.version}.${variant.width}.${variant.format}`;
      const shared = underWay.get(file);
      if (shared !== undefined) return shared;
      const work = produce(file, original, variant).finally(() => underWay.delete(file));
      underWay.set(file, work);
      return work;
    },
  };
}

function isVariant({ width, format }: PictureVariant): boolean {
  return PICTURE_WIDTHS.includes(width) && PICTURE_FORMATS.includes(format);
}

/**
 * A square of that width; what is not square stands on white. Settings measured for speed: more effort makes AVIF a
 * fifth smaller (1.4 KB at 480 px) in more than twice the time.
 */
export async function encodePicture(original: Buffer, { width, format }: PictureVariant): Promise<Buffer> {
  const image = sharp(original)
    .autoOrient()
    .resize(width, width, { fit: 'contain', background: PAPER })
    .flatten({ background: PAPER });
  if (format === 'avif') return image.avif({ quality: 58, effort: 0 }).toBuffer();
  if (format === 'webp') return image.webp({ quality: 80, effort: 2 }).toBuffer();
  return image.jpeg({ quality: 82, progressive: true }).toBuffer();
}

const PAPER = '#ffffff';
