// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { renderDocument } from '../../server/http/document.ts';
import { isFailure, PAGE_DATA_ID, UNNAMED_ENTRY } from '../../src/routes/page-data.ts';

test('H11: the document of the server has the data of its page under the id that the browser reads', () => {
  const data = { now: 5, replies: { 'GET /brands': { success: true } } };
  const html = renderDocument({ headEnd: '', bodyEnd: '', policy: '' }, { html: '<p>Page</p>', head: '' }, data);
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(JSON.parse(page.querySelector(`#${PAGE_DATA_ID}`)?.textContent ?? 'null')).toEqual(data);
});

test('an entry that the router did not create has the key that the router gives it', () => {
  const { result } = renderHook(() => useLocation().key, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/cart']}>{children}</MemoryRouter>,
  });
  expect(result.current).toBe(UNNAMED_ENTRY);
});

test.each([
  [{ success: false }, true],
  [{ success: true }, false],
  [{}, false],
  [null, false],
  [undefined, false],
  ['', false],
])('the reply %j is a failure: %s', (body, expected) => {
  expect(isFailure(body)).toBe(expected);
});
