import sharp, { type Sharp } from 'sharp';

// No file is read twice here, so libvips' cache would only hold memory.
sharp.cache(false);

/** Larger pictures take too much memory to decode. */
export const MOST_PIXELS = 50_000_000;

/**
 * Opens a picture. The import checks with the same settings with which pages draw, so that what passes the check can be
 * drawn: a damaged picture is drawn as far as it can be read, a truncated one is refused.
 */
export function openPicture(bytes: Buffer): Sharp {
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: MOST_PIXELS });
}
