import { expect } from 'vitest';
import { acceptedLines, cartOf } from '../../contract/rules/cart.ts';
import type { CartLine, LineChange } from '../../contract/rules/cart.ts';
import type { DeliveryField } from '../../contract/rules/checkout.ts';
import type { User } from '../../contract/user.ts';
import type { checkoutMachine } from '../../src/machines/checkout.machine.ts';
import { CheckoutView } from '../../src/views/checkout/checkout.view.tsx';
import { failures } from '../support/model/failures.ts';
import type { LiveActor } from '../support/model/live.ts';
import type { Condition, Table } from '../support/table/table.ts';
import { ORDER, placement } from './checkout.model.ts';
import { cableLine, jane, phoneLine, phoneNow } from './shop.samples.ts';

type Machine = typeof checkoutMachine;
type Live = LiveActor<Machine>;

/** Jane has also saved another address, d2, that is not the default one. */
const janeWithTwo: User = {
  ...jane,
  addresses: jane.addresses.flatMap((home) => [
    home, { ...home, _id: 'd2', address: 'Ngong Rd 5', isDefault: false },
  ]),
};

const open = (live: Live, user = jane) => live.answer('loadUser', user);

const type = (live: Live, field: DeliveryField, value: string) => live.send({ type: 'field.change', field, value });

/** What the cart tells after it has changed. */
const cartBecomes = (live: Live, lines: readonly CartLine[], changes: readonly LineChange[] = []) =>
  live.emit('watchCart', { type: 'cart.changed', cart: cartOf(lines), changes });

const holding = (...lines: CartLine[]): Condition<Machine> => ({ after: (live) => cartBecomes(live, lines) });

const place = async (live: Live, { when }: { readonly when: string | null }) => {
  await open(live, when?.includes('d2') ? janeWithTwo : jane);
  if (when?.startsWith('changed address')) await type(live, 'address', when.includes('d2') ? ' NGONG rd 5' : 'Kenyatta Ave 9');
  if (when?.includes('unticked')) await live.send({ type: 'addressSaving.change', isOn: false });
  await live.send({ type: 'order.place' });
};

const placing = async (live: Live, row: { readonly when: string | null }) => place(live, row);

/** The lines that the server names when it refuses (D5). */
const changedIn = (when: string | null): LineChange => {
  if (when?.includes('stock 0')) return phoneNow({ stock: 0 });
  return when?.includes('stock 1') ? phoneNow({ stock: 1 }) : phoneNow({ now: 1600 });
};

const fails = (text: string) => placement({ outcome: 'failed', orderId: '', problem: { text, requestId: null } });

const FULL = 'You have 10 orders to pay on delivery. Please receive one first.';

/** What the placing of the order comes to when the server refuses; that it does is shown in order-placement. */
const refusals: readonly (readonly [RegExp, ReturnType<typeof placement>])[] = [
  [/^400, message 'X'$/, fails('X')],
  [/^500, no message$/, fails('Failed to place order')],
  [/^409, too many open/, fails(FULL)],
  [/^409, data\.lines/, placement({ outcome: 'changed', orderId: '', lines: [phoneNow({ now: 1600 })] })],
  [/^401$/, placement({ outcome: 'signedOut', orderId: '' })],
];

/** What becomes of the address, by the row's condition. */
const savingIn = (when: string | null): object => {
  if (when?.includes('matches none')) return { kind: 'create' };
  return when?.includes('d2') ? { kind: 'makeDefault', id: 'd2' } : { kind: 'none' };
};

