// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { MemoryRouter, useNavigate, type NavigateOptions, type To } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Scroll } from '../../src/routes/scroll.tsx';

/** Stub of the browser: a page that is `height` px tall and notifies when it grows. */
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
  // Removes listeners that a failed test left behind.
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

test('U14: removes its listeners on unmount', () => {
  const removed = vi.spyOn(window, 'removeEventListener');
  const added = vi.mocked(window.addEventListener).mock;
  const before = added.calls.length;
  const { unmount } = open();
  const heard = added.calls.slice(before).filter(([type]) => ['scroll', 'pageshow', 'pagehide'].includes(type));
  expect(heard).toHaveLength(3);
  // The browser delays scrolling for listeners that are not passive.
  expect(heard.find(([type]) => type === 'scroll')?.[2]).toEqual({ passive: true });
  unmount();
  for (const [type, listener] of heard) expect(removed).toHaveBeenCalledWith(type, listener);
});

describe('§2, U14: scroll position', () => {
  test('§2: scrolls to the top on another page, pushed or replaced', async () => {
    open();
    await go('/cart');
    await go('/checkout', { replace: true });
    expect(page.tops).toEqual([0, 0]);
  });

  test('§2: scrolls to the top on another list of the same path, but not after a change of the order', async () => {
    open();
    await go('/?page=2');
    expect(page.tops).toEqual([0]);
    await go('/?page=2&sortBy=rating', { replace: true });
    expect(page.tops).toEqual([0]);
  });

  test('§2: leaves links with a hash to the browser', async () => {
    open();
    await go('/cart#summary');
    expect(page.tops).toEqual([]);
  });

  test('U14: restores the position on Back and Forward', async () => {
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

  test('U14: follows a growing page until it is tall enough for the position', async () => {
    open();
    scrollTo(700);
    await go('/cart');
    page.height = 100;
    await go(-1);
    expect(page.top).toBe(100);
    page.height = 698;
    grown();
    expect([page.top, page.grow.size]).toEqual([698, 1]);
    page.height = 699;
    grown();
    // A difference of one pixel counts as rounding.
    expect([page.top, page.grow.size]).toEqual([699, 0]);
    page.height = 5_000;
    grown();
    expect(page.top).toBe(699);
  });

  test.each(['wheel', 'touchstart', 'keydown', 'pointerdown'])('U14: stops following after a %s', async (type) => {
    open();
    scrollTo(700);
    await go('/cart');
    page.height = 100;
    await go(-1);
    expect(page.grow.size).toBe(1);
    const heard = vi.mocked(window.addEventListener).mock.calls.find(([name]) => name === type);
    expect(heard?.[2]).toEqual({ passive: true, signal: expect.any(AbortSignal) as AbortSignal });
    window.dispatchEvent(new Event(type));
    expect(page.grow.size).toBe(0);
  });

  test('U14: stops following on another page', async () => {
    open();
    scrollTo(700);
    await go('/cart');
    page.height = 100;
    await go(-1);
    await go('/contact');
    expect(page.grow.size).toBe(0);
  });
});

describe('U14: after a reload', () => {
  const entries = [
    { pathname: '/products', key: 'list' },
    { pathname: '/cart', key: 'cart' },
  ];
  const stored = () => JSON.parse(sessionStorage.getItem('scroll') ?? 'null') as unknown;

  test('U14: stores the last fifty positions on `pagehide`', async () => {
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

  test('U14: Back restores the stored position', async () => {
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
  ])('U14: ignores a stored value of %s', async (text) => {
    sessionStorage.setItem('scroll', text);
    open(entries);
    await go(-1);
    expect(page.tops).toEqual([0]);
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toEqual([['cart', 0]]);
  });

  test('U14: knows the position of a page that was scrolled before it mounted', async () => {
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

describe('§8: focus after a navigation', () => {
  const heading = <h1 tabIndex={-1}>Cart</h1>;
  const main = () => document.querySelector('main');
  const isOn = () => document.activeElement?.tagName;

  test('§8: moves to the heading of another page', async () => {
    open();
    await setPart(heading);
    expect(isOn()).toBe('BODY');
    await go('/cart');
    expect(isOn()).toBe('H1');
    // A shopper who leaves it is not called back when more of the page arrives.
    (document.activeElement as HTMLElement).blur();
    await setPart(
      <>
        {heading}
        <p>More</p>
      </>,
    );
    expect(isOn()).toBe('BODY');
  });

  test('§8: moves without scrolling to it', async () => {
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    open();
    await go('/cart');
    await setPart(heading);
    expect(isOn()).toBe('H1');
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }], [{ preventScroll: true }]]);
  });

  test('§8: moves to the main element, then once to the heading when it renders', async () => {
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

  test('§8: moves to a heading that renders deep in the page', async () => {
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

  test('§8: does not move the focus when the shopper has moved it already', async () => {
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

  test('§8: a heading that renders after the unmount does not take the focus', async () => {
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

  test('D15: keeps the focus in a field when a page removes a secret from its address', async () => {
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

  test('§8: moves to the heading of a page that replaces another, unless the focus is in a form of its content', async () => {
    open();
    await setPart(heading);
    await go('/cart', { replace: true });
    expect(isOn()).toBe('H1');
    const search = document.createElement('form');
    const field = search.appendChild(document.createElement('input'));
    document.body.append(search);
    field.focus();
    await go('/checkout', { replace: true });
    search.remove();
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
