import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { productDetailModel } from './product-detail.model.ts';
import { productDetailWith } from './product-detail.view.tsx';
import { productDetailTable } from './product-detail.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const RATED = '4.5 (12)Rated 4.5 of 5 by 12';
/** All text of the page except the stock and the open tab. */
const OFFER = [
  `HomeTVsSony TVSony TV${RATED}Category: TVsBrand: SonyKsh 40,000, was Ksh 50,000-20%You save Ksh 10,000`,
  'Add to CartOrder NowSecure paymentFree delivery for Nairobi & environs1-year manufacturer warranty',
  'DescriptionA television.Product SpecificationsProduct Reviews',
] as const;

flowTests(productDetailModel, {
  view: productDetailWith(<p>Said by buyers</p>),
  shows: {
    loading: see('status', 'Loading product'),
    ready: (page, snapshot) => {
      const { product, quantity, picture } = snapshot.context;
      const isSoldOut = product?.stock === 0;
      const stock = isSoldOut ? 'SOLD OUT Out of stock' : `In stock${quantity === 3 ? 'Only 3 left' : ''}`;
      const tab = snapshot.matches({ ready: { tab: 'reviews' } }) ? 'Said by buyers' : 'Size55';
      expect(page.text).toBe(`${OFFER[0]}${stock}${OFFER[1]}${OFFER[2]}${tab}`);
      page.getByRole('heading', { level: 1, name: 'Sony TV' });
      const crumbs = within(page.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link');
      expect(crumbs.map((link) => link.getAttribute('href'))).toEqual(['/', '/products?category=tvs']);
      page.getByRole('img', { name: `Sony TV, picture ${picture + 1} of 2` });
      const thumbnails = page.getAllByRole('button', { name: /^Show picture/ });
      expect(thumbnails.map((one: HTMLElement) => one.getAttribute('aria-pressed'))).toEqual([
        String(picture === 0),
        String(picture === 1),
      ]);
      for (const name of ['Add to Cart', 'Order Now'])
        expect(page.getByRole('button', { name })).toHaveProperty('disabled', isSoldOut);
      if (isSoldOut) expect(page.queryByLabelText('Quantity')).toBeNull();
      else expect(page.getByLabelText('Quantity')).toHaveProperty('value', String(quantity));
    },
    'ready.tab.specifications': [
      see('tab', 'Product Specifications', 'selected'),
      see('tabpanel', 'Product Specifications'),
    ],
    'ready.tab.reviews': [see('tab', 'Product Reviews', 'selected'), see('tabpanel', 'Product Reviews')],
    notFound: [
      see('heading', 'Product Not Found'),
      (page, { context: { reason } }) => {
        expect(page.text).toBe(`Product Not Found${reason?.text}Go To Home`);
        expect(reason?.text).toMatch(
          /^(The shop may no longer sell it, or the address may be mistyped\.|Failed to fetch product)$/,
        );
      },
    ],
    redirectedHome: (page) => expect(page.getByRole('link', { name: 'Go To Home' }).getAttribute('href')).toBe('/'),
  },
  table: productDetailTable,
});
