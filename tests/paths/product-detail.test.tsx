import { expect } from 'vitest';
import { ProductDetailView } from '../../src/views/products/product-detail.view.tsx';
import { productDetailModel } from '../models/product-detail.model.ts';
import { productDetailTable } from '../models/product-detail.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(productDetailModel, {
  view: (snapshot) => <ProductDetailView snapshot={snapshot} send={() => undefined} />,
  shows: {
    loading: (page) => void page.getByText('Loading product'),
    'ready.tab.specifications': (page) => void page.getByText('Size'),
    'ready.tab.reviews': (page) =>
      expect(page.getByRole('tab', { name: 'Product Reviews' }).getAttribute('aria-selected')).toBe('true'),
    notFound: (page) => void page.getByRole('heading', { level: 1, name: 'Product Not Found' }),
  },
  table: productDetailTable,
});
