import type { priceFilterMachine } from '../../src/machines/price-filter.machine.ts';
import { PriceFilterView } from '../../src/views/products/price-filter.view.tsx';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const priceFilterView: ViewOf<typeof priceFilterMachine> = (snapshot, send) => (
  <PriceFilterView snapshot={snapshot} send={send} />
);
