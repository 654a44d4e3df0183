import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { bearer, getData, newCustomer, PASSWORD, stranger } from '../support/customers.ts';
import type { Customer, SignedIn } from '../support/customers.ts';
import { buy, readOrders, productWith } from '../support/orders.ts';
import type { Product } from '../support/orders.ts';
import type { Shop } from '../support/shop.ts';
import type { Fault } from './faults.ts';

/** The shopper of a tour and the page where it starts. */
export interface Begun {
  readonly who: Customer;
  /** Null for a guest. */
  readonly signedIn: SignedIn | null;
  readonly path: string;
  /** The product in the cart. */
  readonly product: Product | null;
}

type Told = (shop: Shop, who: Customer) => Promise<string | null> | string | null;

export interface Press {
  readonly does: 'press';
  readonly role: 'button' | 'link';
  readonly name: string | RegExp;
  /** The label in the results if the name differs in each walk. */
  readonly called?: string;
  /** Only after this field was filled in. */
  readonly after?: string;
}

/** A step that the shopper performs when the page offers it. */
export type Step =
  | { readonly does: 'type'; readonly label: string; readonly text: Told; readonly isOfScreen?: boolean }
  | { readonly does: 'choose'; readonly role: 'radio' | 'checkbox'; readonly name: RegExp }
  | Press
  /** Enters the PIN on the phone when the page requests it. */
  | { readonly does: 'pay'; readonly where: RegExp }
  /** Waits for what happens elsewhere, when the page tells of it. */
  | { readonly does: 'wait'; readonly where: RegExp; readonly until: (shop: Shop, who: Customer) => Promise<void> }
  /** Opens the link of a mail when the page confirms that one was sent. */
  | { readonly does: 'open mail'; readonly subject: string; readonly where: RegExp };

/** The expected records at the end, at the shop and at its providers. */
export interface Books {
  readonly orders: readonly { readonly status: string; readonly isPaid: boolean }[];
  /** Numbers of prompts on the phone and of charges. */
  readonly prompts: number;
  readonly charges: number;
}

export interface Tour {
  readonly id: string;
  readonly title: string;
  readonly begin: (shop: Shop) => Promise<Begun>;
  /** In the order of the shopper's actions. A step is repeated if the page offers it again. */
  readonly steps: readonly Step[];
  /** Pressed if the page offers nothing for a while. */
  readonly elsewhere?: readonly Press[];
  readonly end: { readonly path: RegExp; readonly shows: RegExp };
  readonly books: Books;
  /** The password for a login after the tour. */
  readonly password: string;
  /** The call and fault of the short run. */
  readonly short: { readonly call: string; readonly fault: Fault };
}

const NOTHING: Books = { orders: [], prompts: 0, charges: 0 };
const NEW_PASSWORD = 'Nairobi 2026 ☀';

const types = (label: string, text: string | Told): Step => ({
  does: 'type',
  label,
  text: typeof text === 'string' ? () => text : text,
});
const presses = (name: string | RegExp, more: Partial<Press> = {}): Press => ({
  does: 'press',
  role: 'button',
  name,
  ...more,
});
const pays: Step = { does: 'pay', where: /Check your phone and enter your M-Pesa PIN/ };

async function guest(path: string): Promise<Begun> {
  return { who: stranger(), signedIn: null, path, product: null };
}

async function customer(shop: Shop, path: string): Promise<Begun & { readonly signedIn: SignedIn }> {
  const signedIn = await newCustomer(shop);
  return { who: signedIn, signedIn, path, product: null };
}

const affordable = (shop: Shop) => productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);

async function buyer(shop: Shop) {
  await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 1000, promptMs: 86_400_000 });
  return { ...(await customer(shop, '/checkout')), product: await affordable(shop) };
}

const delivery = [types('Street Address', 'Ngong Road 5'), types('City', 'Nairobi')];
/** A code screen that opens again starts with an empty field. */
const code: Step = {
  does: 'type',
  label: 'Verification code',
  text: async (shop, { msisdn }) => (await shop.sms(msisdn)).find((it) => it.code)?.code ?? null,
  isOfScreen: true,
};

const receipts = new WeakMap<Customer, Promise<string>>();

/**
 * Pays the shopper's order on the phone, once. The account has a mistake and M-Pesa's message is lost, so that only the
 * shopper can tell.
 */
async function receipt(shop: Shop, who: Customer): Promise<string | null> {
  const [order] = await readOrders(shop, who as SignedIn);
  if (order === undefined) return null;
  const paid =
    receipts.get(who) ?? shop.payUntold({ phone: who.msisdn, amount: order.totalPrice, account: 'ZZZZZZZZ' });
  receipts.set(who, paid);
  return paid;
}

/** M-Pesa's answer to the shopper's receipt arrives in real time. */
async function untilBooked(shop: Shop, who: Customer): Promise<void> {
  await expect.poll(async () => (await readOrders(shop, who as SignedIn))[0]?.isPaid).toBe(true);
}

