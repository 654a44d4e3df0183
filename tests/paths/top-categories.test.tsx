import { expect } from 'vitest';
import { shop } from '../../contract/shop.config.ts';
import { FooterView } from '../../src/views/layout/footer.view.tsx';
import { topCategoriesModel } from '../models/top-categories.model.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(topCategoriesModel, {
  view: ({ context }) => <FooterView categories={context.categories ?? shop.fallbackCategories} />,
  shows: {
    ready: (page, { context }) =>
      expect(page.getByRole('link', { name: context.categories?.[0]?.name ?? '' }).getAttribute('href')).toMatch(
        /^\/products\?category=/,
      ),
  },
});
