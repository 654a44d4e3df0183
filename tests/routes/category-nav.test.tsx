// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { callKey } from '../../contract/endpoint.ts';
import { CATEGORIES_REQUEST } from '../../src/rules/catalogue/categories.ts';
import { AppProvider } from '../../src/routes/app-context.tsx';
import { useCategories } from '../../src/routes/catalogue/category-nav.tsx';
import { preloadParts } from '../../src/routes/late-part.tsx';
import { FirstPageProvider, UNNAMED_ENTRY } from '../../src/routes/page-data.ts';
import { Shell } from '../../src/routes/shell/shell.tsx';
import { routes } from '../../src/routes/table.ts';
import { categories } from '../flows/support/catalogue.samples.ts';
import { ok, openTab } from '../support/tab.ts';
import type { Answer } from '../support/tab.ts';

/** Notifies the active `ResizeObserver`. */
let resized: () => void = () => undefined;

class Size implements ResizeObserver {
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe() {
    resized = () => this.#tell([], this);
  }
  unobserve() {}
  disconnect() {
    resized = () => undefined;
  }
}

beforeAll(preloadParts);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders the frame of all pages at an address, with the categories in the served page or without them. */
async function frame(path: string, { came = true, answer = () => 'lost' as Answer } = {}) {
  vi.stubGlobal('ResizeObserver', Size);
  const { app, sent } = openTab({ server: answer });
  const key = callKey({ method: 'GET', path: '/categories' }, CATEGORIES_REQUEST);
  let navigate: (path: string) => void = () => undefined;
  let isOver = false;
  function Going() {
    const go = useNavigate();
    useEffect(() => {
      navigate = (path) => void go(path);
    }, [go]);
    return <p>{`also here: ${useCategories().map(({ name }) => name)}`}</p>;
  }
  const replies = came ? { [key]: { success: true, data: { categories } } } : {};
  const { container } = render(
    <MemoryRouter initialEntries={[path]}>
      <AppProvider value={app}>
        <FirstPageProvider value={{ now: 0, replies, key: UNNAMED_ENTRY, isOver: () => isOver }}>
          <Shell>
            <Going />
          </Shell>
        </FirstPageProvider>
      </AppProvider>
    </MemoryRouter>,
  );
  await settle();
  const strip = () => screen.getByRole('navigation', { name: 'Categories' }).querySelector('ul') as HTMLElement;
  return {
    container,
    strip,
    asked: () => sent.map(({ path }) => path).filter((one) => one === '/categories?status=active'),
    /** Names of the entries; `*` marks a highlighted one. */
    bar: () =>
      [...container.querySelectorAll('nav[aria-label="Categories"] a')].map(
        (link) => `${link.textContent}${link.hasAttribute('aria-current') ? '*' : ''}`,
      ),
    async goTo(path: string) {
      isOver = true;
      act(() => navigate(path));
      await settle();
    },
    /** Sets the width of the strip and of its content, in px. */
    async measure(clientWidth: number, scrollWidth: number) {
      for (const [name, value] of Object.entries({ clientWidth, scrollWidth }))
        Object.defineProperty(strip(), name, { value, configurable: true });
      await act(async () => resized());
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

describe('A59: the nav bar of every page', () => {
  test.each(routes.map(({ path }) => path.replaceAll(':', '')))('%s', async (path) => {
    const { bar } = await frame(path);
    expect(bar()).toEqual(['TVs', 'Phones']);
  });

  test('highlights the category of the address', async () => {
    const { bar, goTo } = await frame('/products?category=tvs');
    expect(bar()).toEqual(['TVs*', 'Phones']);
    await goTo('/search?search=x&category=phones');
    expect(bar()).toEqual(['TVs', 'Phones*']);
    await goTo('/cart?category=phones');
    expect(bar()).toEqual(['TVs', 'Phones']);
  });

  test('A9: an entry links to its category without the other parameters of the address', async () => {
    const { container } = await frame('/products?category=tvs&brand=sony&RAM=8GB&minPrice=5&sortBy=rating&page=3');
    const links = [...container.querySelectorAll('nav[aria-label="Categories"] a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/products?category=tvs',
      '/products?category=phones',
    ]);
  });

  test('H11: no page requests categories that the served page contained', async () => {
    const { asked, bar, goTo } = await frame('/');
    for (const path of ['/cart', '/products', '/auth/login']) await goTo(path);
    expect([bar(), asked()]).toEqual([['TVs', 'Phones'], []]);
  });

  test('requests a missing list once and gives the names to the pages', async () => {
    const { asked, container, bar, goTo } = await frame('/', { came: false, answer: () => ok({ categories }) });
    await goTo('/products');
    expect([bar(), asked()]).toEqual([['TVs', 'Phones'], ['/categories?status=active']]);
    expect(container.textContent).toContain('also here: TVs,Phones');
  });

  test('does not retry a failed list', async () => {
    const { asked, bar, goTo } = await frame('/', {
      came: false,
      answer: () => ({ status: 400, body: { success: false } }),
    });
    await goTo('/products');
    screen.getByText('Failed to load categories');
    expect([bar(), asked()]).toEqual([[], ['/categories?status=active']]);
  });
});

describe('§2 Category nav bar: the arrows', () => {
  const arrows = () => screen.queryAllByRole('button', { name: /Scroll/ }).map((one) => one.getAttribute('aria-label'));
  const press = (name: string) => act(() => screen.getByRole('button', { name }).click());

  test('each scrolls by 200 px, up to the end of the strip', async () => {
    const { strip, measure } = await frame('/');
    await measure(500, 500);
    expect(arrows()).toEqual([]);
    await measure(500, 850);
    expect(arrows()).toEqual(['Scroll categories right']);
    press('Scroll categories right');
    expect([strip().scrollLeft, arrows().length]).toEqual([200, 2]);
    press('Scroll categories right');
    expect([strip().scrollLeft, arrows()]).toEqual([350, ['Scroll categories left']]);
    press('Scroll categories left');
    expect(strip().scrollLeft).toBe(150);
  });

  test('a touch scroll to a fractional offset updates the arrows and stays there', async () => {
    const { strip, measure } = await frame('/');
    await measure(500, 850);
    strip().scrollLeft = 349.4;
    act(() => void strip().dispatchEvent(new Event('onscrollend' in strip() ? 'scrollend' : 'scroll')));
    expect([strip().scrollLeft, arrows()]).toEqual([349.4, ['Scroll categories left']]);
  });

  test.each([
    ['beyond the right edge', [520, 600], 144],
    ['beyond the left edge', [-30, 60], -74],
    ['seen', [100, 180], 0],
  ])('a chosen entry that is %s is scrolled into view', async (_, [left, right], scrolled) => {
    const { strip, goTo } = await frame('/');
    const { getBoundingClientRect } = HTMLElement.prototype;
    HTMLElement.prototype.getBoundingClientRect = function () {
      return (this.tagName === 'A' ? { left, right } : { left: 0, right: 500 }) as DOMRect;
    };
    await goTo('/products?category=phones');
    HTMLElement.prototype.getBoundingClientRect = getBoundingClientRect;
    expect(strip().scrollLeft).toBe(scrolled);
  });
});
