import { expect } from 'vitest';
import { getGoodsRefusal } from '../../../src/rules/checkout/order-form.ts';
import { HOME_DELIVERY } from '../../../src/rules/checkout/pickup.ts';
import type { checkoutMachine } from '../../../src/machines/checkout/checkout.machine.ts';
import type { Table } from 'model-testing/table/table';
import { cableLine, phoneLine, phoneNow } from '../support/shop.samples.ts';
import { deliveryDetails } from '../../support/samples/checkout.ts';

/** Checks the `does` words of the checkout's table. */
export const checkoutJudges: NonNullable<Table<typeof checkoutMachine>['does']> = [
  {
    'go to /': ({ page, live }) => {
      expect(page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
      expect(live.path).toBe('/');
    },
    'price and stock of the lines': (outcome) => void outcome.effect('checkPrices'),
    'name, phone, address, city filled from d1': ({ snapshot }) =>
      expect(snapshot.context.details).toEqual(deliveryDetails({ phone: '0712 345 678' })),
    'name and phone from the user, address and city blank': ({ snapshot }) =>
      expect(snapshot.context.details).toMatchObject({ name: 'Jane', phone: '0712 345 678', address: '', city: '' }),
    "payment 'M-Pesa Express', delivery 'Free delivery', button 'Pay with M-Pesa'": ({ page, snapshot }) => {
      expect(page.getByRole('radio', { name: 'M-Pesa Express' })).toHaveProperty('checked', true);
      expect(snapshot.context.delivery).toBe(HOME_DELIVERY);
      page.getByRole('button', { name: 'Pay with M-Pesa' });
    },
    'M-Pesa Express can be chosen': ({ page }) =>
      expect(page.getByRole('radio', { name: 'M-Pesa Express' })).toHaveProperty('disabled', false),
    'M-Pesa Express disabled with the reason, cash on delivery or contact offered': ({ page }) => {
      expect(page.getByRole('radio', { name: 'M-Pesa Express' })).toHaveProperty('disabled', true);
      expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toHaveProperty('disabled', false);
      expect(page.getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe('/contact');
    },
    'both ways disabled, contact offered': ({ page }) => {
      for (const name of ['M-Pesa Express', 'Cash on Delivery'])
        expect(page.getByRole('radio', { name })).toHaveProperty('disabled', true);
      expect(page.getByRole('link', { name: 'contact us' }).getAttribute('href')).toBe('/contact');
    },
    'X33: the button is off, described by the one text that says why': ({ page, snapshot }) => {
      const button = page.getByRole('button', { name: /^(Confirm Order|Pay with M-Pesa)$/ });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      const reason = page.element.querySelector(`[id="${button.getAttribute('aria-describedby') ?? ''}"]`);
      const text = getGoodsRefusal(snapshot.context) ?? 'nothing';
      expect(reason?.textContent).toBe(text);
      expect(page.element.textContent?.split(text)).toHaveLength(2);
    },
    'no notice for pickup': ({ page }) => expect(page.queryByRole('checkbox')).toBeNull(),
    "flow mpesa-payment starts at 'Confirm Phone Number'": ({ started }) =>
      expect(started.map(({ slot }) => slot)).toEqual(['purchase']),
    'the reason goes': ({ page }) => expect(page.text).not.toContain('You cancelled the payment.'),
    'no second order': ({ started }) => expect(started).toHaveLength(1),
    'mpesa-payment re-pushes the kept order': ({ started }) => expect(started).toEqual([]),

    // When a purchase ends, the purchase navigates (tests/flows/purchase/purchase.paths.test.tsx).
    'go to /auth/login with origin /checkout': (outcome, _, { from }) => {
      if (from === 'loadingUser') outcome.effect('goToLogin');
    },
    'line A carries SOLD OUT and is not counted': ({ page }) => {
      const line = page
        .getAllByRole('listitem')
        .find(({ textContent }: HTMLElement) => textContent?.startsWith('Phone A2 ×'));
      expect(line?.textContent).toContain('SOLD OUT');
      expect(page.text).toContain('SubtotalKsh 200');
      expect(page.text).toContain('TotalKsh 200');
    },
    'line and totals 2800, save cart': ({ page }) => expect(page.text).toContain('TotalKsh 2,800'),
    'line gone, subtotal and total follow': (outcome) => {
      outcome.effect('removeFromCart', { id: 'a' });
      expect(outcome.page.text).not.toContain('Phone A');
      expect(outcome.page.text).toContain('SubtotalKsh 200');
      expect(outcome.page.text).toContain('TotalKsh 200');
    },
    'subtotal Ksh 3,000, delivery Free, tax 0, total Ksh 3,000': ({ page }) => {
      for (const words of ['SubtotalKsh 3,000', 'DeliveryFree', 'TaxKsh 0', 'TotalKsh 3,000'])
        expect(page.text).toContain(words);
    },
    'cash on delivery disabled with the reason': ({ page }) =>
      expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toHaveProperty('disabled', true),
    'checkbox ticked': ({ page }) => expect(page.getByRole('checkbox')).toHaveProperty('checked', true),
    'no address call will follow': ({ page }) => expect(page.getByRole('checkbox')).toHaveProperty('checked', false),
    'A was Ksh 1,500, now Ksh 1,600': ({ page }) =>
      expect(page.text).toContain('Phone A: was Ksh 1,500, now Ksh 1,600'),
    'A price 1600 in the cart, total 3200; no order is sent until the shopper presses the button': (outcome) => {
      outcome.effect('acceptChanges', { changes: [phoneNow({ now: 1600 })] });
      expect(outcome.snapshot.context.cart.totalAmount).toBe(3200);
      expect(outcome.live.openCalls().map(({ slot }) => slot)).not.toContain('purchase');
    },
    'A quantity 1': (outcome) => {
      outcome.effect('acceptChanges');
      expect(outcome.snapshot.context.cart.items).toEqual([phoneLine(1)]);
    },
    'A removed': (outcome) => {
      outcome.effect('acceptChanges');
      expect(outcome.snapshot.context.cart.items).toEqual([cableLine(1)]);
    },
    "the next place order says 'Please login to complete your order'": ({ snapshot }) =>
      expect(snapshot.context.user).toBeNull(),
  },

  // Neither this page nor the cart stores the order. The purchase does (tests/flows/purchase/purchase.paths.test.tsx).
  [
    /^(the kept order stays|the next try sends the same key|cart kept as it is)/,
    (outcome) => {
      expect(outcome.snapshot.context.kept).toEqual(outcome.before.context.kept);
      expect(outcome.snapshot.context.cart).toEqual(outcome.before.context.cart);
      expect(outcome.started).toEqual([]);
      expect(outcome.unclaimed().filter((type) => type !== 'keepTyped')).toEqual([]);
    },
  ],
  [
    /^cart (kept|unchanged)$/,
    (outcome) => {
      expect(outcome.snapshot.context.cart).toEqual(outcome.before.context.cart);
      expect(outcome.unclaimed().filter((type) => type !== 'keepTyped')).toEqual([]);
    },
  ],
  [/^button reads '(.*)'$/, ({ page }, [, name = '']) => void page.getByRole('button', { name })],
  [
    /^cash on delivery is chosen$/,
    ({ page }) => expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toHaveProperty('checked', true),
  ],
  [
    /^cash on delivery can be chosen/,
    ({ page }) => expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toHaveProperty('disabled', false),
  ],
  [/^go to (\/terms-of-service|\/privacy-policy)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  [
    /^(remove the ordered lines from the cart|go to \/order-success with orderId)$/,
    ({ snapshot }) => expect(snapshot.matches('ordered')).toBe(true),
  ],
];
