import { openAsleep, openAwake, reloadAwake } from './support/awake.ts';
import { productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

const cards = 'main article';

test('§2 Products: category, sort and pages are in the address @phone @core', async ({ page, expectAccessible }) => {
  await page.goto('/products');
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible();
  await expect(page.locator(cards)).toHaveCount(12);
  await page.getByRole('navigation', { name: 'Categories', exact: true }).getByRole('link', { name: 'Audio' }).click();
  await expect(page).toHaveURL(/category=audio/);
  await expect(page.getByRole('heading', { level: 1, name: 'Audio' })).toBeVisible();

  await page.goto('/products');
  await page.getByLabel('Sort by').selectOption('price_low');
  await expect(page).toHaveURL(/sortBy=price_low/);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('Page 2 of')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Sort by').selectOption('price_high');
  await expect(page).not.toHaveURL(/page=/);
  await expect(page.getByText('Page 1 of')).toBeVisible();
});

test('H15: a sort order that is selected during hydration is applied', async ({ page }) => {
  // Between the moment when React attaches its listeners and the end of hydration.
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...given) {
      listen.apply(this, given);
      if (!(this instanceof Element && this.id === 'root' && given[0] === 'change')) return;
      EventTarget.prototype.addEventListener = listen;
      queueMicrotask(() => {
        const select = document.querySelector('select');
        if (select === null) return;
        select.value = 'price_low';
        for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
      });
    };
  });
  await page.goto('/products');
  await page.getByLabel('Sort by').focus();
  await expect(page).toHaveURL(/sortBy=price_low/);
  await expect(page.getByLabel('Sort by')).toHaveValue('price_low');
});

test('U14: a new page opens at the top, and Back restores the scroll position', async ({ page }) => {
  await page.goto('/products');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  const last = page.locator(`${cards} a[href^="/product/"]`).last();
  await last.scrollIntoViewIfNeeded();
  // The click itself may scroll a little further, so the position at the click counts.
  await page.evaluate(() =>
    addEventListener('click', () => sessionStorage.setItem('left-at', String(scrollY)), { capture: true }),
  );
  await last.click();
  await expect(page).toHaveURL(/\/product\//);
  // The address changes before the page does.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  const before = Number(await page.evaluate(() => sessionStorage.getItem('left-at')));
  expect(before).toBeGreaterThan(200);
  await page.goBack();
  await expect(page.locator(cards)).toHaveCount(12);
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(Math.round(before));
});

test('U14: Back also restores a scroll position from before hydration', async ({ page }) => {
  const wake = await openAsleep(page, '/products');
  // The HTML may still be arriving, so the last card so far may not be the last one.
  await expect(page.locator(cards)).toHaveCount(12);
  const last = page.locator(`${cards} a[href^="/product/"]`).last();
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => Math.round(window.scrollY));
  expect(before).toBeGreaterThan(200);
  await wake();
  await last.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(before);
});

test('§2 Product card: SOLD OUT cannot be added, other products update the badge immediately @phone @core', async ({
  page,
  shop,
}) => {
  const soldOut = await productWith(shop, ({ stock }) => stock === 0);
  await page.goto(`/search?search=${encodeURIComponent(soldOut.name)}`);
  const card = page.locator(cards).filter({ hasText: soldOut.name });
  await expect(card).toContainText('SOLD OUT');
  await expect(card.getByRole('button', { name: /Add to Cart/ })).toBeDisabled();

  await page.goto('/products');
  await page
    .locator(cards)
    .filter({ hasNotText: 'SOLD OUT' })
    .first()
    .getByRole('button', { name: /Add to Cart/ })
    .click();
  await expect(page.getByRole('banner').getByRole('link', { name: /Cart/ })).toContainText('1');
  await expect(page).toHaveURL(/\/products$/);
});

test('A1: id and slug open the same page with one canonical address', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 0);
  for (const path of [`/product/${product._id}`, `/product/${product.slug}`, `/products/${product.slug}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      new RegExp(`/product/${product.slug}$`),
    );
  }
});

test('A13: an unknown product is a 404 with a link home @phone @core', async ({ page, expectAccessible }) => {
  expect((await page.goto('/product/no-such-thing'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go To Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('§2: an unknown path returns 404 with a message, and links back and home', async ({ page, expectAccessible }) => {
  await page.goto('/cart');
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByText('Page not found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: 'Go To Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('§2 Product detail: a picture that fails to load leaves a placeholder', async ({ page, shop, watch }) => {
  watch.allow(/ERR_FAILED/);
  await page.route('**/media/**', (route) => route.abort('failed'));
  const product = await productWith(shop, ({ images }) => images.length > 1);
  await page.goto(`/product/${product.slug}`);
  const placeholder = page.getByRole('main').getByRole('img', { name: new RegExp(product.name) });
  await expect(placeholder).toBeVisible();
  await expect.poll(() => placeholder.evaluate(({ tagName }) => tagName)).not.toBe('IMG');
});

test('no link in the header or footer is broken', async ({ page, shop }) => {
  await page.goto('/');
  const hrefs = await page
    .locator('header a[href^="/"], footer a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.length).toBeGreaterThan(10);
  for (const href of new Set(hrefs)) expect((await fetch(shop.url + href)).status, href).toBe(200);
});

test('Q13: the offline mark shifts nothing on a phone', async ({ page, context, watch }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAwake(page, '/');
  const cart = page.getByRole('link', { name: /^Cart/ }).first();
  const before = await cart.boundingBox();
  // For pictures that are still loading.
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
  expect((await cart.boundingBox())?.y).toBe(before?.y);
});

test('X83: after navigation the head describes the page that is shown', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 0);
  const canonical = page.locator('link[rel="canonical"]');
  const left = page.locator('head meta[property], head script[type="application/ld+json"]');
  await openAwake(page, '/products');
  await expect(canonical).toHaveAttribute('href', /\/products$/);
  await expect(left).not.toHaveCount(0);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(canonical).toHaveAttribute('href', /\/products\?page=2$/);
  await expect(canonical).toHaveCount(1);
  await expect(left).toHaveCount(0);
  await page.locator(cards).first().getByRole('link').first().click();
  await expect(canonical).toHaveAttribute('href', /\/product\/[^/]+$/);
  await expect(canonical).toHaveCount(1);
  await openAwake(page, `/product/${product.slug}`);
  await page.getByRole('banner').getByRole('link', { name: /Cart/ }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(canonical).toHaveCount(0);
  await expect(left).toHaveCount(0);
});

test('X83: after navigation through the history the head describes the page that is shown', async ({ page }) => {
  const canonical = page.locator('link[rel="canonical"]');
  const left = page.locator('head meta[property], head script[type="application/ld+json"]');
  await openAwake(page, '/products');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(canonical).toHaveAttribute('href', /\/products\?page=2$/);
  await reloadAwake(page);
  await expect(left).not.toHaveCount(0);
  await page.goBack();
  await expect(canonical).toHaveAttribute('href', /\/products$/);
  await expect(left).toHaveCount(0);

  // History entries from a script, an extension or an older version of the page have no router state.
  await openAwake(page, '/products');
  await page.evaluate(() => {
    for (const address of ['/products?page=2', '/products?page=3']) history.pushState(null, '', address);
    history.back();
  });
  await expect(canonical).toHaveAttribute('href', /\/products\?page=2$/);
  await expect(canonical).toHaveCount(1);
  await expect(left).toHaveCount(0);
});
