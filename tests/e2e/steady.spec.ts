import type { Page } from '@playwright/test';
import { openAwake } from './support/awake.ts';
import { newCustomer, openAs } from './support/customers.ts';
import { settled } from './support/every-page.ts';
import { productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

/** A press first blurs the field before it. If the control moves at that moment, the press misses it (X81). */

/** Returns the position of each control in the page's content by its name, in px. */
const getBoxes = (page: Page) =>
  page
    .getByRole('main')
    .locator('button, a, input, select, textarea')
    .evaluateAll((controls) =>
      controls.map((control, index) => {
        const { x, y } = control.getBoundingClientRect();
        const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
        return `${index} ${name.trim().slice(0, 40)}: ${Math.round(x)}, ${Math.round(y + scrollY)}`;
      }),
    );

/** Types possibly invalid text into each text field, blurs it, and expects every control at the same position. */
async function leaveEachField(page: Page, texts: readonly string[]): Promise<number> {
  const fields = page
    .getByRole('main')
    .locator('input:not([type=radio]):not([type=checkbox]):not([type=range]):visible, textarea:visible');
  const count = await fields.count();
  for (let index = 0; index < count; index++) {
    const field = fields.nth(index);
    if (!(await field.isEditable())) continue;
    for (const text of texts) {
      await field.fill(text);
      const before = await getBoxes(page);
      await field.evaluate((input: HTMLElement) => input.blur());
      // The validation message is rendered in the next frame.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      expect(await getBoxes(page), `field ${index} with '${text}'`).toEqual(before);
    }
  }
  return count;
}

const TEXTS = ['999', '-5', 'x', ''];

test('X81: no control moves when a field loses the focus: quantity on the product page and in the cart @phone', async ({
  page,
  shop,
}) => {
  const product = await productWith(shop, ({ stock }) => stock > 1 && stock < 900);
  await openAwake(page, `/product/${product.slug}`);
  expect(await leaveEachField(page, ['999', '1'])).toBe(1);
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await openAwake(page, '/cart');
  await expect(page.getByRole('main').getByLabel('Quantity', { exact: true })).toBeVisible();
  expect(await leaveEachField(page, ['999', '1'])).toBe(1);
});

test('X81: no control moves when a field loses the focus: forms of a guest @phone', async ({ page }) => {
  for (const path of [
    '/auth/login',
    '/auth/signup',
    '/auth/forgot-password',
    '/auth/reset-password?token=t',
    '/contact',
  ]) {
    await openAwake(page, path);
    expect(await leaveEachField(page, TEXTS), path).toBeGreaterThan(0);
  }
});

test('X81: no control moves when a field loses the focus: profile, addresses and checkout @phone', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/profile');
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeVisible();
  // The orders in the other tab load meanwhile.
  await settled(page);
  expect(await leaveEachField(page, TEXTS)).toBeGreaterThan(5);
});
