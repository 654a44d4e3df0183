import type { productListMachine } from '../../../src/machines/catalogue/product-list.machine.ts';
import { ProductListView } from '../../../src/views/catalogue/product-list.view.tsx';
import type { MachineView } from 'model-testing/view/screen';
import { categories, IN_CART } from '../support/catalogue.samples.ts';

/** Renders the list without the filters, which have their own flow. */
export const productListView: MachineView<typeof productListMachine> = (snapshot, send) => (
  <ProductListView snapshot={snapshot} send={send} inCart={IN_CART} categories={categories} />
);
