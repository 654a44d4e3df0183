import { expect, test } from 'vitest';
import { walkByHand, WindowClosed } from '../browser/by-hand.ts';
import type { Guide } from '../browser/guide.ts';
import type { Player } from '../browser/play.ts';
import { arrangeWindows } from '../browser/windows.ts';
import { createCase } from './run-of-cases.ts';

const NEVER = new Promise<never>(() => undefined);
const player = { settle: () => Promise.resolve() } as unknown as Player;

/** Walks a step without moves, in a guide whose window ends with this error. */
function walk(problem: Error) {
  const guide: Guide = {
    pageSize: null,
    placeProduct: () => Promise.resolve(),
    ask: () => Promise.reject(problem),
    close: () => Promise.resolve(),
  };
  const step = { case: createCase('a'), step: 0, moves: [], closed: NEVER, check: null };
  return walkByHand(player, guide, { ...step, perform: () => Promise.resolve() });
}

test('TST-Q7: only a closed window counts as closed, and every other error is reported', async () => {
  await expect(walk(new Error('Target page, context or browser has been closed'))).rejects.toThrow(WindowClosed);
  await expect(walk(new Error('fault'))).rejects.toThrow('fault');
});

test.each([
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [1280, 800],
  [1024, 768],
])('TST-Q7: on a screen of %s × %s both windows are inside of it, and both can be reached', (width, height) => {
  const { page, guide } = arrangeWindows({ width, height });
  expect(page.width).toBeLessThanOrEqual(1_280);
  // Tabs, address bar and notices of the window are above the page.
  expect(page.height + 100).toBeLessThanOrEqual(height);
  expect(guide.top + guide.height).toBeLessThanOrEqual(height);
  expect(guide.left + guide.width).toBeLessThanOrEqual(width);
  // Where there is no room for both, a strip of the one behind can be pressed.
  if (width >= 1_800) expect(guide.left).toBeGreaterThan(page.width);
  else expect(Math.min(guide.left, width - page.width)).toBeGreaterThanOrEqual(64);
});
