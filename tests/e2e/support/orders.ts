import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { bearer, getData } from './customers.ts';
import type { SignedIn } from './customers.ts';
import type { Shop } from './shop.ts';
import { draftAddress, orderDraft } from '../../support/samples/checkout.ts';

export interface Product {
  readonly _id: string;
  readonly slug: string;
  readonly name: string;
  readonly finalPrice: number;
  readonly stock: number;
  readonly images: readonly string[];
  readonly flashEndsAt: string | null;
}

/** Returns products of the demo catalogue with their current prices and stock. */
export async function readProducts(shop: Shop, query = 'limit=48'): Promise<readonly Product[]> {
  return getData<{ products: Product[] }>(await shop.api('GET', `/products?${query}`)).products;
}

/** Returns the first product that matches. */
export async function productWith(shop: Shop, fits: (product: Product) => boolean): Promise<Product> {
  for (const page of [1, 2, 3]) {
    const found = (await readProducts(shop, `limit=48&page=${page}`)).find(fits);
    if (found !== undefined) return found;
  }
  throw new Error('no such product in the demo catalogue');
}

export interface PlacedOrder {
  readonly _id: string;
  readonly totalPrice: number;
  readonly orderItems: readonly { readonly name: string; readonly quantity: number; readonly price: number }[];
  readonly shippingAddress: {
    readonly name: string;
    readonly address: string;
    readonly city: string;
    readonly deliveryMethod: string;
  };
  readonly paymentMethod: string;
  readonly status: string;
  readonly isPaid: boolean;
}

export async function readOrders(shop: Shop, customer: SignedIn): Promise<readonly PlacedOrder[]> {
  return getData<{ orders: PlacedOrder[] }>(await shop.api('GET', '/orders/my', undefined, bearer(customer))).orders;
}

/**
 * Places an order through the API, for example for the last pieces. With the `key` of an earlier call it returns that
 * order.
 */
export async function buy(
  shop: Pick<Shop, 'api'>,
  customer: SignedIn,
  { _id, name, finalPrice, images }: Product,
  quantity: number,
  key: string = randomUUID(),
  paymentMethod: 'cod' | 'mpesa' = 'cod',
) {
  const total = finalPrice * quantity;
  return shop.api(
    'POST',
    '/orders',
    orderDraft({
      orderItems: [{ product: _id, name, quantity, price: finalPrice, image: images[0] ?? '' }],
      shippingAddress: draftAddress({ name: '', phone: '' }),
      paymentMethod,
      itemsPrice: total,
      totalPrice: total,
    }),
    { ...bearer(customer), 'idempotency-key': key },
  );
}

export async function addToCart(page: Page, { slug }: Product, quantity = 1): Promise<void> {
  await page.goto(`/product/${slug}`);
  for (let pieces = 2; pieces <= quantity; pieces += 1) {
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    // Before hydration, repeated presses of one button count once.
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue(String(pieces));
  }
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await expect(page).toHaveURL(/\/cart$/);
}

/** Fills in a home delivery with cash on delivery. */
export async function fillDelivery(
  page: Page,
  details: { name: string; phone: string; address: string; city: string },
): Promise<void> {
  await page.getByLabel('Full Name').fill(details.name);
  await page.getByLabel('Phone Number').fill(details.phone);
  await page.getByLabel('Street Address').fill(details.address);
  await page.getByLabel('City').fill(details.city);
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
}

/**
 * Returns the stored cart as this page sees it. Poll it: the app waits for a lock between tabs, and browsers pass on
 * storage changes with a delay.
 */
export function storedCart(
  page: Page,
): Promise<{ items: { id: string; quantity: number; price: number }[]; totalQuantity: number; totalAmount: number }> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'));
}
