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

describe('navigation', () => {
  const PAGE = 'https://duka.test/products?page=2';

  /** Navigates, and returns the paths that the router saw before the paint and after it. */
  function navigated(path: string, { options = {}, visibility = 'visible', left = PAGE } = {}) {
    vi.useFakeTimers();
    let paint: () => void = () => undefined;
    vi.stubGlobal('location', new URL(PAGE));
    vi.stubGlobal('document', { visibilityState: visibility });
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => (paint = work));
    const seen: string[] = [];
    const { browser, bind } = createBrowser(() => 0);
    bind((to) => void seen.push(to));
    browser.navigate(path, options);
    const before = [...seen];
    vi.stubGlobal('location', new URL(left));
    paint();
    vi.runAllTimers();
    vi.useRealTimers();
    return [before, seen];
  }

  test('waits for the paint when only the query changes, so that a pressed filter is shown first', () =>
    expect(navigated('/products?brand=sony')).toEqual([[], ['/products?brand=sony']]));

  test.each([
    ['leads to another page', '/cart', {}],
    ['replaces the address', '/products', { options: { replace: true } }],
    ['is in a hidden page, which paints nothing', '/products?brand=sony', { visibility: 'hidden' }],
  ])('comes immediately when it %s', (_, path, how) => expect(navigated(path, how)).toEqual([[path], [path]]));

  test('is dropped when the shopper has left the page before the paint', () =>
    expect(navigated('/products?brand=sony', { left: 'https://duka.test/cart' })).toEqual([[], []]));
});
