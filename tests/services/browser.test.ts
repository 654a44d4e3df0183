import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBrowser } from '../../src/browser.ts';

afterEach(() => vi.unstubAllGlobals());

const denied = () =>
  Promise.reject(new DOMException('Access to the Locks API is denied in this context.', 'SecurityError'));
const granted = (_: string, work: () => unknown) => Promise.resolve().then(work);

/** What a browser with this `navigator` makes of the work. */
function inTurn(navigator: object, work: () => string): Promise<string> {
  vi.stubGlobal('navigator', navigator);
  return createBrowser(() => 0).browser.inTurn(work);
}

describe('what tabs do one after the other', () => {
  test.each([
    ['has none', {}],
    ['grants them', { locks: { request: granted } }],
    ['refuses them', { locks: { request: denied } }],
  ])('H10: is done once in a browser that %s, so that an order can be placed', async (_, navigator) => {
    const work = vi.fn(() => 'done');
    expect(await inTurn(navigator, work)).toBe('done');
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('H10: is not done again where it fails by itself', async () => {
    const work = vi.fn(() => {
      throw new Error('mine');
    });
    await expect(inTurn({ locks: { request: granted } }, work)).rejects.toThrow('mine');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
