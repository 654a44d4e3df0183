import type { ReactNode } from 'react';
import type { filtersMachine } from '../../../src/machines/catalogue/filters.machine.ts';
import { priceFilterMachine } from '../../../src/machines/catalogue/price-filter.machine.ts';
import { FiltersView } from '../../../src/views/catalogue/filters.view.tsx';
import { getInitialSnapshot } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';
import { CATEGORY } from './filters.model.ts';
import { priceFilterView } from '../price-filter/price-filter.view.tsx';

/** Renders the filters with the given price filter, which has its own flow. */
export const filtersWith =
  (price: ReactNode): MachineView<typeof filtersMachine> =>
  (snapshot, send) => <FiltersView snapshot={snapshot} send={send} price={price} category={CATEGORY} />;

const price = getInitialSnapshot(priceFilterMachine, {
  query: { page: 1, specs: {} },
  loaded: { minPrice: 500, maxPrice: 90_000 },
});

export const filtersView = filtersWith(priceFilterView(price, () => undefined));
