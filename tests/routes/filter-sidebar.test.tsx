// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { productListMachines } from '../../src/compose/catalogue/product-list.ts';
import { watchActors } from '../../src/compose/inspection.ts';
import { AppProvider } from '../../src/routes/app-context.tsx';
import FilterSidebar from '../../src/routes/catalogue/filter-sidebar.late.tsx';
import { createPage } from '../flows/support/catalogue.samples.ts';
import { openTab } from '../support/tab.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('A6: gives the prices of a list that is already loaded to the price filter, until it leaves the page', () => {
  const prices: unknown[] = [];
  watchActors((inspected) => {
    if (inspected.type === '@xstate.event' && inspected.event.type === 'products.known')
      prices.push(inspected.event['prices']);
  });
  const { app } = openTab({ server: () => new Promise<never>(() => undefined) });
  const list = createActor(app.compose(productListMachines).productList, {
    input: { query: { page: 1, specs: {} }, loaded: createPage(2), deals: null },
  }).start();
  const observers = new Set<unknown>();
  const subscribe = (observer: Parameters<typeof list.subscribe>[0]) => {
    const { unsubscribe } = list.subscribe(observer);
    observers.add(observer);
    return {
      unsubscribe: () => {
        observers.delete(observer);
        unsubscribe();
      },
    };
  };
  const page = render(
    <MemoryRouter initialEntries={['/products']}>
      <AppProvider value={app}>
        <FilterSidebar
          list={{ getSnapshot: () => list.getSnapshot(), subscribe } as typeof list}
          category="All Products"
        />
      </AppProvider>
    </MemoryRouter>,
  );
  expect(prices).toEqual([[40_000, 40_000]]);
  expect(observers.size).toBe(1);
  act(() => page.unmount());
  expect(observers.size).toBe(0);
});
