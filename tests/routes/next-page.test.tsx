// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NextPageCode } from '../../src/routes/next-page.tsx';
import { findRoute } from '../../src/routes/table.ts';

/** The code of the next page is fetched while the finger is still on the link to it. */

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ELSEWHERE = 'https://wa.me/cart';

/** Touches the element with the text, and returns how often the cart's code was fetched and kept. */
async function touch(text: string, fetchCode: () => Promise<unknown> = () => Promise.resolve()) {
  const { entry } = findRoute('/cart');
  const fetched = vi.spyOn(entry, 'fetchCode').mockImplementation(fetchCode);
  const kept = vi.spyOn(entry.Page, 'preload').mockResolvedValue({ default: () => null });
  const page = render(
    <>
      <NextPageCode />
      <a href="/cart?from=here">
        <span>a link</span>
      </a>
      <a href={ELSEWHERE}>another site</a>
      <button type="button" data-next="/cart">
        a button that leads there
      </button>
      <button type="button">a button</button>
    </>,
  );
  fireEvent.pointerDown(page.getByText(text));
  await new Promise((resolve) => setImmediate(resolve));
  page.unmount();
  fireEvent.pointerDown(document.body);
  return [fetched.mock.calls.length, kept.mock.calls.length];
}

test.each([
  ['a link', [1, 1]],
  ['a button that leads there', [1, 1]],
  ['another site', [0, 0]],
  ['a button', [0, 0]],
])('%s', async (text, counts) => expect(await touch(text)).toEqual(counts));

test('a page without code after a lost connection is fetched again by the press', async () =>
  expect(await touch('a link', () => Promise.reject(new TypeError('Failed to fetch')))).toEqual([1, 0]));

test('code that has arrived is not fetched again', async () => {
  vi.spyOn(findRoute('/cart').entry.Page, 'loaded').mockReturnValue({ default: () => null });
  expect(await touch('a link')).toEqual([0, 0]);
});

test('a shopper who saves data fetches nothing before the press', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  expect(await touch('a link')).toEqual([0, 0]);
});
