import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { demoProducts } from '../../demo/catalogue/index.ts';
import { drawPicture, type Sitter } from '../../demo/drawings/draw.ts';
import { createGate } from './gate.ts';

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
   * The encoded picture `<product slug>-<n>` (n from 1), or null when there is no such picture or variant.
   * The first call renders and keeps it, later ones read the file; calls for one variant share one rendering.
   * Rejects only when rendering itself fails: a directory that cannot be read or written costs speed, nothing else.
   */
  render(key: string, variant: PictureVariant): Promise<Buffer | null>;
}

export interface PictureOptions {
  /** Where rendered files are kept, usually DATA_DIR/media; made when missing. */
  dir: string;
  /** Renderings at one time; the rest wait in order. */
  concurrency?: number;
  /** Whose pictures there are, by slug; the demo catalogue unless told. */
  sitters?: ReadonlyMap<string, Sitter>;
  /** Draws and encodes one picture; replaced by tests that count. */
  encode?: (svg: string, variant: PictureVariant) => Promise<Buffer>;
}

/** A shop that draws its own product pictures, when first asked for. */
export function createPictures({
  dir,
  concurrency = 2,
  sitters = demoSitters(),
  encode = encodePicture,
}: PictureOptions): Pictures {
  const underWay = new Map<string, Promise<Buffer | null>>();
  const gate = createGate(concurrency);
  const drawings = new Map<string, Drawing | null>();
  let isMade: Promise<unknown> | undefined;

  const drawingOf = (key: string): Drawing | null => {
    const known = drawings.get(key);
    if (known !== undefined) return known;
    const svg = draw(sitters, key);
    // Unknown keys are not remembered: anyone can invent them.
    if (svg === null) return null;
    const drawing = { svg, version: createHash('sha256').update(svg).digest('hex').slice(0, 12) };
    drawings.set(key, drawing);
    return drawing;
  };

  const produce = async (file: string, svg: string, variant: PictureVariant): Promise<Buffer> => {
    const kept = await read(file);
    if (kept !== null) return kept;
    return gate(async () => {
      const picture = await encode(svg, variant);
      isMade ??= mkdir(dir, { recursive: true }).catch(() => undefined);
      await isMade;
      await keep(file, picture);
      return picture;
    });
  };

  return {
    async render(key, variant) {
      if (!isVariant(variant)) return null;
      const drawing = drawingOf(key);
      if (drawing === null) return null;
      // The drawing's own hash in the name: a better drawing never meets an old file.
      const file = join(dir, `${key}.${drawing.version}.${variant.width}.${variant.format}`);
      const shared = underWay.get(file);
      if (shared !== undefined) return shared;
      const work = produce(file, drawing.svg, variant).finally(() => underWay.delete(file));
      underWay.set(file, work);
      return work;
    },
  };
}

interface Drawing {
  svg: string;
  version: string;
}

export function demoSitters(): ReadonlyMap<string, Sitter> {
  return new Map(demoProducts.map((product) => [product.slug, product]));
}

/** The SVG document of `<product slug>-<n>`, or null. Only known slugs pass, so a key never reaches a path unchecked. */
function draw(sitters: ReadonlyMap<string, Sitter>, key: string): string | null {
  const match = /^([a-z0-9-]{1,120})-([1-9])$/.exec(key);
  const sitter = sitters.get(match?.[1] ?? '');
  return sitter === undefined ? null : drawPicture(sitter, Number(match?.[2]));
}

function isVariant({ width, format }: PictureVariant): boolean {
  return PICTURE_WIDTHS.includes(width) && PICTURE_FORMATS.includes(format);
}

/** Settings measured for speed: more effort makes AVIF a fifth smaller (1.4 KB at 480 px) in more than twice the time. */
export async function encodePicture(svg: string, { width, format }: PictureVariant): Promise<Buffer> {
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${width}" `);
  const image = sharp(Buffer.from(sized)).removeAlpha();
  if (format === 'avif') return image.avif({ quality: 58, effort: 0 }).toBuffer();
  if (format === 'webp') return image.webp({ quality: 80, effort: 2 }).toBuffer();
  return image.jpeg({ quality: 82, progressive: true }).toBuffer();
}

async function read(file: string): Promise<Buffer | null> {
  try {
    const kept = await readFile(file);
    // A file that a power cut left empty counts as missing.
    return kept.length > 0 ? kept : null;
  } catch {
    return null;
  }
}

/** Written beside and renamed, so that a reader or a killed process never leaves half a picture. */
async function keep(file: string, picture: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, picture);
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
