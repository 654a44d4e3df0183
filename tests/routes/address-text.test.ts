import { expect, test } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { planPage, render } from '../../src/entry-server.tsx';
import { preloadParts } from '../../src/routes/late-part.tsx';
import { routes } from '../../src/routes/table.ts';
import { getQueryText } from '../../src/rules/address-text.ts';
import { sources } from '../support/files.ts';

const CONTROL = /(?![\t\n\r])\p{Cc}/u;
const NAMES = ['search', 'category', 'brand', 'order', 'token', 'tab', 'section', 'sortBy', 'spec.RAM', 'RAM', 'page'];
const SIGNS = ['%00', 'a%00b', '%1B%5B', '%7F', '%C2%85'];

test.each(SIGNS)('X84: keeps %s of an address out of every page and call', async (sign) => {
  await preloadParts();
  for (const { path } of routes) {
    if (path.includes(':')) continue;
    const url = `${path}?${NAMES.map((name) => `${name}=${sign}`).join('&')}`;
    const keys = planPage(url).calls.map(({ endpoint, request }) => callKey(endpoint, request));
    expect(keys.filter((key) => CONTROL.test(key) || /%(00|1B|7F|C2%85)/i.test(key))).toEqual([]);
    const { html, head } = render({ url, now: 0, replies: {}, origin: 'https://duka.test' });
    expect([url, CONTROL.exec(html)?.index, CONTROL.exec(head)?.index]).toEqual([url, undefined, undefined]);
  }
});

test('X84: shows the rest of a text with control characters', () => {
  expect(getQueryText('?search=a%00b', 'search')).toBe('a b');
  expect(getQueryText('?search=%00', 'search')).toBe('');
  expect(getQueryText('', 'search')).toBe('');
  expect(getQueryText(`?search=${'a'.repeat(300)}`, 'search')).toHaveLength(200);
});

test('X84: only two modules parse the query of an address', () => {
  const readers = sources('src').filter(({ text }) => /new URLSearchParams\([^)]/.test(text));
  expect(readers.map(({ path }) => path).sort()).toEqual([
    'src/rules/address-text.ts',
    'src/rules/catalogue/list-query.ts',
  ]);
});
