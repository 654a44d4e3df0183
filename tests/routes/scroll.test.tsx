// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { MemoryRouter, useNavigate, type NavigateOptions, type To } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Scroll } from '../../src/routes/scroll.tsx';

/** The browser's own part: a page as tall as `height`, which says when it grows. */
const page = { top: 0, height: 0, tops: [] as number[], grow: new Set<() => void>() };

class Growth {
  private readonly tell: () => void;
  constructor(tell: () => void) {
    this.tell = tell;
  }
  observe() {
    page.grow.add(this.tell);
  }
  disconnect() {
    page.grow.delete(this.tell);
  }
}

beforeEach(() => {
  Object.assign(page, { top: 0, height: 10_000, tops: [] });
  page.grow.clear();
  sessionStorage.clear();
  vi.stubGlobal('ResizeObserver', Growth);
  vi.spyOn(window, 'addEventListener');
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => page.top);
  vi.spyOn(window, 'scrollTo').mockImplementation((...[left, top]: unknown[]) => {
    expect(left).toBe(0);
    page.top = Math.min(Number(top), page.height);
    page.tops.push(Number(top));
  });
});
afterEach(() => {
  cleanup();
  // Nothing hears of the next test, whatever a wrong page has left.
  for (const [type, listener] of vi.mocked(window.addEventListener).mock.calls)
    window.removeEventListener(type, listener as () => void);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

let go: (to: To | number, options?: NavigateOptions) => Promise<void>;
let setPart: (part: React.ReactNode) => Promise<void>;

function Content() {
  const navigate = useNavigate();
  const [part, set] = useState<React.ReactNode>(null);
  useEffect(() => {
    go = (to, options) => act(async () => void (typeof to === 'number' ? navigate(to) : navigate(to, options)));
    setPart = (next) => act(async () => set(next));
  }, [navigate]);
  return (
    <main tabIndex={-1}>
      <section>{part}</section>
    </main>
  );
}

const open = (entries: readonly { pathname: string; key: string }[] = [{ pathname: '/', key: 'home' }]) =>
  render(
    <MemoryRouter initialEntries={[...entries]} initialIndex={entries.length - 1}>
      <Scroll />
      <Content />
    </MemoryRouter>,
  );

function scrollTo(top: number) {
  page.top = top;
  window.dispatchEvent(new Event('scroll'));
}
const grown = () => [...page.grow].forEach((tell) => tell());

test('U14: a page that is gone hears of nothing any more', () => {
  const removed = vi.spyOn(window, 'removeEventListener');
  const added = vi.mocked(window.addEventListener).mock;
  const before = added.calls.length;
  const { unmount } = open();
  const heard = added.calls.slice(before).filter(([type]) => ['scroll', 'pageshow', 'pagehide'].includes(type));
  expect(heard).toHaveLength(3);
  // A listener that could prevent scrolling makes the browser wait for it.
  expect(heard.find(([type]) => type === 'scroll')?.[2]).toEqual({ passive: true });
  unmount();
  for (const [type, listener] of heard) expect(removed).toHaveBeenCalledWith(type, listener);
});

describe('§2, U14: where a page is scrolled to', () => {
  test('§2: to the top on another page, pushed or replaced', async () => {
    open();
    await go('/cart');
    await go('/checkout', { replace: true });
    expect(page.tops).toEqual([0, 0]);
  });

  test('§2: to the top on another list of the same path, and not where the address is only refined', async () => {
    open();
    await go('/?page=2');
    expect(page.tops).toEqual([0]);
    await go('/?page=2&sortBy=rating', { replace: true });
    expect(page.tops).toEqual([0]);
  });

  test('§2: a link to a place on the page scrolls there by itself', async () => {
    open();
    await go('/cart#summary');
    expect(page.tops).toEqual([]);
  });

  test('U14: back to where it was, and to the top of a page that nobody has scrolled', async () => {
    open();
    scrollTo(700);
    await go('/cart');
    scrollTo(300);
    await go(-1);
    expect(page.top).toBe(700);
    await go(1);
    expect(page.top).toBe(300);
    expect(page.grow.size).toBe(0);
  });

  test('U14: follows a page that is short at first, until it is tall enough', async () => {
    open();
    scrollTo(700);
    await go('/cart');
    page.height = 100;
    await go(-1);
    expect(page.top).toBe(100);
    page.height = 699;
    grown();
    // One pixel of rounding is no difference.
    expect([page.top, page.grow.size]).toEqual([699, 0]);
    page.height = 5_000;
    grown();
    expect(page.top).toBe(699);
  });

  test.each(['wheel', 'touchstart', 'keydown', 'pointerdown'])('U14: and no longer after a %s', async (type) => {
    open();
    scrollTo(700);
    await go('/cart');
    page.height = 100;
    await go(-1);
    expect(page.grow.size).toBe(1);
    const heard = vi.mocked(window.addEventListener).mock.calls.find(([name]) => name === type);
    expect(heard?.[2]).toMatchObject({ passive: true });
    window.dispatchEvent(new Event(type));
    expect(page.grow.size).toBe(0);
  });

  test('U14: nor on another page', async () => {
    open();
    scrollTo(700);
    await go('/cart');
    page.height = 100;
    await go(-1);
    await go('/contact');
    expect(page.grow.size).toBe(0);
  });
});

describe('U14: over a reload', () => {
  const entries = [
    { pathname: '/products', key: 'list' },
    { pathname: '/cart', key: 'cart' },
  ];
  const stored = () => JSON.parse(sessionStorage.getItem('scroll') ?? 'null') as unknown;

  test('U14: keeps the last fifty places, and Back finds its own', async () => {
    open();
    for (let at = 0; at < 60; at += 1) {
      await go(`/p${at}`);
      scrollTo(at);
    }
    expect(history.scrollRestoration).toBe('manual');
    window.dispatchEvent(new Event('pagehide'));
    expect(history.scrollRestoration).toBe('auto');
    expect(stored()).toHaveLength(50);
    expect((stored() as [string, number][]).map(([, top]) => top)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 10),
    );
    window.dispatchEvent(new Event('pageshow'));
    expect(history.scrollRestoration).toBe('manual');
  });

  test('U14: Back goes to what was kept', async () => {
    sessionStorage.setItem('scroll', JSON.stringify([['list', 900]]));
    open(entries);
    await go(-1);
    expect(page.top).toBe(900);
  });

  test.each([
    'null',
    '{}',
    '7',
    'no JSON',
    '[null]',
    '[["list"]]',
    '[["list", "900"]]',
    '[[["list"], 900]]',
    '["list"]',
    '[{"0":"list","1":900}]',
  ])('U14: what is kept as %s is none', async (text) => {
    sessionStorage.setItem('scroll', text);
    open(entries);
    await go(-1);
    expect(page.tops).toEqual([0]);
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toEqual([['cart', 0]]);
  });

  test('U14: the place of a page that was scrolled before anybody listened is known', async () => {
    page.top = 450;
    open();
    await go('/cart');
    await go(-1);
    expect(page.top).toBe(450);
  });

  test('a browser without storage starts at the top', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied');
    });
    open(entries);
    window.dispatchEvent(new Event('pagehide'));
    await go(-1);
    expect(page.tops).toEqual([0]);
  });
});

