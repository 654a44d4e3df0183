// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { shop } from '../../contract/shop.config.ts';
import { TOP_CATEGORIES_REQUEST } from '../../src/rules/catalogue/categories.ts';
import { preloadParts } from '../../src/routes/late-part.tsx';
import { AppProvider } from '../../src/routes/app-context.tsx';
import { FirstPageProvider, UNNAMED_ENTRY } from '../../src/routes/page-data.ts';
import { hasFooter, Shell } from '../../src/routes/shell/shell.tsx';
import { useTopCategories } from '../../src/routes/shell/top-categories.tsx';
import { manyCategories } from '../flows/support/catalogue.samples.ts';
import { ok, openTab } from '../support/tab.ts';
import type { Answer } from '../support/tab.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const FIXED = ['Computers', 'Accessories', 'TVs', 'Phones', 'Gaming', 'Home Appliances'];
const named = (count: number) => manyCategories(count).map(({ name }) => name);

/** Renders the frame of all pages at an address, with `came` categories in the served page or without them. */
async function frame(path: string, answer: () => Answer | Promise<Answer>, came?: number, tags?: readonly string[]) {
  await preloadParts();
  const { app, sent } = openTab({ server: answer });
  const key = callKey({ method: 'GET', path: '/categories' }, TOP_CATEGORIES_REQUEST);
  const body = { success: true, data: { categories: manyCategories(came ?? 0), tags } };
  let navigate: (path: string) => void = () => undefined;
  let isOver = false;
  function Going() {
    const go = useNavigate();
    useEffect(() => {
      navigate = (path) => void go(path);
    }, [go]);
    return <p>{`also here: ${useTopCategories().categories.length}`}</p>;
  }
  const page = render(
    <MemoryRouter initialEntries={[path]}>
      <AppProvider value={app}>
        <FirstPageProvider
          value={{
            now: 0,
            replies: came === undefined ? {} : { [key]: body },
            key: UNNAMED_ENTRY,
            isOver: () => isOver,
          }}
        >
          <Shell>
            <Going />
          </Shell>
        </FirstPageProvider>
      </AppProvider>
    </MemoryRouter>,
  );
  await settle();
  return {
    asked: () => sent.map(({ path }) => path).filter((one) => one.startsWith('/categories?limit')),
    links: () =>
      [...page.container.querySelectorAll('nav[aria-label="Top categories"] a')].map(({ textContent }) => textContent),
    tags: () =>
      [...page.container.querySelectorAll('nav[aria-label="Popular tags"] a')].map(({ textContent }) => textContent),
    hasFooter: () => page.container.querySelector('footer') !== null,
    alerts: () => page.queryAllByRole('alert'),
    async goTo(path: string) {
      isOver = true;
      act(() => navigate(path));
      await settle();
    },
  };
}

/** Lets the call and its response complete. */
async function settle() {
  await act(async () => {
    await Promise.all([import('../../src/services/api.ts'), import('../../src/services/catalogue.service.ts')]);
    for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setTimeout(resolve));
  });
}

const ASKED = ['/categories?limit=6&status=active'];

describe('§2 Footer: the categories of one load of the page', () => {
  test('H11: no page requests categories that the served page contained', async () => {
    const { asked, links, goTo } = await frame('/', () => 'lost', 6);
    for (const path of ['/cart', '/', '/auth/login', '/']) await goTo(path);
    expect(links()).toEqual(named(6));
    expect(asked()).toEqual([]);
  });

  test('§7: requests a missing list once, on any page', async () => {
    const { asked, links, goTo } = await frame('/auth/login', () => ok({ categories: manyCategories(7) }));
    for (const path of ['/', '/cart', '/track-order/a1b2', '/']) await goTo(path);
    expect(links()).toEqual(named(6));
    expect(asked()).toEqual(ASKED);
  });

  test('does not retry a failed list and shows no error', async () => {
    const refusal = { status: 400, body: { success: false, message: 'X' } };
    const { asked, links, alerts, goTo } = await frame('/', () => refusal);
    expect(links()).toEqual(FIXED);
    await goTo('/cart');
    expect([links(), asked(), alerts()]).toEqual([FIXED, ASKED, []]);
  });

  test('a pending call continues when the shopper opens another page', async () => {
    const waiting: ((answer: Answer) => void)[] = [];
    const { asked, links, goTo } = await frame('/', () => new Promise((resolve) => waiting.push(resolve)));
    await goTo('/cart');
    for (const answer of waiting) answer(ok({ categories: manyCategories(1) }));
    await settle();
    expect([links(), asked()]).toEqual([named(1), ASKED]);
  });

  test('a new page load requests the list again, or uses the served one', async () => {
    const first = await frame('/', () => 'lost');
    expect(first.links()).toEqual(FIXED);
    cleanup();
    const without = await frame('/', () => ok({ categories: manyCategories(6) }));
    expect([without.links(), without.asked()]).toEqual([named(6), ASKED]);
    cleanup();
    const withList = await frame('/', () => 'lost', 6);
    expect([withList.links(), withList.asked()]).toEqual([named(6), []]);
  });
});

test.each([
  ['/', true],
  ['/cart', true],
  ['/authors', true],
  ['/auth', false],
  ['/auth/login', false],
  ['/track-order', false],
  ['/track-order/a1b2', false],
])('A21: %s has a footer: %s', async (path, expected) => {
  const shown = await frame(path, () => 'lost', 6);
  expect([hasFooter(path), shown.hasFooter()]).toEqual([expected, expected]);
});

test('A60: the footer shows the popular tags of the served page, also on later pages', async () => {
  const { tags, goTo } = await frame('/', () => 'lost', 6, ['Laptops', 'Chargers']);
  expect(tags()).toEqual(['Laptops', 'Chargers']);
  await goTo('/cart');
  expect(tags()).toEqual(['Laptops', 'Chargers']);
  cleanup();
  expect((await frame('/', () => 'lost', 6, [])).tags()).toEqual([]);
  cleanup();
  expect((await frame('/', () => 'lost')).tags()).toEqual(shop.popularTags);
});
