import type { BrowserContext, Page, Route } from '@playwright/test';
import { newCustomer, openAs, stranger } from './support/customers.ts';
import type { SignedIn } from './support/customers.ts';
import { readOrders, productWith, storedCart } from './support/orders.ts';
import type { Product } from './support/orders.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** An M-Pesa payment whose page is killed, hidden, forgotten or duplicated (issue 3: It survives anything). */

const home = { name: 'Achieng Otieno', phone: '0722000111', address: 'Ngong Road 5', city: 'Nairobi' };

const getBar = (page: Page) => page.getByRole('region', { name: 'Your M-Pesa payment' });
const getLine = ({ _id, name, finalPrice, images }: Product, quantity: number) => ({
  id: _id,
  name,
  price: finalPrice,
  image: images[0] ?? '',
  category: '',
  quantity,
});

/** Opens checkout with two pieces in the cart, and fills in the delivery. */
async function atCheckout(page: Page, shop: Shop) {
  await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 1000 });
  const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
  const shopper = await newCustomer(shop);
  await openAs(page, shopper, '/terms-of-service');
  await fillCart(page, getLine(product, 2));
  await openCheckout(page);
  return { product, shopper };
}

async function openCheckout(page: Page): Promise<void> {
  await page.goto('/checkout');
  await page.getByLabel('Street Address').fill(home.address);
  await page.getByLabel('City').fill(home.city);
}

async function fillCart(page: Page, ...items: ReturnType<typeof getLine>[]): Promise<void> {
  const totals = { totalQuantity: 2, totalAmount: 0 };
  await page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify({ items, ...totals }));
}

/** Presses Pay and confirms the phone. */
async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
}

/** Opens checkout with a prompt on the phone. */
async function waiting(page: Page, shop: Shop) {
  const { product, shopper } = await atCheckout(page, shop);
  await pay(page);
  const prompt = await shop.prompt(shopper.msisdn);
  await expect(page.getByRole('dialog')).toContainText('Check your phone and enter your M-Pesa PIN.');
  return { product, shopper, prompt };
}

/** Closes the page without a warning and opens a new one. `meanwhile` runs while no page is open. */
async function reopened(
  page: Page,
  path = '/terms-of-service',
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<Page> {
  const context = page.context();
  await page.close();
  await meanwhile();
  const again = await context.newPage();
  await again.goto(path);
  return again;
}

/** The call reaches the server, and the page never gets a response. */
async function loseAnswer(page: Page, address: string): Promise<() => Promise<unknown>> {
  let reached: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => {
    reached = resolve;
  });
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    reached();
  });
  return () => arrival;
}

async function expectPaidOnce(page: Page, shop: Shop, shopper: SignedIn): Promise<void> {
  await expect(getBar(page)).toContainText('Payment received. Thank you!');
  expect(await readOrders(shop, shopper)).toMatchObject([{ isPaid: true, status: 'processing' }]);
  expect(await shop.charges(shopper.msisdn)).toHaveLength(1);
  await expect.poll(async () => (await storedCart(page)).items).toEqual([]);
}