describe('§8: where the reading point moves to', () => {
  const heading = <h1 tabIndex={-1}>Cart</h1>;
  const main = () => document.querySelector('main');
  const isOn = () => document.activeElement?.tagName;

  test('§8: to the heading of another page', async () => {
    open();
    await setPart(heading);
    expect(isOn()).toBe('BODY');
    await go('/cart');
    expect(isOn()).toBe('H1');
  });

  test('§8: moves without scrolling to it', async () => {
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    open();
    await go('/cart');
    await setPart(heading);
    expect(isOn()).toBe('H1');
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }], [{ preventScroll: true }]]);
  });

  test('§8: to the page itself, and then to the heading that comes, once', async () => {
    open();
    await go('/cart');
    expect(isOn()).toBe('MAIN');
    await setPart(<p>Loading</p>);
    expect(isOn()).toBe('MAIN');
    await setPart(heading);
    expect(isOn()).toBe('H1');
    main()?.focus();
    await setPart(
      <>
        {heading}
        <p>More</p>
      </>,
    );
    expect(isOn()).toBe('MAIN');
  });

  test('§8: to the heading that comes deep in the page', async () => {
    open();
    await setPart(<div id="deep" />);
    await go('/cart');
    expect(isOn()).toBe('MAIN');
    await act(async () => {
      const found = document.createElement('h1');
      found.tabIndex = -1;
      document.querySelector('#deep')?.append(found);
    });
    expect(isOn()).toBe('H1');
  });

  test('§8: leaves who has gone on where she is', async () => {
    open();
    await setPart(<input />);
    await go('/cart');
    document.querySelector('input')?.focus();
    await setPart(
      <>
        <input />
        {heading}
      </>,
    );
    expect(isOn()).toBe('INPUT');
  });

  test('§8: a heading that comes after the page was left takes nothing', async () => {
    const opened = open();
    await go('/cart');
    const left = main();
    opened.unmount();
    document.body.append(left ?? '');
    left?.append(Object.assign(document.createElement('h1'), { tabIndex: -1 }));
    await Promise.resolve();
    expect(isOn()).toBe('BODY');
    left?.remove();
  });

  test('D15: who types into a form while a page takes a secret out of its address stays there', async () => {
    open();
    await setPart(
      <form>
        {heading}
        <input />
      </form>,
    );
    document.querySelector('input')?.focus();
    await go('/reset-password', { replace: true });
    expect(isOn()).toBe('INPUT');
    await go('/cart');
    expect(isOn()).toBe('H1');
  });

  test('§8: a link of the list itself leads to the heading of the next page, a button stays', async () => {
    open();
    await setPart(
      <>
        {heading}
        <a href="/?page=2">Next</a>
        <button type="button">Sort</button>
      </>,
    );
    document.querySelector('button')?.focus();
    await go('/?sortBy=rating');
    expect(isOn()).toBe('BUTTON');
    document.querySelector('a')?.focus();
    await go('/?page=2');
    expect(isOn()).toBe('H1');
  });
});
