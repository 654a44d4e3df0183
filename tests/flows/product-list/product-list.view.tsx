import type { productListMachine } from '../../../src/machines/catalogue/product-list.machine.ts';
import { ProductListView } from '../../../src/views/catalogue/product-list.view.tsx';
import type { MachineView } from 'model-testing/view/screen';
import { categories, IN_CART } from '../support/catalogue.samples.ts';

/** Without the filters beside it, which are a flow of their own. */
export const productListView: MachineView<typeof productListMachine> = (snapshot, send) => (
  <ProductListView snapshot={snapshot} send={send} inCart={IN_CART} categories={categories} />
);
