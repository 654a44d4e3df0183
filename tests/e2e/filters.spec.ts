import { openAwake } from './support/awake.ts';
import { expect, test } from './support/test.ts';

test('§2 Filter sidebar: brands, price and specifications filter the list and appear in the address @core', async ({
  page,
  expectAccessible,
}) => {
  await openAwake(page, '/products?category=phones&utm_source=wa');
  const sidebar = page.getByRole('complementary', { name: 'Filters' });
  const total = page.getByText(/^\d+ products?$/);
  const all = await total.textContent();
  const apply = sidebar.getByRole('button', { name: 'Apply Price Filter' });
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  const colour = await apply.evaluate((button) => getComputedStyle(button).color);
  await apply.hover({ force: true });
  await expect(apply).toHaveCSS('color', colour);

  await sidebar.getByRole('checkbox', { name: /^Samsung / }).check();
  await expect(page).toHaveURL(/[?&]brand=samsung(&|$)/);
  await expect(total).not.toHaveText(all ?? '');
  for (const name of await page.locator('main article').getByRole('heading').allTextContents())
    expect(name).toContain('Samsung');

  await sidebar.getByLabel('Max (Ksh)').fill('40000');
  await expect(sidebar.getByText('Pending')).toBeVisible();
  await apply.click();
  await expect(page).toHaveURL(/[?&]maxPrice=40000(&|$)/);
  await expect(sidebar.getByText('Active', { exact: true })).toBeVisible();
  // A5: parameters that messengers add to a link are preserved and have no effect.
  await expect(page).toHaveURL(/[?&]utm_source=wa(&|$)/);
  await expectAccessible(page);

  await page.goBack();
  await expect(sidebar.getByText('Active', { exact: true })).toHaveCount(0);
  await sidebar.getByRole('button', { name: /^Remove filter: Samsung$/ }).click();
  await expect(page).not.toHaveURL(/brand=/);
  await expect(total).toHaveText(all ?? '');
});

test('§2 Filter sidebar: the drawer on small screens traps the focus and restores it', async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAwake(page, '/products?category=phones');
  const opener = page.getByRole('button', { name: /^Filters/ });
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await expect(drawer).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('checkbox', { name: /^Samsung / }).check();
  await expect(page).toHaveURL(/[?&]brand=samsung(&|$)/);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(opener).toHaveText(/^Filters \(2\)$/);
});

test('X31: the drawer closes by its button, by a press outside it and by Back, which stays on the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await openAwake(page, '/products?category=phones');
  const opener = page.getByRole('button', { name: /^Filters/ });
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const start = await page.evaluate(() => history.length);
  for (const close of [
    () => drawer.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(8, 400),
    () => page.goBack(),
    () => drawer.getByRole('button', { name: 'Show products' }).click(),
  ]) {
    await opener.click();
    await expect(drawer).toBeVisible();
    // Visible without scrolling, at the very bottom.
    const footer = drawer.getByRole('button', { name: 'Show products' }).locator('..');
    await expect.poll(() => footer.evaluate((element) => Math.round(element.getBoundingClientRect().bottom))).toBe(740);
    await expect(drawer.getByRole('button', { name: 'Show products' })).toBeInViewport({ ratio: 1 });
    await expect(drawer.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    await close();
    await expect(drawer).toHaveCount(0);
    await expect(page).toHaveURL(/\/products\?category=phones$/);
    await expect.poll(() => page.evaluate(() => history.state.modalStep)).toBeUndefined();
  }
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(start + 1);

  // A selected filter stays when Back closes the drawer; the next Back removes it.
  await opener.click();
  await drawer.getByRole('checkbox', { name: /^Samsung / }).check();
  await expect(page).toHaveURL(/brand=samsung/);
  await expect.poll(() => page.evaluate(() => history.state.modalStep)).toBe(true);
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/brand=samsung/);
  await page.goBack();
  await expect(page).not.toHaveURL(/brand=samsung/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);

  // A reload closes the drawer and removes its history step.
  await page.goForward();
  await opener.click();
  await expect(drawer).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state.modalStep)).toBe(true);
  await page.reload();
  await expect.poll(() => page.evaluate(() => history.state.modalStep)).toBeUndefined();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('A43: flash deals have a clock and no filters; A58: an unknown category returns 404 @phone', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/products?deals=flash');
  await expect(page.getByRole('heading', { level: 1, name: 'Flash Deals' })).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Filters' })).toHaveCount(0);
  await expectAccessible(page);
  const reply = await page.goto('/products?category=nope');
  expect(reply?.status()).toBe(404);
  await expectAccessible(page);
  // Bad input: every query returns a page with its heading.
  const asked = [
    'page=-1',
    'page=1e9',
    'page=0&page=2',
    `search=${'x'.repeat(5_000)}`,
    'brand=%00%07',
    'RAM=%',
    'a[b]=1',
  ];
  for (const query of asked) {
    for (const path of ['products', 'search']) {
      const answer = await page.request.get(`/${path}?${query}`);
      expect(answer.status(), query.slice(0, 40)).toBe(200);
      expect(await answer.text(), query.slice(0, 40)).toMatch(/<h1[^>]*>All Products<\/h1>/);
    }
  }
});
