import { expect } from 'vitest';
import { ProductListView } from '../../src/views/products/product-list.view.tsx';
import { productListModel } from '../models/product-list.model.ts';
import { productListTable } from '../models/product-list.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(productListModel, {
  view: (snapshot) => <ProductListView snapshot={snapshot} send={() => undefined} inCart={new Map()} />,
  shows: {
    'products.loading': (page) => void page.getByText('Loading products'),
    'products.ready': (page) => {
      expect(page.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(0);
      expect(page.text).toMatch(/Page \d+ of \d+/);
    },
    'products.empty': (page) => void page.getByRole('heading', { name: 'No products found' }),
    'products.failed': (page) => void page.getByRole('button', { name: 'Try Again' }),
    'categories.shown': (page) => void page.getByRole('link', { name: 'Phones' }),
  },
  table: productListTable,
});
