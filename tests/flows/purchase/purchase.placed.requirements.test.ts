import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getTypedForm } from '../../../src/compose/checkout/checkout.ts';
import { jane, phone, phoneLine, stored } from '../support/shop.samples.ts';
import { A, ORDER, shop } from '../../support/checkout-shop.ts';
import { ok, openTab, SharedStorage } from '../../support/tab.ts';
import { B, payment } from '../../support/waiting-bar.ts';
import { until } from '../../support/until.ts';

/** After the order is placed, the browser stores nothing of the order and keeps all other data. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const DRAFT = JSON.stringify({ user: jane._id, product: B, draft: { rating: 4, title: '', comment: 'Good' } });

test.each(['cod', 'mpesa'] as const)(
  'D9, U6: an order by %s removes its own lines, its record and the typed form, and keeps all other data',
  async (method) => {
    const storage = new SharedStorage();
    storage.values.set('cart', stored({ ...phoneLine(2), id: A }));
    storage.values.set('reviewDraft', DRAFT);
    const tab = openTab({
      storage,
      user: jane,
      server: shop(({ path }) => {
        if (path === '/mpesa/stkpush') return ok({ checkoutRequestId: 'ws_1' });
        return path.startsWith('/mpesa/payment-status/') ? ok(payment('completed')) : undefined;
      }),
    });
    const checkout = tab.checkout([method]);
    await until(() => expect(checkout.getSnapshot().matches('form')).toBe(true));
    checkout.send({ type: 'order.place' });
    if (method === 'mpesa') checkout.getSnapshot().children.purchase?.send({ type: 'phone.confirm' });
    // Another page of the shop adds a product while the order is pending.
    tab.cart.send({ type: 'product.add', product: { ...phone, _id: B } });
    await until(async () => {
      await vi.advanceTimersByTimeAsync(500);
      expect(tab.visits.at(-1)).toMatchObject({ path: `/order-success?order=${ORDER}` });
    });
    expect([...storage.values.keys()].sort()).toEqual(['cart', 'reviewDraft', 'token', 'user']);
    expect(tab.lines()).toMatchObject([{ id: B, quantity: 1 }]);
    expect(storage.values.get('cart')).not.toContain(A);
    expect(storage.values.get('reviewDraft')).toBe(DRAFT);
    expect([getTypedForm(tab.app.env), [...tab.tabStorage.values.keys()]]).toEqual([null, []]);
  },
);
