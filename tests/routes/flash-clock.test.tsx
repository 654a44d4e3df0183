// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { FlashDeal } from '../../contract/catalogue.ts';
import { productListMachines } from '../../src/compose/catalogue/product-list.ts';
import { watchActors } from '../../src/compose/inspection.ts';
import { AppProvider } from '../../src/routes/app-context.tsx';
import FlashClock from '../../src/routes/catalogue/flash-clock.late.tsx';
import { FirstPageProvider, UNNAMED_ENTRY } from '../../src/routes/page-data.ts';
import { toDeals } from '../flows/support/catalogue.samples.ts';
import { ok, openTab } from '../support/tab.ts';
import { until } from '../support/until.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Deals that end these numbers of seconds after the page was rendered. */
const ending = (...seconds: readonly number[]): FlashDeal[] =>
  toDeals(seconds.length).map((deal, index) => ({
    ...deal,
    flashEndsAt: new Date((seconds[index] ?? 0) * 1_000).toISOString(),
  }));

/** Renders the clock of the flash deal list. `loaded` comes with the page, `left` is the later server response. */
function page(loaded: readonly FlashDeal[], left: readonly FlashDeal[] = []) {
  const { app, browser, fire, sent } = openTab({ server: () => ok({ flashDeals: left }) });
  const list = createActor(app.compose(productListMachines).productList, {
    input: { query: { page: 1, specs: {}, deals: 'flash' }, loaded: null, deals: loaded },
  }).start();
  const told = vi.spyOn(list, 'send');
  const getClock = (known: readonly FlashDeal[]) => (
    <MemoryRouter>
      <AppProvider value={app}>
        <FirstPageProvider value={{ now: 0, replies: {}, key: UNNAMED_ENTRY, isOver: () => false }}>
          <FlashClock list={list} loaded={known} />
        </FirstPageProvider>
      </AppProvider>
    </MemoryRouter>
  );
  const { rerender } = render(getClock(loaded));
  return {
    list,
    /** Renders the page with other deals. */
    comesWith: (deals: readonly FlashDeal[]) => rerender(getClock(deals)),
    /** Events that the clock sent to the list. */
    told: () => told.mock.calls.map(([event]) => event),
    asked: () => sent.map(({ path }) => path),
    clock: () => screen.queryByRole('timer')?.textContent ?? null,
    /** Makes the page visible again, this number of seconds after it was rendered. */
    lookAt: (seconds: number) =>
      act(async () => {
        browser.now = seconds * 1_000;
        fire('visibilitychange');
      }),
  };
}

test('U2: list and clock reload once when a deal ends, and continue with the remaining deals', async () => {
  const { list, asked, clock, lookAt } = page(ending(60, 3_600), ending(3_600));
  const first = clock();
  await lookAt(59);
  expect([asked(), list.getSnapshot().context.deals?.length]).toEqual([[], 2]);
  expect(clock()).not.toBe(first);
  await lookAt(60);
  await until(() => expect(list.getSnapshot().context.deals).toHaveLength(1));
  expect(asked()).toEqual(['/deals/flash']);
  await lookAt(61);
  expect(clock()).toMatch(/^0\D+0\D+58\D+59\D+$/);
});

test('U2: sends one `deal.ended`, also after the page rendered its deals twice', async () => {
  const { comesWith, told, lookAt } = page(ending(60, 3_600));
  comesWith(ending(60, 3_600));
  await lookAt(60);
  expect(told()).toEqual([{ type: 'deal.ended' }]);
});

test('U2: gives the clock each reply once, also after the page rendered its deals twice', async () => {
  const known: number[] = [];
  watchActors((inspected) => {
    if (inspected.type === '@xstate.event' && inspected.event.type === 'deals.known')
      known.push((inspected.event['deals'] as readonly unknown[]).length);
  });
  const { comesWith, list, lookAt } = page(ending(60, 3_600), ending(3_600));
  comesWith([...(list.getSnapshot().context.deals ?? [])]);
  await lookAt(60);
  await until(() => expect(list.getSnapshot().context.deals).toHaveLength(1));
  expect(known).toEqual([1]);
});

test('U1: counts down to a placeholder time when there is no deal', async () => {
  const { asked, clock, lookAt } = page([]);
  await lookAt(1);
  expect(clock()).toMatch(/^0\D+16\D+43\D+26\D+$/);
  expect(asked()).toEqual([]);
});
