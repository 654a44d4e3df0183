// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { Suspense } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLoader, lazyRoute } from '../../src/routes/lazy-route.tsx';
import type { RouteModule } from '../../src/routes/lazy-route.tsx';
import { RootError } from '../../src/routes/root-error.tsx';

const module: RouteModule = { default: () => <h1>Cart</h1> };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a page with a separate code chunk', () => {
  test('a settled load carries the status fields that React reads synchronously', async () => {
    const found = createLoader(async () => 'code');
    await found();
    expect(found()).toMatchObject({ status: 'fulfilled', value: 'code' });
    const reason = new TypeError('Failed to fetch dynamically imported module');
    const missing = createLoader(() => Promise.reject(reason));
    await expect(missing()).rejects.toBe(reason);
    expect(missing()).toMatchObject({ status: 'rejected', reason });
  });

  test('H11: renders synchronously when it is preloaded, on the server too', async () => {
    const Page = lazyRoute(async () => module);
    await Page.preload();
    expect(renderToString(<Page params={{}} />)).toBe('<h1>Cart</h1>');
    expect(Page.loaded()).toBe(module);
  });

  test('otherwise suspends, and fetches its code once', async () => {
    const load = vi.fn(async () => module);
    const Page = lazyRoute(load);
    const root = document.createElement('div');
    await act(
      async () =>
        void render(
          <Suspense fallback="waiting">
            <Page params={{}} />
          </Suspense>,
          { container: root },
        ),
    );
    expect(root.textContent).toBe('Cart');
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('keeps prefetched code', async () => {
    const load = vi.fn(async () => module);
    const Page = lazyRoute(load);
    Page.prefetch();
    await vi.waitFor(() => expect(Page.loaded()).toBe(module));
    load.mockClear();
    Page.prefetch();
    expect(load).not.toHaveBeenCalled();
  });

  test('is fetched again after a failed prefetch', async () => {
    const load = vi.fn(async () => module).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const Page = lazyRoute(load);
    Page.prefetch();
    expect(load).toHaveBeenCalledTimes(1);
    expect(await Page.preload()).toBe(module);
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('H15: a chunk that cannot be fetched shows a screen with a reload button, without a retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    const Page = lazyRoute(load);
    const root = document.createElement('div');
    await act(
      async () =>
        void render(
          <RootError>
            <Suspense fallback="waiting">
              <Page params={{}} />
            </Suspense>
          </RootError>,
          { container: root },
        ),
    );
    expect(root.querySelector('h1')?.textContent).toBe('Something went wrong on this page');
    expect(root.querySelector('button')?.textContent).toBe('Reload the page');
    expect(load).toHaveBeenCalledTimes(1);
  });
});

test('H15: the screen shows that the browser is offline', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Broken = () => {
    throw new Error('broken');
  };
  expect(
    render(
      <RootError>
        <Broken />
      </RootError>,
    ).getByRole('heading').textContent,
  ).toBe('You are offline');
  expect(document.title).toContain('You are offline');
  expect(document.activeElement?.textContent).toContain('You are offline');
});

test('H15: the screen reloads the page on Back, when the network returns and on its button', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('broken');
  };
  const page = render(
    <RootError>
      <Broken />
    </RootError>,
  );
  window.dispatchEvent(new Event('popstate'));
  expect(reload).not.toHaveBeenCalled();
  network.mockReturnValue(true);
  for (const [index, type] of ['online', 'popstate'].entries()) {
    window.dispatchEvent(new Event(type));
    expect(reload).toHaveBeenCalledTimes(index + 1);
  }
  page.getByRole('button', { name: 'Reload the page' }).click();
  expect(reload).toHaveBeenCalledTimes(3);
  page.unmount();
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(3);
});
