import { bearer } from '../support/customers.ts';
import { readOrders } from '../support/orders.ts';
import type { Shop } from '../support/shop.ts';
import type { Begun, Tour } from './tours.ts';

/** The browser's stored values, as strings. */
export interface Kept {
  readonly token: string | null;
  readonly cart: string | null;
}

/** Returns what the shopper lost on the way: the session, or the cart although nothing was ordered. */
export async function readLoss(shop: Shop, { signedIn, product }: Begun, { token, cart }: Kept): Promise<string[]> {
  const lost: string[] = [];
  if (signedIn !== null && token === null) lost.push('the shopper was logged out');
  const isEmpty = !(JSON.parse(cart ?? '{"items":[]}') as { items: unknown[] }).items.length;
  if (signedIn !== null && product !== null && isEmpty && (await readOrders(shop, signedIn)).length === 0)
    lost.push('the cart was emptied, and nothing was ordered');
  return lost;
}

/** Returns the differences between the expected records and those of the shop and its providers. */
export async function bookFaults(shop: Shop, { books, password }: Tour, { who, signedIn }: Begun): Promise<string[]> {
  const orders = signedIn === null ? [] : await readOrders(shop, signedIn);
  const found = {
    orders: orders.map(({ status, isPaid }) => ({ status, isPaid })),
    prompts: (await shop.prompts(who.msisdn)).length,
    charges: (await shop.charges(who.msisdn)).length,
  };
  const faults: string[] = [];
  if (JSON.stringify(found) !== JSON.stringify(books)) faults.push(`the books are ${JSON.stringify(found)}`);
  const account =
    signedIn === null
      ? await shop.api('POST', '/auth/login', { email: who.email, password })
      : await shop.api('GET', '/auth/profile', undefined, bearer(signedIn));
  if (account.status !== 200) return [...faults, `the account answers ${account.status}`];
  const { addresses } = (account.body as { data: { user: { addresses: unknown[] } } }).data.user;
  return addresses.length > 1 ? [...faults, `${addresses.length} addresses were saved`] : faults;
}
