import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { bearer, getData, type SignedIn } from './customers.ts';
import { readOrders } from './orders.ts';
import type { Shop } from './shop.ts';
import type { RunningShop } from './start-shop.ts';

/** Payments in the M-Pesa menu of the simulated phone (PAY-C1). */

/**
 * Registers the shop's addresses for confirmations at the simulated Safaricom, as its owner does. The simulators forget them
 * after each test and the shop does not, so a later test of a worker registers others.
 */
export async function register({ dataDir, simulators, url }: RunningShop): Promise<void> {
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: new URL(url).port,
    SIMULATORS_PORT: new URL(simulators).port,
    PUBLIC_ORIGIN: url,
  };
  const run = async (...args: readonly string[]) =>
    void (await promisify(execFile)(process.execPath, ['dist/admin/mpesa.js', ...args], { env }));
  try {
    await run('register');
  } catch (error) {
    if (!String((error as { stderr?: string }).stderr).includes('registered')) throw error;
    await run('register', '--rotate');
    await run('finish');
  }
}

/** Pays on the page of the simulated phone. Returns the receipt. */
export async function payOnPhone(
  page: Page,
  { simulators }: RunningShop,
  what: { from: string; account: string; amount: number },
): Promise<string> {
  const phone = await page.context().newPage();
  await phone.goto(simulators);
  await phone.getByRole('button', { name: 'Lipa na M-PESA' }).click();
  const menu = phone.getByRole('dialog', { name: 'Lipa na M-PESA' });
  await menu.getByLabel('From phone').fill(what.from);
  await menu.getByLabel('Account number').fill(what.account);
  await menu.getByLabel('Amount').fill(String(what.amount));
  await phone.keyboard.press('Enter');
  await expect(menu).toContainText(/Sent\. Receipt [A-Z][A-Z\d]{9}\./);
  const [, receipt = ''] = /Receipt ([A-Z][A-Z\d]{9})/.exec((await menu.textContent()) ?? '') ?? [];
  await phone.close();
  return receipt;
}

/** Waits until a receipt pays an order of the shopper. A page whose clock stands still asks only once. */
export async function untilBooked(shop: Shop, shopper: SignedIn, receipt: string): Promise<void> {
  await expect
    .poll(async () => {
      const orders = await readOrders(shop, shopper);
      const payments = await Promise.all(
        orders.map(({ _id }) => shop.api('GET', `/orders/${_id}/payment`, undefined, bearer(shopper))),
      );
      return payments.flatMap((reply) => getData<{ receipts: { receipt: string }[] }>(reply).receipts);
    })
    .toContainEqual(expect.objectContaining({ receipt }));
}
