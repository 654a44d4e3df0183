import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { createCall, markPlaces, removeMarks } from './marks.ts';
import type { Marked } from './marks.ts';

/** A picture of the page after a step. */
export interface Picture {
  /** Path in the folder of the report. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** The marked place is outside the picture. */
  readonly isPlaceOutside: boolean;
}

/** Folder of the pictures: Allure reads them there, and the page of the report shows the same files. */
export const PICTURES = 'allure-results';

/** The most bytes that the pictures of a case may take. */
const MOST_BYTES = 300_000;
/** Bytes that are left for the picture of a failure. */
const RESERVE = 40_000;
/** Widths in pixels, the most legible first. A long case gets smaller pictures. */
const WIDTHS = [960, 640, 448] as const;
const QUALITY = 50;

export interface PictureRequest {
  /** Name of the file without its ending. */
  readonly name: string;
  /** Texts and controls to mark. */
  readonly places: readonly string[];
  readonly isFailure: boolean;
  /** Number of steps that may still need a picture, with this one. */
  readonly stepsLeft: number;
}

/** Returns a function that takes pictures of a case, `null` when there is no room left for one. */
export async function createPictures(
  page: Page,
  folder: string,
): Promise<(request: PictureRequest) => Promise<Picture | null>> {
  const session = await page.context().newCDPSession(page);
  let room = MOST_BYTES;
  return async ({ name, places, isFailure, stepsLeft }) => {
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
    const marked = (await page.evaluate(createCall(markPlaces, places, isFailure))) as Marked;
    try {
      const share = isFailure ? room : (room - RESERVE) / stepsLeft;
      const least = isFailure ? room : room - RESERVE;
      const taken = await capture(session, { width, height, share, least });
      if (taken === null) return null;
      room -= taken.bytes.length;
      const file = `${PICTURES}/${name}.webp`;
      mkdirSync(path.join(folder, PICTURES), { recursive: true });
      writeFileSync(path.join(folder, file), taken.bytes);
      return { file, ...taken.size, isPlaceOutside: marked === 'outside' };
    } finally {
      await page.evaluate(createCall(removeMarks));
    }
  };
}

interface Capture {
  readonly width: number;
  readonly height: number;
  /** Bytes that a picture should take. */
  readonly share: number;
  /** Bytes that the smallest picture may take. */
  readonly least: number;
}

/** Takes the most legible picture that fits. Uses the browser's own WebP, which Playwright does not offer. */
async function capture(session: CDPSession, { width, height, share, least }: Capture) {
  for (const wanted of WIDTHS) {
    const scale = Math.min(1, wanted / width);
    const clip = { x: 0, y: 0, width, height, scale };
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
    const bytes = Buffer.from(data, 'base64');
    const isLast = wanted === WIDTHS.at(-1);
    if (bytes.length <= (isLast ? least : share))
      return { bytes, size: { width: Math.round(width * scale), height: Math.round(height * scale) } };
  }
  return null;
}
