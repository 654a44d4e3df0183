// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetchPage } from '../../src/routes/prefetch-page.ts';
import { findRoute } from '../../src/routes/table.ts';

const prefetch = vi.spyOn(findRoute('/cart').entry.Page, 'prefetch').mockImplementation(() => undefined);

beforeEach(() => {
  prefetch.mockClear();
  document.addEventListener('pointerdown', prefetchPage);
});

afterEach(() => {
  document.removeEventListener('pointerdown', prefetchPage);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Touches the first `span` of a document. */
function touch(html: string) {
  document.body.innerHTML = html;
  document.querySelector('span')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
}

test.each([
  ['a link opens', '<a href="/cart?from=here"><span>Cart</span></a>'],
  ['a button leads to', '<button type="button" data-next="/cart"><span>Add</span></button>'],
])('fetches the code of the page that %s when it is touched', (_, html) => {
  touch(html);
  expect(prefetch).toHaveBeenCalledTimes(1);
});

test.each([
  ['a button', '<button type="button"><span>Add</span></button>'],
  ['a link to another shop', '<a href="https://elsewhere.test/cart"><span>Cart</span></a>'],
  ['a link that opens another tab', '<a href="/cart" target="_blank"><span>Cart</span></a>'],
  ['a link to another page', '<a href="/about"><span>About</span></a>'],
])('fetches nothing of the cart for %s', (_, html) => {
  vi.spyOn(findRoute('/about').entry.Page, 'prefetch').mockImplementation(() => undefined);
  touch(html);
  expect(prefetch).not.toHaveBeenCalled();
});

test('fetches nothing when the shopper saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  touch('<a href="/cart"><span>Cart</span></a>');
  expect(prefetch).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { connection: { saveData: false } });
  touch('<a href="/cart"><span>Cart</span></a>');
  expect(prefetch).toHaveBeenCalledTimes(1);
});
