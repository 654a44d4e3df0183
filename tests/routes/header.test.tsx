// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { wanjiku } from '../flows/support/account.samples.ts';
import { television } from '../flows/support/catalogue.samples.ts';
import { phoneLine, stored } from '../flows/support/shop.samples.ts';
import { until } from '../support/until.ts';

/** The header of a served page, whose code arrives when the header has to show something else. */

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Loads the app again, as another process or page does, because a part whose code has arrived does not sleep again. */
async function loadApp() {
  vi.resetModules();
  const [{ Root }, { findRoute }, { preloadParts }, { UNNAMED_ENTRY }, tab] = await Promise.all([
    import('../../src/routes/root.tsx'),
    import('../../src/routes/table.ts'),
    import('../../src/routes/late-part.tsx'),
    import('../../src/routes/page-data.ts'),
    import('../support/tab.ts'),
  ]);
  await findRoute('/terms-of-service').entry.Page.preload();
  const open = (options: Parameters<typeof tab.openTab>[0]) => {
    const { app } = tab.openTab({ server: () => 'lost', starting: () => [], ...options });
    const page = (
      <MemoryRouter initialEntries={['/terms-of-service']}>
        <Root
          app={app}
          first={{ now: 0, replies: {}, key: UNNAMED_ENTRY, isOver: () => false }}
          origin="https://duka.test"
          onHydrated={() => undefined}
          onNavigated={() => undefined}
        />
      </MemoryRouter>
    );
    return { app, page };
  };
  return { open, preloadParts, SharedStorage: tab.SharedStorage };
}

/** Hydrates a page in a browser with these texts in its storage, then starts the actors, which read them. */
async function hydrate(texts: Readonly<Record<string, string>>, isOnline = true) {
  const server = await loadApp();
  await server.preloadParts();
  const container = document.createElement('div');
  container.innerHTML = renderToString(server.open({}).page);
  document.body.append(container);
  const header = container.querySelector('header');
  const { open, SharedStorage } = await loadApp();
  const storage = new SharedStorage();
  for (const [key, text] of Object.entries(texts)) storage.values.set(key, text);
  const { app, page } = open({ storage });
  await act(async () => void render(page, { container, hydrate: true }));
  await act(async () => {
    for (const actor of app.longLived) actor.start();
    if (!isOnline) app.connection.send({ type: 'network.lost' });
  });
  return { container, isSame: () => container.querySelector('header') === header };
}

const getPart = (container: Element) => container.querySelector('header')?.closest('[data-part]');

test('the header of a stranger sleeps', async () => {
  const { container } = await hydrate({});
  await import('../../src/routes/shell/header.late.tsx');
  await act(async () => void (await new Promise((resolve) => setImmediate(resolve))));
  expect(getPart(container)?.getAttribute('data-part')).toBe('asleep');
});

const wish = { id: 'p1', name: television.name, price: 5, image: 'a', slug: 'tv' };

test.each<[string, Readonly<Record<string, string>>, string, boolean?]>([
  ['with products in the cart', { cart: stored(phoneLine(2)) }, 'Cart, 2 items'],
  ['with a wish', { wishlist: JSON.stringify([wish]) }, 'Wishlist, 1 item'],
  ['of a customer', { token: 't', user: JSON.stringify(wanjiku) }, `Welcome ${wanjiku.name}`],
  ['without a network', {}, 'Offline', false],
])('the header %s hydrates its elements and shows it', async (_, texts, shown, isOnline) => {
  const { container, isSame } = await hydrate(texts, isOnline);
  await until(() => expect(container.textContent).toContain(shown));
  expect([getPart(container)?.getAttribute('data-part'), isSame()]).toEqual(['awake', true]);
});
