import { afterEach, expect, test, vi } from 'vitest';
import { jane } from '../support/shop.samples.ts';
import { phone, tablet, wish } from './wishlist.samples.ts';
import { openTab, SharedStorage } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

const getWishes = ({ wishlist }: ReturnType<typeof openTab>) => wishlist.getSnapshot().context.wishes;

test('§3: stores id, name, price, image and slug under the key wishlist; a reload shows them', () => {
  const storage = new SharedStorage();
  const { wishlist } = openTab({ storage });
  wishlist.send({ type: 'product.toggle', product: { ...phone, price: 2000 } });
  wishlist.send({ type: 'product.toggle', product: tablet });
  expect(JSON.parse(storage.values.get('wishlist') ?? '')).toEqual([wish.a, wish.b]);
  expect(getWishes(openTab({ storage }))).toEqual([wish.a, wish.b]);
});

test('§3, §6: belongs to the browser: a logout keeps it', async () => {
  const storage = new SharedStorage();
  const tab = openTab({ storage, user: jane, server: () => ({ status: 200, body: { success: true } }) });
  tab.wishlist.send({ type: 'product.toggle', product: phone });
  tab.app.session.send({ type: 'session.logout' });
  await until(() => expect(storage.values.has('token')).toBe(false));
  expect(getWishes(tab)).toEqual([wish.a]);
  expect(storage.values.get('wishlist')).toBe(JSON.stringify([wish.a]));
});

test('H10: another tab shows every change, and ignores changes of the cart', () => {
  const storage = new SharedStorage();
  const [one, other] = [openTab({ storage }), openTab({ storage })];
  one.wishlist.send({ type: 'product.toggle', product: phone });
  expect(getWishes(other)).toEqual([wish.a]);
  const before = getWishes(other);
  one.cart.send({ type: 'product.add', product: phone });
  expect(getWishes(other)).toBe(before);
  other.wishlist.send({ type: 'wish.remove', id: 'a' });
  expect(getWishes(one)).toEqual([]);
});

test('H10: a toggle keeps what another tab has just stored, before the storage event arrives', () => {
  const storage = new SharedStorage();
  const tab = openTab({ storage });
  storage.values.set('wishlist', JSON.stringify([wish.a]));
  tab.wishlist.send({ type: 'product.toggle', product: tablet });
  expect(getWishes(tab)).toEqual([wish.a, wish.b]);
});

test('H10: keeps the wishlist in memory and shows a notice when the storage is refused; clears the notice when it works', () => {
  const storage = new SharedStorage();
  storage.isRefused = true;
  const tab = openTab({ storage });
  tab.wishlist.send({ type: 'product.toggle', product: phone });
  tab.wishlist.send({ type: 'product.toggle', product: tablet });
  expect(getWishes(tab)).toEqual([wish.a, wish.b]);
  expect(tab.wishlist.getSnapshot().matches({ storage: 'memoryOnly' })).toBe(true);
  storage.isRefused = false;
  tab.wishlist.send({ type: 'wish.remove', id: 'a' });
  expect(tab.wishlist.getSnapshot().matches({ storage: 'ok' })).toBe(true);
  expect(storage.values.get('wishlist')).toBe(JSON.stringify([wish.b]));
});

test('A23, §3: sends no request to the server', () => {
  const tab = openTab();
  tab.wishlist.send({ type: 'product.toggle', product: phone });
  tab.wishlist.send({ type: 'cart.add', wish: wish.a });
  expect(tab.sent).toEqual([]);
  expect(tab.lines()).toMatchObject([{ id: 'a', price: 1500, quantity: 1 }]);
});