test.describe('the page is killed and reopened', () => {
  test('during the phone confirmation: nothing is ordered, nothing is shown', async ({ page, shop }) => {
    const { shopper } = await atCheckout(page, shop);
    await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const again = await reopened(page);
    await expect(again.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible();
    await expect(getBar(again)).toHaveCount(0);
    expect(await readOrders(shop, shopper)).toEqual([]);
  });

  test('D9, D10: while the order is placed: another payment pays the same order', async ({ page, shop }) => {
    const { shopper } = await atCheckout(page, shop);
    const arrived = await loseAnswer(page, '**/api/orders');
    await pay(page);
    await arrived();
    const again = await reopened(page);
    await openCheckout(again);
    await pay(again);
    await shop.answerPrompt((await shop.prompt(shopper.msisdn)).checkoutRequestId, 'pay');
    await expect(again).toHaveURL(/\/order-success/);
    expect(await readOrders(shop, shopper)).toHaveLength(1);
    expect(await shop.prompts(shopper.msisdn)).toHaveLength(1);
  });

  test('U6: while the prompt is sent: the payment bar gets the payment from the server', async ({ page, shop }) => {
    const { shopper } = await atCheckout(page, shop);
    const arrived = await loseAnswer(page, '**/api/mpesa/stkpush');
    await pay(page);
    await arrived();
    const again = await reopened(page);
    await expect(getBar(again)).toContainText('Check your phone and enter your M-Pesa PIN.');
    await shop.answerPrompt((await shop.prompt(shopper.msisdn)).checkoutRequestId, 'pay');
    await expectPaidOnce(again, shop, shopper);
  });

  test('U6: with the prompt on the phone: the payment finishes on any page @phone @core', async ({
    page,
    shop,
    expectAccessible,
  }) => {
    const { shopper, prompt } = await waiting(page, shop);
    const again = await reopened(page, '/');
    await expect(getBar(again)).toContainText('Check your phone and enter your M-Pesa PIN.');
    await expectAccessible(again);
    await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
    await expectPaidOnce(again, shop, shopper);
    await expectAccessible(again);
    await getBar(again).getByRole('link', { name: 'View order' }).click();
    await expect(again).toHaveURL(/\/track-order\//);
    await expect(getBar(again)).toHaveCount(0);
  });

  test('U6: on checkout the bar does not duplicate the dialog', async ({ page, shop }) => {
    const { prompt } = await waiting(page, shop);
    const again = await reopened(page, '/checkout');
    await expect(again.getByRole('dialog')).toContainText('Check your phone and enter your M-Pesa PIN.');
    await expect(getBar(again)).toHaveCount(0);
    await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
    await expect(again).toHaveURL(/\/order-success/);
    await expect.poll(async () => (await storedCart(again)).items).toEqual([]);
  });

  test('D9, U6: right after the payment: no paid line is left, new ones stay', async ({ page, shop }) => {
    const { product, shopper, prompt } = await waiting(page, shop);
    const other = await productWith(shop, ({ _id, stock }) => _id !== product._id && stock > 50);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
    await expect(async () => {
      // In small steps: a check that began before the clock was stopped may return at any time, and the dialog closes
      // after 2 s.
      await page.clock.runFor(500);
      await expect(page.getByRole('dialog')).toContainText('Payment received. Thank you!', { timeout: 250 });
    }).toPass();
    await expect.poll(async () => (await storedCart(page)).items).toEqual([]);
    await fillCart(page, getLine(product, 1), getLine(other, 1));
    const again = await reopened(page);
    await again.clock.resume();
    await expect(again.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible();
    await expect(getBar(again)).toHaveCount(0);
    await expect
      .poll(async () => (await storedCart(again)).items)
      .toMatchObject([
        { id: product._id, quantity: 1 },
        { id: other._id, quantity: 1 },
      ]);
    expect(await readOrders(shop, shopper)).toHaveLength(1);
  });

  test('U3, D9: after an unseen failure Try again pays the same order', async ({ page, shop }) => {
    const { shopper, prompt } = await waiting(page, shop);
    const again = await reopened(page, '/terms-of-service', () =>
      shop.answerPrompt(prompt.checkoutRequestId, 'wrong-pin'),
    );
    await expect(getBar(again)).toContainText('Wrong M-Pesa PIN.');
    await getBar(again).getByRole('button', { name: 'Try again' }).click();
    await shop.answerPrompt((await shop.prompt(shopper.msisdn)).checkoutRequestId, 'pay');
    await expectPaidOnce(again, shop, shopper);
  });

  test('D25: if a code is required, the bar links to the order, whose page requests the code', async ({
    page,
    shop,
    expectAccessible,
  }) => {
    const { shopper } = await atCheckout(page, shop);
    const { phone, msisdn } = stranger();
    const refuse = async () => shop.answerPrompt((await shop.prompt(msisdn)).checkoutRequestId, 'cancel');
    await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
    await page.getByLabel('M-Pesa phone number').fill(phone);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('dialog')).toContainText('Check your phone and enter your M-Pesa PIN.');
    const again = await reopened(page, '/terms-of-service', refuse);
    await getBar(again).getByRole('button', { name: 'Try again' }).click();
    await refuse();
    await expect(getBar(again)).toContainText('You cancelled the payment.');
    await getBar(again).getByRole('button', { name: 'Try again' }).click();
    await expect(getBar(again)).toContainText('Please confirm this phone number with a code first.');
    // The pressed Try again button is removed, and its replacement takes the focus.
    await expect(getBar(again).locator(':focus')).toContainText('Pay on the order’s page');
    await expectAccessible(again);
    await getBar(again).getByRole('link', { name: 'Pay on the order’s page' }).click();
    await expect(again).toHaveURL(/\/track-order\//);
    await expect(getBar(again)).toBeHidden();

    await again.getByRole('button', { name: 'Pay with M-Pesa' }).click();
    await again.getByLabel('M-Pesa phone number').fill(phone);
    await again.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await again.getByLabel('Verification code').fill(await shop.smsCode(msisdn));
    await again.getByRole('button', { name: 'Verify' }).click();
    await shop.answerPrompt((await shop.prompt(msisdn)).checkoutRequestId, 'pay');
    await expect(getBar(again)).toContainText('Payment received. Thank you!');
    expect(await readOrders(shop, shopper)).toMatchObject([{ isPaid: true }]);
    expect(await shop.charges(msisdn)).toHaveLength(1);
  });

  test('U3: a dismissed failure does not reappear', async ({ page, shop }) => {
    const { prompt } = await waiting(page, shop);
    const again = await reopened(page, '/terms-of-service', () =>
      shop.answerPrompt(prompt.checkoutRequestId, 'cancel'),
    );
    await expect(getBar(again)).toContainText('You cancelled the payment.');
    await getBar(again).getByRole('button', { name: 'Dismiss' }).click();
    await expect(getBar(again)).toHaveCount(0);
    await again.reload();
    await expect(again.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible();
    await expect(getBar(again)).toHaveCount(0);
  });

  test('U4, Q22: 2 minutes after an ignored prompt the bar offers pay on delivery', async ({ page, shop }) => {
    await shop.mpesaRules({ promptMs: 86_400_000 });
    const { shopper } = await waiting(page, shop);
    await shop.advanceClock(80_000);
    const again = await reopened(page);
    await expect(getBar(again)).toContainText('The prompt on your phone has probably expired.');
    await expect(getBar(again).getByRole('button', { name: /^Send again in 0:/ })).toBeDisabled();
    await shop.advanceClock(45_000);
    await getBar(again).getByRole('button', { name: 'Pay on delivery' }).click();
    await expect(getBar(again)).toContainText('Your order is placed. You pay on delivery.');
    expect(await readOrders(shop, shopper)).toMatchObject([{ paymentMethod: 'cod', isPaid: false }]);
    await expect.poll(async () => (await storedCart(again)).items).toEqual([]);
  });

  test('§8, U6: 10 minutes after an ignored prompt the shopper sees the result and may try again', async ({
    page,
    shop,
  }) => {
    const { shopper, prompt } = await waiting(page, shop);
    await shop.answerPrompt(prompt.checkoutRequestId, 'ignore');
    await shop.advanceClock(601_000);
    const again = await reopened(page);
    await expect(getBar(again).getByRole('button', { name: 'Try again' })).toBeVisible();
    await getBar(again).getByRole('button', { name: 'Try again' }).click();
    await shop.answerPrompt((await shop.prompt(shopper.msisdn)).checkoutRequestId, 'pay');
    await expectPaidOnce(again, shop, shopper);
  });
});

test('X19, X31: the waiting dialog closes into the bar in every way, and the payment succeeds @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const { shopper, prompt } = await waiting(page, shop);
  const dialog = page.getByRole('dialog');
  const ways: readonly (() => Promise<unknown>)[] = [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => page.mouse.click(5, 5),
  ];
  for (const [index, dismiss] of ways.entries()) {
    if (index > 0) await page.reload();
    await expect(dialog).toContainText('Check your phone and enter your M-Pesa PIN.');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
    await dismiss();
    await expect(dialog).toHaveCount(0);
    await expect(getBar(page)).toContainText('Check your phone and enter your M-Pesa PIN.');
    await expect(page).toHaveURL(/\/checkout/);
  }
  await expectAccessible(page);
  await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
  await expectPaidOnce(page, shop, shopper);
});

test('U6: a second browser of the same shopper shows the payment and finishes it', async ({ page, browser, shop }) => {
  const { shopper, prompt } = await waiting(page, shop);
  const elsewhere: BrowserContext = await browser.newContext();
  const other = await elsewhere.newPage();
  await openAs(other, shopper, `${shop.url}/terms-of-service`);
  await expect(getBar(other)).toContainText('Check your phone and enter your M-Pesa PIN.');
  await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
  await expect(getBar(other)).toContainText('Payment received. Thank you!');
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, shopper)).toHaveLength(1);
  await elsewhere.close();
});

const records: [string, string][] = [
  ['broken', '{"v":2,'],
  ['of an older version', '{"v":1,"key":"K","of":"M"}'],
  [
    "somebody else's",
    '{"v":2,"user":"x","key":"K","of":"M","orderId":null,"checkoutRequestId":null,"lines":[],"replaces":null}',
  ],
];
for (const [kind, record] of records) {
  test(`H10: the stored record is ${kind}: the server's state is shown`, async ({ page, shop }) => {
    const { shopper, prompt } = await waiting(page, shop);
    await page.evaluate((text) => localStorage.setItem('payment', text), record);
    const again = await reopened(page);
    await expect(getBar(again)).toContainText('Check your phone and enter your M-Pesa PIN.');
    await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
    await expect(getBar(again)).toContainText('Payment received. Thank you!');
    expect(await readOrders(shop, shopper)).toMatchObject([{ isPaid: true }]);
  });
}

test('D7: the reconciler finds a lost callback, and a duplicate callback pays once', async ({ page, shop }) => {
  const { shopper, prompt } = await waiting(page, shop);
  await shop.answerPrompt(prompt.checkoutRequestId, 'pay', { drop: true });
  const again = await reopened(page);
  await expect(getBar(again)).toContainText('Check your phone and enter your M-Pesa PIN.');
  await shop.advanceClock(30_000);
  await expectPaidOnce(again, shop, shopper);
  await shop.answerPrompt(prompt.checkoutRequestId, 'repeat', { times: 2 });
  expect(await shop.charges(shopper.msisdn)).toHaveLength(1);
  expect(await readOrders(shop, shopper)).toHaveLength(1);
});

test('U5: a hidden page sends no query, and sends one immediately when it becomes visible', async ({ page, shop }) => {
  const { shopper, prompt } = await waiting(page, shop);
  const firstCheck = page
    .context()
    .waitForEvent('response', (it) => it.url().includes('/payment-status/') && it.frame().page() !== page);
  const again = await reopened(page);
  await expect(getBar(again)).toBeVisible();
  // A check in progress could update the hidden page.
  await firstCheck;
  await setVisible(again, false);
  let polls = 0;
  await again.route('**/api/mpesa/payment-status/**', (route) => {
    polls += 1;
    return route.fallback();
  });
  await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
  await expect.poll(async () => (await readOrders(shop, shopper))[0]?.status).toBe('processing');
  expect(polls).toBe(0);
  await setVisible(again, true);
  await expectPaidOnce(again, shop, shopper);
  expect(polls).toBe(1);
});

test('U6, H10: two tabs pay one order with one prompt, and the lines are removed once', async ({ page, shop }) => {
  const { shopper } = await atCheckout(page, shop);
  const other = await page.context().newPage();
  await openCheckout(other);
  await Promise.all([pay(page), pay(other)]);
  const prompt = await shop.prompt(shopper.msisdn);
  await expect(page.getByRole('dialog')).toContainText('Check your phone');
  await expect(other.getByRole('dialog')).toContainText('Check your phone');
  await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
  await expect(page).toHaveURL(/\/order-success/);
  await expect(other).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, shopper)).toHaveLength(1);
  expect(await shop.prompts(shopper.msisdn)).toHaveLength(1);
  await expect.poll(async () => (await storedCart(page)).items).toEqual([]);
});

async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    isVisible ? 'visible' : 'hidden',
  );
}
