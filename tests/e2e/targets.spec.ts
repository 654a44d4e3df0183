import { randomUUID } from 'node:crypto';
import { newCustomer, openAs } from './support/customers.ts';
import { getDialogs } from './support/dialogs.ts';
import { everyAddress, settled } from './support/every-page.ts';
import { addToCart, buy, readOrders, productWith } from './support/orders.ts';
import { smallTargets } from './support/small-targets.ts';
import { expect, test } from './support/test.ts';

/** Every control is at least 24 by 24 CSS px, or has that distance from other controls (WCAG 2.5.8). */

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

for (const size of SIZES)
  for (const who of ['a guest', 'a customer'] as const)
    test(`no page or dialog of ${who} has a target that is too small, at ${size.width} px`, async ({ page, shop }) => {
      await page.setViewportSize(size);
      const customer = await newCustomer(shop);
      const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
      await buy(shop, customer, product, 1, randomUUID(), 'mpesa');
      const [order] = await readOrders(shop, customer);
      const orderId = order?._id ?? '';
      if (who === 'a customer') await openAs(page, customer, '/about');
      await addToCart(page, product);
      const found: Record<string, readonly string[]> = {};
      for (const one of everyAddress({ slug: product.slug, orderId })) {
        await page.goto(one);
        await settled(page);
        found[one] = await smallTargets(page);
      }
      for (const { name, path, open } of who === 'a customer' ? getDialogs(orderId) : []) {
        await page.goto(path);
        await settled(page);
        await open(page);
        found[name] = await smallTargets(page);
      }
      expect(Object.entries(found).filter(([, targets]) => targets.length > 0)).toEqual([]);
    });

test('detects two small targets side by side, and ignores isolated ones and links in a sentence', async ({ page }) => {
  await page.setContent(`
    <style>button { width: 20px; height: 20px; padding: 0; border: 0; margin: 0 }</style>
    <p>Read the <a href="/terms">terms</a> and the <a href="/privacy">policy</a>.</p>
    <div style="display: flex"><button aria-label="less"></button><button aria-label="more"></button></div>
    <div style="padding: 20px"><button aria-label="alone"></button></div>
    <div><button aria-label="near"></button><select style="height: 60px"><option>One</option></select></div>`);
  expect(await smallTargets(page)).toEqual(['button less: 20 x 20', 'button more: 20 x 20', 'button near: 20 x 20']);
});
