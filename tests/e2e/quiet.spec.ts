import { openAwake } from './support/awake.ts';
import { bearer, newCustomer, openAs } from './support/customers.ts';
import { expect, test } from './support/test.ts';

/** X35: minor elements stay unobtrusive and cover no control. Only a browser can measure the boxes. */

test('X35: the request id of an error is one short line in a lighter style below the message', async ({
  page,
  watch,
}) => {
  watch.allow(/401/);
  await page.setViewportSize({ width: 360, height: 740 });
  await openAwake(page, '/auth/login');
  await page.getByLabel('Email').fill('nobody@duka.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  const id = page.getByRole('alert').getByText(/^Request \S+/);
  const message = page.getByRole('alert').getByRole('paragraph').first();
  await expect(id).toBeVisible();
  const looks = (element: Element) => {
    const { fontSize, color, fontWeight } = getComputedStyle(element);
    const { width, height, top, bottom } = element.getBoundingClientRect();
    return { size: parseFloat(fontSize), color, weight: Number(fontWeight), width, height, top, bottom };
  };
  const [quiet, loud] = [await id.evaluate(looks), await message.evaluate(looks)];
  expect(quiet.size).toBeLessThan(loud.size);
  expect(quiet.weight).toBeLessThan(loud.weight);
  expect(quiet.color).not.toBe(loud.color);
  expect(quiet.top).toBeGreaterThanOrEqual(loud.bottom);
  // One line, and less than half of the screen: an id has 36 characters.
  expect(quiet.height).toBeLessThan(2 * quiet.size);
  expect(quiet.width).toBeLessThan(180);
});

test('X35: messages of the address book cover no button at the end of the list', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const customer = await newCustomer(shop);
  for (const number of [1, 2, 3, 4]) {
    const address = { name: 'Wanjiku', address: `Moi Avenue ${number}`, city: 'Nairobi', country: 'Kenya' };
    const { status } = await shop.api('POST', '/auth/addresses', { ...address, phone: '0712345678' }, bearer(customer));
    expect(status).toBeLessThan(300);
  }
  await openAs(page, customer, '/profile?section=address');
  const book = page.getByRole('region', { name: 'Saved Addresses' });
  await expect(book.getByRole('listitem')).toHaveCount(4);
  await book
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeInViewport({ ratio: 1 });
  await expect(book.getByRole('listitem')).toHaveCount(3);
  const last = book.getByRole('listitem').last();
  await last.evaluate((card) => card.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await page.mouse.wheel(0, 10_000);
  for (const button of await last.getByRole('button').all()) {
    await button.scrollIntoViewIfNeeded();
    // Fails if another element would receive the click.
    await button.click({ trial: true });
  }
  await undo.click({ trial: true });
});

test('X35: a wheel over the filters scrolls to their end, and then the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAwake(page, '/products?category=phones');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  const last = panel.locator('summary').last();
  await expect(last).not.toBeInViewport();
  const box = await panel.boundingBox();
  if (box === null) throw new Error('the filters have no box');
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await page.mouse.wheel(0, 10_000);
  await expect.poll(() => panel.evaluate((it) => it.scrollTop + it.clientHeight - it.scrollHeight)).toBeGreaterThan(-2);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(last).toBeInViewport({ ratio: 1 });
});
