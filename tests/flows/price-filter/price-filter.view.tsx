import type { priceFilterMachine } from '../../../src/machines/catalogue/price-filter.machine.ts';
import { PriceFilterView } from '../../../src/views/catalogue/price-filter.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const priceFilterView: ViewOf<typeof priceFilterMachine> = (snapshot, send) => (
  <PriceFilterView snapshot={snapshot} send={send} />
);
