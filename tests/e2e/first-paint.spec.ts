import { openAsleep, openAwake } from './support/awake.ts';
import { productWith, storedCart } from './support/orders.ts';
import { readShifts, watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('H11: home, list, product and static pages are rendered on the server @core', async ({ page, shop }) => {
    const product = await productWith(shop, ({ stock }) => stock > 0);
    await page.goto('/');
    await expect(page.locator('main article').first()).toBeVisible();
    await page.goto('/products?category=tvs');
    await expect(page.getByRole('heading', { level: 1, name: 'TVs' })).toBeVisible();
    await page.getByRole('link', { name: 'Phones' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Phones' })).toBeVisible();
    await page.goto(`/product/${product.slug}`);
    await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
    await page.goto('/terms-of-service');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Terms');
  });
});

for (const path of ['/', '/products', '/product/']) {
  test(`the first picture of ${path} is requested before any script, and no styles are`, async ({ page, shop }) => {
    const { slug } = await productWith(shop, ({ images }) => images.length > 0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.resourceType()));
    await page.goto(path === '/product/' ? `/product/${slug}` : path);
    const [picture, script] = [asked.indexOf('image'), asked.indexOf('script')];
    expect(picture).toBeGreaterThanOrEqual(0);
    expect(asked.filter((kind) => kind === 'stylesheet')).toEqual([]);
    if (script >= 0) expect(picture).toBeLessThan(script);
  });
}

test('a phone fetches the code of filters, header, search box and footer when they are used or seen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const fetched = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/([\w-]+)\.late-/.exec(request.url())?.[1];
    if (name !== undefined) fetched.add(name);
  });
  await page.goto('/products');
  await page.locator('html[data-awake]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  expect([...fetched]).toEqual([]);

  await page.getByRole('button', { name: /^Filters/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  await expect(drawer.getByRole('checkbox').first()).toBeVisible();
  expect([...fetched]).toEqual(['filter-sidebar']);
  await drawer.press('Escape');
  await page.getByRole('combobox', { name: 'Search products' }).pressSequentially('kettle');
  await expect(page.getByRole('option').first()).toContainText(/kettle/i);
  expect([...fetched]).toEqual(['filter-sidebar', 'header', 'search-box']);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(() => [...fetched]).toEqual(['filter-sidebar', 'header', 'search-box', 'footer']);
});

for (const savesData of [false, true]) {
  test(`the code of a page ${savesData ? 'waits for the press of a shopper who saves data' : 'arrives when its link is touched, not before'}`, async ({
    page,
  }) => {
    await page.addInitScript((saveData) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData } });
    }, savesData);
    let isFetched = false;
    page.on('request', (request) => {
      if (/\/assets\/cart\.route-/.test(request.url())) isFetched = true;
    });
    await openAwake(page, '/');
    await page.waitForLoadState('networkidle');
    expect(isFetched).toBe(false);
    const link = page.getByRole('banner').getByRole('link', { name: /^Cart/ });
    await link.dispatchEvent('pointerdown');
    if (savesData) await page.waitForLoadState('networkidle');
    else await expect.poll(() => isFetched).toBe(true);
    expect(isFetched).toBe(!savesData);
    await link.click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect.poll(() => isFetched).toBe(true);
  });
}

test('a page has no layout shift while a slow device loads it', async ({ page }) => {
  await watchShifts(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
  await openAwake(page, '/auth/login');
  expect(await readShifts(page)).toEqual([]);
});

test('D13, D20: the policy allows no inline code, and an injected script does not run @core', async ({
  page,
  watch,
}) => {
  const response = await page.goto('/');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).toContain("object-src 'none'");
  watch.allow(/Content Security Policy/);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.ran = "yes"';
    document.body.append(script);
    return document.documentElement.dataset['ran'] ?? 'no';
  });
  expect(ran).toBe('no');
});

test('the document contains no data of a shopper @core', async ({ shop }) => {
  const html = await (await fetch(`${shop.url}/`)).text();
  const again = await (
    await fetch(`${shop.url}/`, { headers: { authorization: 'Bearer cus_x', cookie: 'flow=x' } })
  ).text();
  const withoutTime = (text: string) => text.replace(/"now":\d+/, '"now":0');
  expect(withoutTime(again)).toBe(withoutTime(html));
});

test('ssr 7: a press before hydration counts once, also while React hydrates @core', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const wake = await openAsleep(page, `/product/${product.slug}`);
  const more = page.getByRole('button', { name: 'Increase quantity' });
  await more.waitFor();
  // React listens on the root and defers events that arrive before hydration.
  await page.evaluate(() =>
    document.querySelector('#root')?.addEventListener(
      'click',
      () => {
        document.documentElement.dataset['leaked'] = '';
      },
      { capture: true, once: true },
    ),
  );
  await more.click();
  await expect(more).toHaveAttribute('data-kept', '');
  await expect(page.locator('html[data-leaked]')).toHaveCount(0);
  await wake();
  await expect(more).not.toHaveAttribute('data-kept');
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('2');
});

test('a press at the end of hydration is handled after the deferred presses', async ({ page, shop }) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  const wake = await openAsleep(page, `/product/${product.slug}`);
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  const add = await page.getByRole('button', { name: 'Add to Cart', exact: true }).elementHandle();
  await page.evaluate((button) => document.addEventListener('hydrated', () => (button as HTMLElement).click()), add);
  await wake();
  await expect(page).toHaveURL(/\/cart$/);
  await expect.poll(() => storedCart(page)).toMatchObject({ items: [{ id: product._id, quantity: 2 }] });
});

test('a link pressed after Add to Cart, before hydration, does not lose the added product', async ({ page }) => {
  const wake = await openAsleep(page, '/products');
  await page
    .getByRole('button', { name: /^Add to Cart/, disabled: false })
    .first()
    .click();
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
  await wake();
  await expect(page).toHaveURL(/\/cart$/);
  await expect.poll(() => storedCart(page)).toMatchObject({ totalQuantity: 1 });
});

test('H15: a failed download of the app is retried, and presses in the meantime count', async ({
  page,
  shop,
  watch,
}) => {
  const product = await productWith(shop, ({ stock }) => stock > 50);
  watch.allow(/ERR_FAILED|Failed to fetch/);
  let isDown = true;
  await page.route('**/assets/*.js', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto(`/product/${product.slug}`);
  const more = page.getByRole('button', { name: 'Increase quantity' });
  const failed = page.waitForEvent('requestfailed');
  await more.click();
  await failed;
  await expect(more).toHaveAttribute('data-kept', '');
  isDown = false;
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('2');
});

test('a phone renders late rails when they are near, in exactly the room that was left for them', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await watchShifts(page);
  await openAwake(page, '/');
  const places = () =>
    page.locator('main h2, footer').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top + scrollY));
  const lastCard = page.getByRole('list', { name: 'Featured Products' }).getByRole('article').last();
  const isRendered = () => lastCard.evaluate((card) => card.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isRendered()).toBe(false);
  const before = await places();
  for (const title of await page.locator('main h2[id]').all()) await title.scrollIntoViewIfNeeded();
  await expect.poll(isRendered).toBe(true);
  // To half a pixel.
  for (const [index, place] of (await places()).entries()) expect(place).toBeCloseTo(before[index] ?? Number.NaN, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await lastCard.getByRole('button', { name: /^Add to Cart/ }).focus();
  await expect(lastCard).toBeInViewport();
  expect(await readShifts(page)).toEqual([]);
});
