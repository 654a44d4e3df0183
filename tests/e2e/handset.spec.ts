import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Sends a prompt without the shop: OAuth and STK push through Safaricom's API. */
async function push(request: APIRequestContext, simulators: string, phone: string, amount: number): Promise<void> {
  const daraja = `${simulators}/daraja`;
  const basic = Buffer.from('simulated-consumer-key:simulated-consumer-secret').toString('base64');
  const granted = await request.get(`${daraja}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${basic}` },
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const accepted = await request.post(`${daraja}/mpesa/stkpush/v1/processrequest`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      BusinessShortCode: '174379',
      Password: Buffer.from('174379simulated-passkey20261121120000').toString('base64'),
      Timestamp: '20261121120000',
      TransactionType: 'CustomerPayBillOnline',
      Amount: amount,
      PartyA: phone,
      PartyB: '174379',
      PhoneNumber: phone,
      CallBackURL: 'http://127.0.0.1:9/callback',
      AccountReference: 'AB12CD34',
      TransactionDesc: 'Order',
    },
  });
  expect(await accepted.json()).toMatchObject({ ResponseCode: '0' });
}

test('H16: the simulated handset requests the PIN, and a keyboard can pay @phone', async ({
  page,
  shop,
  request,
  expectAccessible,
  running,
}) => {
  await page.goto(running.simulators);
  const prompt = page.getByRole('alertdialog', { name: 'M-PESA' });
  await expect(prompt).toBeHidden();
  await push(request, running.simulators, '254712345678', 12_999);
  await expect(prompt).toContainText('Pay Ksh 12,999 to Duka, account AB12CD34?');
  await expect(prompt).toContainText('+254712345678');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(prompt.getByRole('button', { name: 'Pay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(prompt).toBeHidden();
  expect(await shop.charges('254712345678')).toMatchObject([{ amount: 12_999, accountReference: 'AB12CD34' }]);
  await expectAccessible(page);
});

for (const [button, state, charges] of [
  ['Pay', 'paid', 1],
  ['Cancel', 'cancelled', 0],
  ['Wrong PIN', 'wrong-pin', 0],
  ['No funds', 'no-funds', 0],
  ['Ignore', 'open', 0],
] as const) {
  test(`H16: ${button} on the handset`, async ({ page, shop, request, running }) => {
    await page.goto(running.simulators);
    await push(request, running.simulators, '254712345678', 450);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    expect((await shop.prompts('254712345678'))[0]?.state).toBe(state);
    expect(await shop.charges()).toHaveLength(charges);
    if (button === 'Ignore') await shop.advanceClock(60_000);
    await expect(page.getByRole('row', { name: '+254712345678' })).toContainText(
      { Pay: 'Paid', Cancel: 'Cancelled', Ignore: 'Expired' }[button as string] ?? button,
    );
  });
}

test('H16: prompts of several phones queue up, and a SIM card shows only its own', async ({
  page,
  request,
  running,
}) => {
  await page.goto(running.simulators);
  await push(request, running.simulators, '254712345678', 100);
  await push(request, running.simulators, '254722000111', 200);
  const prompt = page.getByRole('alertdialog');
  await expect(prompt).toContainText('Another prompt waits behind this one.');
  await page.getByLabel('SIM card').selectOption('254712345678');
  await expect(prompt).toContainText('Ksh 100');
  await prompt.getByRole('button', { name: 'Cancel' }).click();
  await expect(prompt).toBeHidden();
  await page.getByLabel('SIM card').selectOption('');
  await expect(prompt).toContainText('Ksh 200');
});

test('providers 1.7: the handset pays by hand with the keyboard, and shows a refund that arrives @phone', async ({
  page,
  shop,
  request,
  expectAccessible,
  running,
}) => {
  await page.goto(running.simulators);
  await page.getByRole('button', { name: 'Lipa na M-PESA' }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Lipa na M-PESA' });
  await expect(menu.getByLabel('From phone')).toBeFocused();
  await page.keyboard.type('0712 345 678');
  await menu.getByLabel('Account number').fill('1a2b 3c4d');
  await menu.getByLabel('Amount').fill('3000');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(menu).toContainText(/Sent\. Receipt [A-Z][A-Z\d]{9}\./);
  await menu.getByLabel('Pay to').selectOption('till');
  await expect(menu.getByLabel('Account number')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Lipa na M-PESA' })).toBeFocused();
  await expect(page.getByRole('row', { name: '+254712345678' })).toContainText('Ksh 3,000');
  await request.post(`${running.simulators}/control/mpesa/send`, { data: { phone: '254712345678', amount: 1500 } });
  await expect(page.getByText('You have received Ksh1,500.00 from Duka')).toBeVisible();
  await expect(page.getByText('Ksh3,000.00 sent to Duka for account 1a2b 3c4d')).toBeVisible();
  expect(await shop.charges()).toEqual([]);
});
