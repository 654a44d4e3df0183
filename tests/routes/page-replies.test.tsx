import { expect, test } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { planPage, render } from '../../src/entry-server.tsx';
import { BODIES } from '../support/page-bodies.ts';

/**
 * Changes every field of every reply of a page, one at a time. The HTML, head or linked data must change too, or
 * `NOT_SHOWN` gives the reason. Detects a field that a page ignores or takes from another reply.
 */

const NOW = Date.UTC(2026, 0, 1, 9);

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A leaf of a response body, and the body with another value at that place. */
interface Variation {
  /** Path of the call, then the fields, with `*` for the first of a list. */
  readonly field: string;
  readonly value: Json;
  readonly other: Json;
  readonly body: Json;
}

/** Returns another value of the same type. Dates stay dates, paths stay paths. */
function otherThan(value: Json, field: string): Json {
  // Pages show the stock only when it is 0.
  if (field.endsWith('.stock')) return 0;
  if (typeof value === 'number') return value + 7;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replace('-02T', '-05T');
  return value.startsWith('/') ? `${value}-zebra` : `Zebra ${value}`;
}

function getVariations(value: Json, field: string): Variation[] {
  if (Array.isArray(value)) {
    const [first] = value as readonly Json[];
    return first === undefined
      ? []
      : getVariations(first, `${field}.*`).map((one) => ({ ...one, body: (value as Json[]).with(0, one.body) }));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, item]) =>
      getVariations(item as Json, `${field}.${key}`).map((one) => ({ ...one, body: { ...value, [key]: one.body } })),
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

/** Fields that no page shows in its first paint, with the reasons. */
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

/** Returns the fields whose change does not change the page. */
function hiddenOn(url: string): string[] {
  const before = JSON.stringify(pageWith(url));
  return planPage(url).calls.flatMap(({ endpoint, request }) => {
    const key = callKey(endpoint, request);
    return getVariations((BODIES[endpoint.path] ?? {}) as Json, `${key} data`).flatMap(({ field, other, body }) => {
      const after = JSON.stringify(pageWith(url, { key, body }));
      const isShown = typeof other === 'string' && /zebra/i.test(other) ? /zebra/i.test(after) : after !== before;
      return isShown ? [] : [field];
    });
  });
}

const hidden = new Map(PAGES.map((url) => [url, hiddenOn(url)]));

test.each(PAGES)('%s shows every field of its replies, or the table gives a reason', (url) => {
  expect(hidden.get(url)?.filter((field) => reasonFor(field) === -1)).toEqual([]);
});

test('every reason is needed', () => {
  const needed = new Set([...hidden.values()].flat().map(reasonFor));
  expect(NOT_SHOWN.filter((_, index) => !needed.has(index)).map(([, reason]) => reason)).toEqual([]);
});

test.each(PAGES)('%s renders when a reply is missing', (url) => {
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
])('%s depends on one required reply: %s', (url, hasSubject) => {
  expect(planPage(url).hasSubject).toBe(hasSubject);
});
