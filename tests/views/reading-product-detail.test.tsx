// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import { productDetailMachine } from '../../src/machines/catalogue/product-detail.machine.ts';
import { ProductDetailView } from '../../src/views/catalogue/product-detail.view.tsx';
import { television } from '../flows/support/catalogue.samples.ts';
import { at, expectReading, ignore } from './reads.tsx';

describe('§2 Product detail', () => {
  const detail = (
    change: object,
    value: object | string = { ready: { tab: 'specifications' } },
    context: Readonly<Record<string, unknown>> & { readonly rated?: { average: number; total: number } } = {},
  ) => (
    <ProductDetailView
      snapshot={at(
        productDetailMachine,
        { idOrSlug: 'sony-tv', loaded: { ...television, ...change }, isMissing: false },
        value,
        { product: { ...television, ...change }, ...context },
      )}
      send={ignore}
      reviews={JSON.stringify(value).includes('reviews') && <p>Said by buyers</p>}
      rated={context.rated ?? null}
    />
  );

  test('a product on sale with its specifications', () =>
    expectReading(
      detail({}),
      `
        article
          navigation "Breadcrumb"
            list
              link "Home" -> /
              link "TVs" -> /products?category=tvs
              Sony TV
          img "Sony TV, picture 1 of 2" of /media/sony-tv-1?w=640&f=jpeg
          list
            button "Show picture 1" (pressed)
              img "" of /media/sony-tv-1?w=640&f=jpeg
            button "Show picture 2" (not pressed)
              img "" of /media/sony-tv-2?w=640&f=jpeg
          heading 1 "Sony TV"
          ~ 4.5 (12)
          Rated 4.5 of 5 by 12Category: TVsBrand: Sony
          Ksh 40,000, was Ksh 50,000-20%
          You save Ksh 10,000
          In stock
          group "Quantity of Sony TV"
            button "Decrease quantity" (off)
            textbox "Quantity" = '1'
            button "Increase quantity"
          status
          button "Add to Cart"
          button "Order Now"
          list
            Secure payment
            Free delivery for Nairobi & environs
            1-year manufacturer warranty
          region "Description"
            heading 2 "Description"
            A television.
          tablist "About this product"
            tab "Product Specifications" (selected)
            tab "Product Reviews"
          tabpanel "Product Specifications"
            Size
            55
      `,
    ));

  test('a deal with one picture, the last piece, and the reviews open, which know the newest average', () =>
    expectReading(
      detail(
        {
          isFlashDeal: true,
          flashPrice: 30_000,
          flashEndsAt: '2026-11-21T08:00:00Z',
          images: ['/media/tv-1'],
          stock: 1,
        },
        { ready: { tab: 'reviews' } },
        { rated: { average: 4.6, total: 13 } },
      ),
      `
        article
          navigation "Breadcrumb"
            list
              link "Home" -> /
              link "TVs" -> /products?category=tvs
              Sony TV
          img "Sony TV" of /media/tv-1?w=640&f=jpeg
          heading 1 "Sony TV"
          ~ 4.6 (13)
          Rated 4.6 of 5 by 13Category: TVsBrand: Sony
          Ksh 40,000, was Ksh 50,000-20%
          You save Ksh 10,000
          Deal price until 21/11/2026, 11:00
          In stock
          group "Quantity of Sony TV"
            button "Decrease quantity" (off)
            textbox "Quantity" = '1'
            button "Increase quantity" (off)
          status
            Only 1 left
          button "Add to Cart"
          button "Order Now"
          list
            Secure payment
            Free delivery for Nairobi & environs
            1-year manufacturer warranty
          region "Description"
            heading 2 "Description"
            A television.
          tablist "About this product"
            tab "Product Specifications"
            tab "Product Reviews" (selected)
          tabpanel "Product Reviews"
            Said by buyers
      `,
    ));

  test('sold out, without category, brand, price cut and reviews', () =>
    expectReading(
      detail(
        { stock: 0, category: null, brand: null, originalPrice: null, discount: null, numReviews: 0, images: [] },
        { ready: { tab: 'reviews' } },
      ),
      `
        article
          navigation "Breadcrumb"
            list
              link "Home" -> /
              Sony TV
          img "Sony TV"
          heading 1 "Sony TV"
          No reviews yet
          Ksh 40,000
          SOLD OUT Out of stock
          button "Add to Cart" (disabled)
          button "Order Now" (disabled)
          list
            Secure payment
            Free delivery for Nairobi & environs
            1-year manufacturer warranty
          region "Description"
            heading 2 "Description"
            A television.
          tablist "About this product"
            tab "Product Specifications"
            tab "Product Reviews" (selected)
          tabpanel "Product Reviews"
            Said by buyers
      `,
    ));

  test('a category that is a mere name leads nowhere', () =>
    expectReading(
      detail({ category: 'TVs', brand: 'Sony', specifications: [], stock: null }, undefined, {
        picture: 1,
        quantity: 2,
      }),
      `
        article
          navigation "Breadcrumb"
            list
              link "Home" -> /
              TVs
              Sony TV
          img "Sony TV, picture 2 of 2" of /media/sony-tv-2?w=640&f=jpeg
          list
            button "Show picture 1" (not pressed)
              img "" of /media/sony-tv-1?w=640&f=jpeg
            button "Show picture 2" (pressed)
              img "" of /media/sony-tv-2?w=640&f=jpeg
          heading 1 "Sony TV"
          ~ 4.5 (12)
          Rated 4.5 of 5 by 12Category: TVsBrand: Sony
          Ksh 40,000, was Ksh 50,000-20%
          You save Ksh 10,000
          In stock
          group "Quantity of Sony TV"
            button "Decrease quantity"
            textbox "Quantity" = '2'
            button "Increase quantity"
          status
          button "Add to Cart"
          button "Order Now"
          list
            Secure payment
            Free delivery for Nairobi & environs
            1-year manufacturer warranty
          region "Description"
            heading 2 "Description"
            A television.
          tablist "About this product"
            tab "Product Specifications" (selected)
            tab "Product Reviews"
          tabpanel "Product Specifications"
      `,
    ));

  test('is being loaded', () =>
    expectReading(
      detail({}, 'loading', { product: null }),
      `
        status
          Loading product
      `,
    ));

  test('A13: there is none', () =>
    expectReading(
      detail({}, 'notFound', {
        product: null,
        reason: { text: 'The shop may no longer sell it, or the address may be mistyped.', requestId: null },
      }),
      `
        heading 1 "Product Not Found"
        The shop may no longer sell it, or the address may be mistyped.
        link "Go To Home" -> /
      `,
    ));
});
