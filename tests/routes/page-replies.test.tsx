import { expect, test } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { planPage, render } from '../../src/entry-server.tsx';
import { BODIES } from '../support/page-bodies.ts';

/**
 * Every field of every reply that a page is rendered with, one at a time: what is shown, the head and the linked data
 * follow it, or the table below says why they do not. A field that a page forgets, or takes from another reply, is seen
 * here.
 */

const NOW = Date.UTC(2026, 0, 1, 9);

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A leaf of a body: where it is, and the body with another value there. */
interface Variation {
  /** Path of the call, then the fields, with `*` for the first of a list. */
  readonly field: string;
  readonly value: Json;
  readonly other: Json;
  readonly body: Json;
}

/** Another value of the same type; a text stays a text of its kind. */
function otherThan(value: Json, field: string): Json {
  // How many there are matters where there are none.
  if (field.endsWith('.stock')) return 0;
  if (typeof value === 'number') return value + 7;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replace('-02T', '-05T');
  return value.startsWith('/') ? `${value}-zebra` : `Zebra ${value}`;
}

function variationsOf(value: Json, field: string): Variation[] {
  if (Array.isArray(value)) {
    const [first] = value as readonly Json[];
    return first === undefined
      ? []
      : variationsOf(first, `${field}.*`).map((one) => ({ ...one, body: (value as Json[]).with(0, one.body) }));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) =>
      variationsOf(item as Json, `${field}.${key}`).map((one) => ({ ...one, body: { ...value, [key]: one.body } })),
    );
  }
  const other = otherThan(value, field);
  return value === null ? [] : [{ field, value, other, body: other }];
}

function pageWith(url: string, change?: { readonly key: string; readonly body: Json | null }) {
  const replies = Object.fromEntries(
    planPage(url).calls.map(({ endpoint, request }) => {
      const key = callKey(endpoint, request);
      if (change?.key !== key) return [key, { success: true, data: BODIES[endpoint.path] }];
      return [key, change.body === null ? undefined : { success: true, data: change.body }];
    }),
  );
  return render({ url, now: NOW, replies, origin: 'https://duka.test' });
}

const CARD = String.raw`(?:products\.\*|flashDeals\.\*\.product)`;

/** Fields that no page shows in its first paint, each with the reason. */
const NOT_SHOWN: readonly (readonly [field: RegExp, reason: string])[] = [
  [/\._id$/, 'an id is for calls'],
  [/\.(?:order|isActive|position)$/, 'the server has sorted and selected by it'],
  [/ \/(?:categories|brands)\b.*\.productCount$/, 'a menu shows names; the filters show counts'],
  [/ \/categories\?status=active data\.tags\.\*$/, 'the footer has the tags of its own call'],
  [new RegExp(`${CARD}\\.(?:description|category|brand|specifications)\\b`), 'a card has no room for it'],
  [/\.(?:price|discount|flashPrice)$/, 'finalPrice is charged, and the percent is computed from what is shown'],
  [/\.isNewArrival$/, 'decides which section lists a product'],
  [new RegExp(`${CARD}\\.(?:isFlashDeal|flashEndsAt)$`), 'the clock belongs to the section'],
  [/ \/products\?.*&?(?:sortBy|featured)=.*pagination\./, 'a section of the home page has no pages'],
  [/product\.brand\.slug$/, 'the page names the brand'],
];

const PAGES = ['/', '/products?page=2', '/products?category=tvs', '/products?deals=flash', '/product/sony-tv', '/cart'];
const reasonFor = (field: string) => NOT_SHOWN.findIndex(([pattern]) => pattern.test(field));

/** Fields whose other value a page does not show. */
function hiddenOn(url: string): string[] {
  const before = JSON.stringify(pageWith(url));
  return planPage(url).calls.flatMap(({ endpoint, request }) => {
    const key = callKey(endpoint, request);
    return variationsOf((BODIES[endpoint.path] ?? {}) as Json, `${key} data`).flatMap(({ field, other, body }) => {
      const after = JSON.stringify(pageWith(url, { key, body }));
      const isShown = typeof other === 'string' && /zebra/i.test(other) ? /zebra/i.test(after) : after !== before;
      return isShown ? [] : [field];
    });
  });
}

const hidden = new Map(PAGES.map((url) => [url, hiddenOn(url)]));

test.each(PAGES)('%s shows every field of its replies, or a reason says why not', (url) => {
  expect(hidden.get(url)?.filter((field) => reasonFor(field) === -1)).toEqual([]);
});

test('every reason is needed', () => {
  const needed = new Set([...hidden.values()].flat().map(reasonFor));
  expect(NOT_SHOWN.filter((_, index) => !needed.has(index)).map(([, reason]) => reason)).toEqual([]);
});

test.each(PAGES)('%s renders without a reply that did not come', (url) => {
  const { calls, hasSubject } = planPage(url);
  for (const { endpoint, request } of calls.slice(hasSubject ? 1 : 0)) {
    const missing = callKey(endpoint, request);
    const { html, status } = pageWith(url, { key: missing, body: null });
    expect(status).toBe(200);
    expect(html).toContain('<main');
  }
});

test.each([
  ['/', false],
  ['/about', false],
  ['/products', true],
  ['/product/sony-tv', true],
])('%s has one reply without which there is no page: %s', (url, hasSubject) => {
  expect(planPage(url).hasSubject).toBe(hasSubject);
});
