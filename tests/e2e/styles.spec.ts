import { newCustomer, openAs } from './support/customers.ts';
import { settled } from './support/every-page.ts';
import { scrollStrips, tabThrough } from './support/interactive-parts.ts';
import { addToCart, productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

/** Focus rings and scrollable strips, measured in the browser: no other test detects a missing style. */

const SIZES = [
  { width: 320, height: 740 },
  { width: 1280, height: 800 },
] as const;

const OF_GUESTS = ['/', '/products?category=phones', '/product/:slug', '/cart', '/auth/login', '/auth/signup'];
const OF_CUSTOMERS = ['/checkout', '/profile'];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const size of SIZES)
  for (const path of [...OF_GUESTS, ...OF_CUSTOMERS])
    test(`each focusable part of ${path} is visible, and each strip scrolls to its end, at ${size.width} px`, async ({
      page,
      shop,
    }) => {
      await page.setViewportSize(size);
      const product = await productWith(shop, ({ stock }) => stock > 50);
      if (OF_CUSTOMERS.includes(path)) await openAs(page, await newCustomer(shop), '/terms-of-service');
      if (['/cart', '/checkout'].includes(path)) await addToCart(page, product);
      await page.goto(path.replace(':slug', product.slug));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page);

      const { parts, faults } = await tabThrough(page);
      expect(parts[0]).toBe('a Skip to content');
      expect(parts.length).toBeGreaterThan(5);
      expect.soft(faults).toEqual([]);

      const { count, stuck } = await scrollStrips(page);
      expect.soft(stuck).toEqual([]);
      if (path === '/profile' && size.width === 320) expect(count).toBeGreaterThan(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    });
