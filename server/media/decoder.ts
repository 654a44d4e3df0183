import type { default as SharpModule, Sharp } from 'sharp';

let loading: Promise<typeof SharpModule> | undefined;

/** Loads the decoder for the first picture, because it takes a fifth of the time in which a shop loads its code. */
async function load(): Promise<typeof SharpModule> {
  const { default: sharp } = await import('sharp');
  // No file is read twice, so libvips' cache would only waste memory.
  sharp.cache(false);
  return sharp;
}

/** Larger pictures need too much memory to decode. */
export const MOST_PIXELS = 50_000_000;

/**
 * Opens a picture. The import and the pages use the same settings, so that every accepted picture can be rendered. A
 * damaged picture is rendered as far as possible, a truncated one is refused.
 */
export async function openPicture(bytes: Buffer): Promise<Sharp> {
  loading ??= load();
  const sharp = await loading;
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: MOST_PIXELS });
}
