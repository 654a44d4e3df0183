// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { MemoryRouter, useLocation, useNavigationType } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { UNNAMED_ENTRY } from '../../src/routes/page-data.ts';
import { preloadParts } from '../../src/routes/late-part.tsx';
import { fallback, routes } from '../../src/routes/table.ts';
import { Root } from '../../src/routes/root.tsx';
import { createNavigator } from '../support/open-page.tsx';
import { openTab } from '../support/tab.ts';
import { until } from '../support/until.ts';

afterEach(cleanup);

/** Opens the second history entry. Returns a function that goes back, and the `onNavigated` spy. */
async function readOpenSecond(entries: readonly { readonly pathname: string; readonly key: string }[]) {
  await Promise.all([...routes, fallback].map(({ Page }) => Page.preload()));
  await preloadParts();
  const onNavigated = vi.fn();
  const { Navigator, router } = createNavigator();
  const { app } = openTab({ server: () => 'lost' });
  await act(async () =>
    render(
      <MemoryRouter initialEntries={[...entries]} initialIndex={1}>
        <Navigator />
        <Root
          app={app}
          first={{ now: 0, replies: {}, key: entries[1]?.key ?? '', isOver: () => onNavigated.mock.calls.length > 0 }}
          origin="https://duka.test"
          onHydrated={() => undefined}
          onNavigated={onNavigated}
        />
      </MemoryRouter>,
    ),
  );
  return { onNavigated, back: () => act(async () => void router.go(-1)) };
}

test.each([
  ['with its own key', 'one', 'two'],
  ['that the router did not create', UNNAMED_ENTRY, UNNAMED_ENTRY],
])('X83: calls `onNavigated` when Back leads to another address, for an entry %s', async (_, one, two) => {
  const page = await readOpenSecond([
    { pathname: '/terms-of-service', key: one },
    { pathname: '/privacy-policy', key: two },
  ]);
  expect(page.onNavigated).not.toHaveBeenCalled();
  await page.back();
  await until(() => expect(page.onNavigated).toHaveBeenCalled());
});

test('gives the navigation of its router to the app after the first commit', async () => {
  const onHydrated = vi.fn<ComponentProps<typeof Root>['onHydrated']>();
  const At = () => (
    <output>{JSON.stringify([useLocation().pathname, useLocation().state, useNavigationType()])}</output>
  );
  const { app } = openTab({ server: () => 'lost' });
  const page = await act(async () =>
    render(
      <MemoryRouter>
        <At />
        <Root
          app={app}
          first={{ now: 0, replies: {}, key: UNNAMED_ENTRY, isOver: () => false }}
          origin="https://duka.test"
          onHydrated={onHydrated}
          onNavigated={() => undefined}
        />
      </MemoryRouter>,
    ),
  );
  expect(onHydrated).toHaveBeenCalledTimes(1);
  await act(async () => onHydrated.mock.calls[0]?.[0]('/contact', { replace: true, state: { from: 'test' } }));
  expect(page.container.querySelector('output')?.textContent).toBe('["/contact",{"from":"test"},"REPLACE"]');
});
