import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBrowser } from '../../src/browser.ts';

afterEach(() => vi.unstubAllGlobals());

const denied = () =>
  Promise.reject(new DOMException('Access to the Locks API is denied in this context.', 'SecurityError'));
const granted = (_: string, work: () => unknown) => Promise.resolve().then(work);

/** Runs the work in turn, in a browser with this `navigator`. */
function inTurn(navigator: object, work: () => string): Promise<string> {
  vi.stubGlobal('navigator', navigator);
  return createBrowser(() => 0).browser.inTurn(work);
}

describe('work that tabs do in turn', () => {
  test.each([
    ['has no locks', {}],
    ['grants locks', { locks: { request: granted } }],
    ['denies locks', { locks: { request: denied } }],
  ])('H10: runs once in a browser that %s, so that an order can be placed', async (_, navigator) => {
    const work = vi.fn(() => 'done');
    expect(await inTurn(navigator, work)).toBe('done');
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('H10: is not retried when the work itself fails', async () => {
    const work = vi.fn(() => {
      throw new Error('mine');
    });
    await expect(inTurn({ locks: { request: granted } }, work)).rejects.toThrow('mine');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