export const TOURS: readonly Tour[] = [
  {
    id: 'sign-up',
    title: 'Sign-up',
    begin: () => guest('/auth/signup'),
    steps: [
      types('Full Name', (_, { name }) => name),
      types('Email Address', (_, { email }) => email),
      types('Phone Number', (_, { phone }) => phone),
      types('Password', PASSWORD),
      { does: 'choose', role: 'checkbox', name: /Terms of Service/ },
      presses('Sign Up'),
      code,
      types('Email', (_, { email }) => email),
      presses('Login'),
      presses('Verify', { after: 'Verification code' }),
    ],
    end: { path: /^\/$/, shows: /Profile/ },
    books: NOTHING,
    password: PASSWORD,
    short: { call: 'POST /auth/complete-registration', fault: 'lost' },
  },
  {
    id: 'login',
    title: 'Login',
    begin: async (shop) => {
      const who = await newCustomer(shop);
      return { who, signedIn: null, path: '/track-order', product: null };
    },
    steps: [types('Email', (_, { email }) => email), types('Password', PASSWORD), presses('Login')],
    // The page that required the login.
    end: { path: /^\/track-order$/, shows: /Profile/ },
    books: NOTHING,
    password: PASSWORD,
    short: { call: 'POST /auth/login', fault: 'malformed' },
  },
  {
    id: 'checkout',
    title: 'Checkout',
    begin: buyer,
    steps: [...delivery, { does: 'choose', role: 'radio', name: /^Cash on Delivery/ }, presses('Confirm Order')],
    end: { path: /^\/order-success/, shows: /Your order is successfully placed/ },
    books: { orders: [{ status: 'pending', isPaid: false }], prompts: 0, charges: 0 },
    password: PASSWORD,
    short: { call: 'POST /orders', fault: 'twice' },
  },
  {
    id: 'payment',
    title: 'Payment',
    begin: buyer,
    steps: [...delivery, presses('Pay with M-Pesa'), presses('Confirm'), pays],
    end: { path: /^\/order-success/, shows: /Your order is successfully placed/ },
    books: { orders: [{ status: 'processing', isPaid: true }], prompts: 1, charges: 1 },
    password: PASSWORD,
    short: { call: 'POST /mpesa/stkpush', fault: 'slow' },
  },
  {
    id: 'by-hand',
    title: 'Payment by hand',
    begin: async (shop) => {
      const begun = await buyer(shop);
      await buy(shop, begun.signedIn, begun.product, 1, randomUUID(), 'mpesa');
      const [order] = await readOrders(shop, begun.signedIn);
      return { ...begun, path: `/track-order/${order?._id}`, product: null };
    },
    steps: [
      presses('Pay by hand', { role: 'link' }),
      presses('I have paid'),
      types('M-Pesa message or receipt number', receipt),
      presses('Send', { after: 'M-Pesa message or receipt number' }),
      { does: 'wait', where: /We are asking M-Pesa/, until: untilBooked },
    ],
    end: { path: /^\/track-order\/./, shows: /Payment Confirmed/ },
    books: { orders: [{ status: 'processing', isPaid: true }], prompts: 0, charges: 0 },
    password: PASSWORD,
    short: { call: 'POST /orders/:id/payment-claims', fault: 'lost' },
  },
  {
    id: 'waiting-bar',
    title: 'The waiting bar',
    begin: async (shop) => {
      const begun = await customer(shop, '/about');
      await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 1000, promptMs: 86_400_000 });
      const product = await affordable(shop);
      await buy(shop, begun.signedIn, product, 1, randomUUID(), 'mpesa');
      const [order] = await readOrders(shop, begun.signedIn);
      const push = {
        phoneNumber: begun.who.phone,
        amount: product.finalPrice,
        orderId: order?._id,
        accountReference: 'Duka',
      };
      getData(await shop.api('POST', '/mpesa/stkpush', push, bearer(begun.signedIn)));
      return begun;
    },
    steps: [pays, presses('View order', { role: 'link' })],
    elsewhere: [presses('Wishlist', { role: 'link' })],
    end: { path: /^\/track-order\//, shows: /Payment Confirmed/ },
    books: { orders: [{ status: 'processing', isPaid: true }], prompts: 1, charges: 1 },
    password: PASSWORD,
    short: { call: 'GET /mpesa/open-payment', fault: 'refused' },
  },
  {
    id: 'reset',
    title: 'Reset of the password',
    begin: async (shop) => {
      const who = await newCustomer(shop);
      return { who, signedIn: null, path: '/auth/forgot-password', product: null };
    },
    steps: [
      types('Email', (_, { email }) => email),
      presses('Send Password Reset Link'),
      { does: 'open mail', subject: 'Reset your Duka password', where: /Check Your Email/ },
      types('New Password', NEW_PASSWORD),
      types('Confirm New Password', NEW_PASSWORD),
      presses('Reset Password'),
    ],
    end: { path: /^\/$/, shows: /Profile/ },
    books: NOTHING,
    password: NEW_PASSWORD,
    short: { call: 'PUT /auth/reset-password/:id', fault: 'lost' },
  },
  {
    id: 'tracking',
    title: 'Tracking',
    begin: async (shop) => {
      const begun = await customer(shop, '/track-order');
      await buy(shop, begun.signedIn, await affordable(shop), 1);
      return begun;
    },
    steps: [presses(/^Order \w{8}/, { called: 'the order' }), presses('Cancel order')],
    end: { path: /^\/track-order\/./, shows: /This order has been cancelled/ },
    books: { orders: [{ status: 'cancelled', isPaid: false }], prompts: 0, charges: 0 },
    password: PASSWORD,
    short: { call: 'PUT /orders/:id/cancel', fault: 'lost' },
  },
];
