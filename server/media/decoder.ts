import sharp, { type Sharp } from 'sharp';

// No file is read twice, so libvips' cache would only waste memory.
sharp.cache(false);

/** Larger pictures need too much memory to decode. */
export const MOST_PIXELS = 50_000_000;

/**
 * Opens a picture. The import and the pages use the same settings, so that every accepted picture can be rendered. A
 * damaged picture is rendered as far as possible, a truncated one is refused.
 */
export function openPicture(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: MOST_PIXELS });
}