export const checkoutTable: Table<Machine> = {
  view: (snapshot) => <CheckoutView snapshot={snapshot} send={() => undefined} delivery={null} placement={null} />,
  start: { guest: 'guest', 'cart empty': 'empty cart', 'cart filled': '' },
  input: ({ from, on }) => {
    if (from === 'empty') return 'empty cart';
    return /^cash on delivery cap is 50000/.test(on) ? 'cap 50000' : '';
  },
  reach: {
    empty: () => undefined,
    loadingUser: () => undefined,
    editing: (live) => open(live),
    'editing.unchangedAddress': (live) => open(live),
    'editing.changedAddress': async (live) => {
      await open(live);
      await type(live, 'address', 'Ngong Rd 5');
    },
    userFailed: (live) => live.fail('loadUser', failures['server error']),
    placingCod: placing,
    reviewChanges: async (live, row) => {
      await place(live, row);
      if (row.when?.includes('B still there')) await cartBecomes(live, [phoneLine(2), cableLine(1)]);
      await live.answer('orderPlacement', placement({ outcome: 'changed', orderId: '', lines: [changedIn(row.when)] }));
    },
  },
  when: [
    [/^A and B are in the cart$/, holding(phoneLine(2), cableLine(1))],
    [/^A is the only line$/, {}],
    [/^A x 2 at 1500$/, {}],
    [/^the session has ended$/, { after: (live) => live.emit('watchSession', { type: 'session.ended' }) }],
    [/^home delivery$/, {}],
    [/^a message shows$/, {
      after: async (live) => {
        await type(live, 'name', '');
        await live.send({ type: 'order.place' });
      },
    }],
    [/^address unchanged, or pickup$|^changed address/, {}],
    [/^A 1500 -> 1600|^A x 2, stock 1$|^A stock 0/, {}],
  ],
  on: [
    [/^(go home|open terms|open privacy|see summary)$/, () => undefined],
    [/^storage changed in another tab\((A x 1|cart empty)\)$/, (live, [, words]) =>
      cartBecomes(live, words === 'A x 1' ? [phoneLine(1)] : [])],
    [/^retry$/, (live) => live.send({ type: 'profile.retry' })],
    [/^fill in the form$/, (live) => type(live, 'city', 'Nakuru')],
    [/^price and stock of the lines answers\(A now 1400\)$/, (live) =>
      cartBecomes(live, [phoneLine(2, 1400)], [phoneNow({ now: 1400 })])],
    [/^remove\(A\)$/, async (live) => {
      await live.send({ type: 'line.remove', id: 'a' });
      await cartBecomes(live, live.snapshot.context.cart.items.filter(({ id }) => id !== 'a'));
    }],
    [/^choose payment\(cod/, (live) => live.send({ type: 'payment.change', method: 'cod' })],
    [/^cash on delivery cap is off$/, (live) => cartBecomes(live, [phoneLine(1, 900_000)])],
    [/^cash on delivery cap is 50000 and total is (\d+)$/, (live, [, total]) => cartBecomes(live, [phoneLine(1, Number(total))])],
    [/^change address(?: back to )?\(?'(.*?)'\)?$/, (live, [, value = '']) => type(live, 'address', value)],
    [/^untick /, (live) => live.send({ type: 'addressSaving.change', isOn: false })],
    [/^change any field$/, (live) => type(live, 'name', 'Jane')],
    [/^place order \(double click\)$/, (live) => live.send({ type: 'order.place' })],
    [/^place order(?:\((.*)\))?$/, async (live, [, words = '']) => {
      const blank = words === 'all blank' ? "name '', phone '', address '', city ''" : words;
      for (const [, field, value = ''] of blank.matchAll(/(name|phone|address|city|country) '(.*?)'/g)) {
        await type(live, field as DeliveryField, value);
      }
      await live.send({ type: 'order.place' });
    }],
    [/^POST \/orders answers\(success false/, (live) => live.answer('orderPlacement', fails('Failed to place order'))],
    [/^POST \/orders fails\((.*)\)$/, (live, [, words = '']) =>
      live.answer('orderPlacement', refusals.find(([pattern]) => pattern.test(words))?.[1])],
    [/^accept$/, async (live) => {
      const { cart, review } = live.snapshot.context;
      await live.send({ type: 'review.accept' });
      await cartBecomes(live, acceptedLines(cart.items, review));
    }],
    [/^back$/, (live) => live.send({ type: 'review.back' })],
    [/^the session ends in another tab$/, (live) => live.emit('watchSession', { type: 'session.ended' })],
  ],
  calls: [
    {
      call: 'GET /auth/profile',
      slot: 'loadUser',
      answers: [
        [/^user with default address d1$/, jane],
        [/^user without addresses$/, { ...jane, addresses: [] }],
        [/^success false$/, failures['refused without words']],
      ],
    },
    {
      call: 'POST /orders',
      slot: 'orderPlacement',
      input: (args) => ({ draft: args }),
      answers: [[/^data\.order\._id$/, placement()]],
    },
  ],
  inside: { delivery: 'the choice of delivery, a machine of its own' },
  does: [
    [/^go to \/$/, ({ page }) => expect(page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/')],
    [/^price and stock of the lines$/, (outcome) => void outcome.effect('checkPrices')],
    [/^name, phone, address, city filled from d1$/, ({ snapshot }) =>
      expect(snapshot.context.details).toEqual({
        name: 'Jane', phone: '0712345678', address: 'Moi Ave 1', city: 'Nairobi', country: 'Kenya',
      })],
    [/^name and phone from the user, address and city blank$/, ({ snapshot }) =>
      expect(snapshot.context.details).toMatchObject({ name: 'Jane', phone: '0712345678', address: '', city: '' })],
    [/^payment 'Cash on Delivery', button 'Confirm Order'$/, ({ page }) => {
      expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toHaveProperty('checked', true);
      page.getByRole('button', { name: 'Confirm Order' });
    }],
    [/^token and user cleared$/, () => undefined],
    [/^go to \/auth\/login with origin \/checkout$/, (outcome) => void outcome.effect('goToLogin')],
    [/^cart (kept|unchanged)$/, (outcome) => {
      expect(outcome.snapshot.context.cart).toEqual(outcome.before.context.cart);
      expect(outcome.unclaimed()).toEqual([]);
    }],
    [/^line and totals 2800/, ({ page }) => expect(page.text).toContain('TotalKsh 2,800')],
    [/^line gone, subtotal and total follow$/, (outcome) => {
      outcome.effect('removeFromCart', { id: 'a' });
      expect(outcome.page.text).not.toContain('Phone A');
      expect(outcome.page.text).toContain('SubtotalKsh 200');
      expect(outcome.page.text).toContain('TotalKsh 200');
    }],
    [/^subtotal Ksh 3,000, delivery Free, tax 0, total Ksh 3,000$/, ({ page }) => {
      for (const words of ['SubtotalKsh 3,000', 'DeliveryFree', 'TaxKsh 0', 'TotalKsh 3,000']) expect(page.text).toContain(words);
    }],
    [/^button reads '(.*)'$/, ({ page }, [, name = '']) => void page.getByRole('button', { name })],
    [/^cash on delivery can be chosen/, ({ page }) =>
      expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toHaveProperty('disabled', false)],
    [/^cash on delivery disabled with the reason$/, ({ page }) =>
      expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toHaveProperty('disabled', true)],
    [/^go to (\/terms-of-service|\/privacy-policy)$/, ({ page }, [, path]) =>
      expect(page.getAllByRole('link').map((link: HTMLElement) => link.getAttribute('href'))).toContain(path)],
    [/^checkbox ticked$/, ({ page }) => expect(page.getByRole('checkbox')).toHaveProperty('checked', true)],
    [/^no address call will follow$/, ({ page }) => expect(page.getByRole('checkbox')).toHaveProperty('checked', false)],
    [/^remove the ordered lines from the cart$/, (outcome) => {
      outcome.effect('removeOrdered', { lines: [{ id: 'a', quantity: 2 }] });
      outcome.effect('forgetPlacement');
    }],
    [/^go to \/order-success with orderId$/, (outcome, _, { when }) => {
      outcome.effect('goToOrderSuccess', { orderId: ORDER });
      outcome.effect('saveAddress', { saving: savingIn(when) });
    }],
    [/^A was Ksh 1,500, now Ksh 1,600$/, ({ page }) => expect(page.text).toContain('Phone A: was Ksh 1,500, now Ksh 1,600')],
    [/^A price 1600 in the cart, total 3200; no order is sent/, (outcome) => {
      outcome.effect('acceptChanges', { changes: [phoneNow({ now: 1600 })] });
      expect(outcome.snapshot.context.cart.totalAmount).toBe(3200);
      expect(outcome.live.openCalls().map(({ slot }) => slot)).not.toContain('orderPlacement');
    }],
    [/^A quantity 1$/, (outcome) => {
      outcome.effect('acceptChanges');
      expect(outcome.snapshot.context.cart.items).toEqual([phoneLine(1)]);
    }],
    [/^A removed$/, (outcome) => {
      outcome.effect('acceptChanges');
      expect(outcome.snapshot.context.cart.items).toEqual([cableLine(1)]);
    }],
    [/^the next place order says/, ({ snapshot }) => expect(snapshot.context.user).toBeNull()],
  ],
  // Effects that rows only imply: what empties the cart, and the answer to changed lines.
  unseen: { removeFromCart: 'the cart removes the line and tells so', acceptChanges: 'the cart accepts and tells so' },
  says: { "the server's message": FULL },
  corrections: [
    { rows: /^empty: storage changed/, ref: 'H10, A4', calls: ['GET /auth/profile'], does: ['price and stock of the lines'] },
    {
      rows: /answers\(user with default address d1\)/, ref: '§2, until M-Pesa can be chosen',
      does: ['name, phone, address, city filled from d1', "payment 'Cash on Delivery', button 'Confirm Order'"],
    },
    // The address call outlives the page, so the machine hands it out and does not wait for it.
    { rows: /answers\(data\.order\._id\) \[changed address/, ref: '§4, A27, U23', calls: [] },
  ],
  elsewhere: [
    { rows: /mpesa|M-Pesa|payingMpesa|payment-method|^editing: (total is|try again|reload page)/, by: 'later: M-Pesa' },
    { rows: /pickup_station|pickup at s1|\[pickup\]/, by: 'later: pickup stations' },
    { rows: /^(loadingUser|signedOut): start\(/, by: 'tests/promises/checkout.test.ts' },
    { rows: /^ordered: /, by: 'tests/promises/checkout.test.ts' },
    { rows: /^checkingCod: |^placingCod: (timer|POST \/orders fails\(network lost)/, by: 'tests/paths/order-placement.test.tsx' },
  ],
};
