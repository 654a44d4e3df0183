import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { bearer, newCustomer, openAs } from './support/customers.ts';
import type { SignedIn } from './support/customers.ts';
import { nearMisses } from './support/edges.ts';
import { everyAddress, settled } from './support/every-page.ts';
import { addToCart, buy, readOrders, productWith } from './support/orders.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** One grid: the parts of a page start and end at the same edges (X36). */

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

/** Creates a customer with an order; `orderId` is the id in the address of its page. */
async function buyer(shop: Shop) {
  const customer = await newCustomer(shop);
  const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
  await buy(shop, customer, product, 1, randomUUID());
  const orderId = (await readOrders(shop, customer))[0]?._id ?? '';
  return { customer, product, orderId };
}

/** Returns the parts that miss the grid's edges, by address. */
async function offOn(page: Page, addresses: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  for (const address of addresses) {
    await page.goto(address);
    await settled(page);
    const off = await nearMisses(page);
    if (off.length > 0) found[address] = off;
  }
  return found;
}

test('X36: the categories fit into 1280 px, and rows of four and five cards end at the edge', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await settled(page);
  const strip = page.getByRole('navigation', { name: 'Categories', exact: true }).first().getByRole('list');
  expect(await strip.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  for (const name of ['Flash Deals', 'Most Popular Products']) {
    const cards = page.getByRole('region', { name }).getByRole('list').getByRole('article');
    const count = await cards.count();
    expect(count, name).toBeGreaterThanOrEqual(4);
    const box = await cards.nth(count - 1).boundingBox();
    if (count < 6) expect(Math.round((box?.x ?? 0) + (box?.width ?? 0)), name).toBe(1280 - 44);
  }
});

for (const size of SIZES)
  test(`X36: every page keeps its edges at ${size.width} px, and a part that is 4 px off is detected`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(size);
    const { customer, product, orderId } = await buyer(shop);
    await openAs(page, customer, '/terms-of-service');
    await addToCart(page, product);
    expect(await offOn(page, everyAddress({ slug: product.slug, orderId }))).toEqual({});
    await page.goto('/profile');
    await settled(page);
    await page.getByRole('tabpanel').evaluate((panel) => (panel.style.paddingInline = '4px'));
    expect(await nearMisses(page)).not.toEqual([]);
  });

for (const size of SIZES)
  test(`X36: checkout has headings of one size and shows the estimate once, at ${size.width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize(size);
    const { customer, product } = await buyer(shop);
    await openAs(page, customer, '/terms-of-service');
    await addToCart(page, product);
    await page.goto('/checkout');
    await settled(page);
    const headings = page.locator('main h2, main legend').filter({ visible: true });
    const looks = await headings.evaluateAll((all) =>
      all.map((one) => {
        const { fontSize, fontWeight, lineHeight } = getComputedStyle(one);
        return `${fontSize} ${fontWeight} ${lineHeight}`;
      }),
    );
    expect(looks.length).toBeGreaterThanOrEqual(5);
    expect(new Set(looks).size).toBe(1);
    await expect(page.getByText('Estimated delivery')).toHaveCount(1);
  });

test('X36: the progress bar ends at the edge of its card, and each list aligns its values in one way', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { customer, orderId } = await buyer(shop);
  await openAs(page, customer, `/track-order/${orderId}`);
  await settled(page);
  const bar = await page.getByRole('list', { name: 'Progress' }).boundingBox();
  const dots = page.getByRole('list', { name: 'Progress' }).locator('li > span:first-child');
  const [first, last] = [await dots.first().boundingBox(), await dots.last().boundingBox()];
  expect(first?.x).toBe(bar?.x);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBe((bar?.x ?? 0) + (bar?.width ?? 0));
  const ways = await page.locator('main dl').evaluateAll((lists) =>
    lists.map((list) => [
      ...new Set(
        [...list.querySelectorAll('dt')].map((label) => {
          const value = label.nextElementSibling?.getBoundingClientRect();
          return (value?.top ?? 0) >= label.getBoundingClientRect().bottom - 1 ? 'below' : 'beside';
        }),
      ),
    ]),
  );
  for (const way of ways) expect(way).toHaveLength(1);
});

test('X36: an e-mail address wraps only between its parts', async ({ page, shop }) => {
  const { customer, orderId } = await buyer(shop);
  const email = `wambui.achieng.nyambura.${randomUUID().slice(0, 8)}@procurement.verylongcompanyname.co.ke`;
  const renamed: SignedIn = { ...customer, user: { ...(customer.user as object), email } };
  await page.route('**/api/auth/profile', async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), ...bearer(customer) } });
    const body = (await response.text()).replaceAll(customer.email, email);
    await route.fulfill({ response, body });
  });
  await page.route(`**/api/orders/${orderId}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(customer.email, email) });
  });
  await openAs(page, renamed, '/terms-of-service');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const address of ['/profile', `/track-order/${orderId}`]) {
      await page.goto(address);
      await settled(page);
      const parts = page.locator('main [translate="no"] > span');
      expect(await parts.count(), address).toBeGreaterThanOrEqual(5);
      const lines = await parts.evaluateAll((all) => all.map((part) => part.getClientRects().length));
      expect(Math.max(...lines), `${address} at ${size.width} px`).toBe(1);
    }
  }
});

test('X36: the heading and the clock of the deals do not touch at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await settled(page);
  const section = page.getByRole('region', { name: 'Flash Deals' });
  const heading = await section.getByRole('heading', { name: 'Flash Deals' }).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().toJSON() as { right: number; bottom: number };
  });
  const clock = await section.getByRole('timer').boundingBox();
  const isBeside = (clock?.x ?? 0) - heading.right >= 8;
  const isBelow = (clock?.y ?? 0) - heading.bottom >= 4;
  expect(isBeside || isBelow).toBe(true);
});
