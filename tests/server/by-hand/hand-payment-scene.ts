import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Row } from 'model-testing/table/flow';
import { claimPayment } from '../../../contract/payment-claims.ts';
import { receipts } from '../../../server/db/schema.ts';
import { insertStatusCall } from '../../../server/modules/by-hand/status-calls.repository.ts';
import { newLinkToken, secretHash } from '../../../server/secrets.ts';
import { getDraft, order as place } from '../orders/ordering.ts';
import { NO_IDS } from '../payments/attempt-walk.ts';
import { callback, getAttempts, push } from '../payments/mpesa-steps.ts';
import {
  accountOf,
  confirm,
  confirmationBody,
  findMoney,
  newReceipt,
  post,
  resultOf,
  unpaidOrder,
  useOf,
  type ConfirmationWords,
  type HandShop,
  type MadeOrder,
  type StatusWords,
} from './by-hand-steps.ts';

/** Scenes of the table `hand-payment`: an order, a receipt, and what M-Pesa, staff and shoppers do with them. */

export interface Scene {
  readonly shop: HandShop;
  readonly order: MadeOrder;
  readonly receipt: string;
}
export type Act = (scene: Scene, row: Row) => Promise<void>;

export const mask = (phone: string) => `${phone.slice(0, 5)}****${phone.slice(-3)}`;
const minute = (scene: Scene) => scene.shop.clock.advance(60_000);

/** A message of M-Pesa about money of the scene, matched at once. */
export async function pay(scene: Scene, words: ConfirmationWords = {}, { runs = true } = {}): Promise<void> {
  const { shop, order, receipt } = scene;
  await confirm(shop, { receipt, account: accountOf(order), amount: order.total, ...words }, { runs });
}

/** Money without an account, of an amount that no other order has, from a phone that fits its shopper's. */
export async function payByPhone(scene: Scene, words: ConfirmationWords = {}): Promise<void> {
  const { order } = scene;
  minute(scene);
  await pay(scene, { account: '', payer: mask(order.shopper.user.phone), ...words });
}

let made = 0;
/** Creates the row's order: of Ksh 3,000, or of a price of its own where only the amount finds it. */
export async function createOrder(shop: HandShop, row: Row): Promise<MadeOrder> {
  made += 1;
  const isFoundByAmount = row.from === 'proving' || /account not found|Till/.test(row.on);
  const price = isFoundByAmount ? 1500 + made : 1500;
  return unpaidOrder(shop, { price });
}

/** An answer of Transaction Status, to its own question. */
export async function show(
  scene: Scene,
  words: StatusWords = {},
  { path = 'shown', runs = true }: { readonly path?: 'shown' | 'late'; readonly runs?: boolean } = {},
): Promise<void> {
  const { shop, receipt, order } = scene;
  const [result, timeout] = [newLinkToken(), newLinkToken()];
  await insertStatusCall(shop.db.sql, {
    receipt,
    resultHash: secretHash(result),
    timeoutHash: secretHash(timeout),
    sentAt: shop.clock.now(),
  });
  const amount = (await findMoney(shop, receipt))?.amount ?? order.total;
  const body = resultOf(shop, receipt, { amount, phone: order.shopper.user.phone, ...words });
  expect((await post(shop, `${path}/${path === 'shown' ? result : timeout}`, body)).statusCode).toBe(200);
  if (runs) await shop.deps.jobs.runDue();
}

export const settle = async ({ shop, order }: Scene, as: 'paid' | 'unpaid' | 'refund') =>
  shop.services.backOfficeSettle.settle({ handle: `order-${order.id.slice(0, 8)}`, as, note: 'Seen', by: 'olga' });

export const attach = async ({ shop, order, receipt }: Scene, role: 'owner' | 'orders' | 'catalogue' = 'orders') => {
  const { staff } = await shop.signInStaff({ role });
  return shop.services.unmatched.attach(staff, { receipt, order: accountOf(order), reason: 'The SMS was shown' });
};

/** Brings the money into a state, by messages of M-Pesa. */
export const REACH: Readonly<Record<string, Act>> = {
  none: async () => undefined,
  stored: async (scene) => pay(scene, {}, { runs: false }),
  proving: async (scene) => payByPhone(scene),
  provisional: async (scene) => pay(scene, { payer: mask(scene.order.shopper.user.phone) }),
  paid: async (scene) => {
    await pay(scene);
    await show(scene);
  },
  unmatched: async (scene, { when }) =>
    pay(scene, { account: 'rent', ...(when?.includes('10,001') === true && { amount: 10_001 }) }),
  held: async (scene) => {
    await pay(scene);
    await show(scene, { amount: 1 });
  },
  returning: async (scene, { on }) => {
    if (/^(?:the refund is|staff: attach|staff: mark)/.test(on)) {
      await pay(scene, { account: 'rent' });
      const { staff } = await scene.shop.signInStaff({ role: 'orders' });
      const request = { receipt: scene.receipt, reason: 'Nobody knows the payer' };
      await scene.shop.services.unmatched.markForReturn(staff, request);
      return;
    }
    await pay(scene);
    await show(scene, { amount: 1 });
    await settle(scene, 'refund');
  },
  ours: async (scene) => {
    const { shop, receipt } = scene;
    await shop.db.sql.insert(receipts).values({ receipt, use: 'refund', at: shop.clock.now() });
    await pay(scene);
  },
};

/** An STK callback with the money's receipt, for a prompt of the order that was sent before it ended. */
export const callBackPrompt: Act = async ({ shop, order, receipt }) => {
  const prompt = prompts.get(order.id);
  if (prompt === undefined) throw new Error('no prompt was sent');
  expect(await callback(shop, { receipt }, prompt)).toBe(200);
  await shop.deps.jobs.runDue();
};
const prompts = new Map<string, HandShop['mpesa']['prompts'][number]>();

/** Sends a prompt before anything else happens, where the row needs one. */
export async function prepare(scene: Scene, row: Row): Promise<void> {
  const { shop, order } = scene;
  if (row.on.startsWith('claim accepted')) {
    await sendClaim(scene);
    await shop.deps.jobs.runDue();
  }
  if (!/STK|query, without|without a receipt|prompt/.test(row.on)) return;
  await push(shop, order.shopper, order);
  const prompt = shop.mpesa.prompts.at(-1);
  if (prompt !== undefined) prompts.set(order.id, prompt);
}

/** The shopper sends the receipt for the order. */
export async function sendClaim({ shop, order, receipt }: Scene): Promise<void> {
  await shop.call(claimPayment, { id: order.id, text: receipt }, { token: order.shopper.token });
}

/** M-Pesa's answer to the first question about the receipt, which is that of the claim. */
export const answerClaim: Act = async ({ shop, order, receipt }) => {
  const asked = shop.mpesaAccount.calls.find(
    ({ name, asked: it }) => name === 'transactionStatus' && it['receipt'] === receipt,
  );
  const path = new URL(String(asked?.asked['resultUrl'])).pathname.replace('/api/pay-in/', '');
  const amount = (await findMoney(shop, receipt))?.amount ?? order.total;
  const body = resultOf(shop, receipt, { amount, phone: order.shopper.user.phone });
  expect((await post(shop, path, body)).statusCode).toBe(200);
  await shop.deps.jobs.runDue();
};

/** A query that reports the prompt as paid, without a receipt. */
export const answerQuery: Act = async ({ shop, order }) => {
  const [attempt] = await getAttempts(shop, order.id);
  if (attempt === undefined) throw new Error('no prompt was sent');
  const event = { type: 'money.received', receipt: null, ids: NO_IDS, isByQuery: true } as const;
  await shop.db.tx((tx) => shop.services.settlement.settleAttempt(tx, attempt.id, event, shop.clock.now()));
};

export const again: Act = async ({ shop, order, receipt }) => {
  const body = confirmationBody(shop, { receipt, account: accountOf(order), amount: 1 });
  expect((await post(shop, `confirm/${shop.secret}`, { ...body, OrgAccountBalance: '2.00' })).statusCode).toBe(200);
};

const REFUSED = /already used|on its way back|has not shown|holds this order|Write a reason/;
export const refused = async (tried: Promise<unknown>) => expect(tried).rejects.toThrow(REFUSED);

/** The state of the money. A prompt's own money has no row, and its receipt has a use. */
export async function findState({ shop, receipt }: Scene): Promise<string> {
  const money = await findMoney(shop, receipt);
  return money?.state ?? ((await useOf(shop, receipt)) === 'payment' ? 'paid' : 'none');
}

/** The account in another spelling: of an order whose id begins with the digits that the row names. */
export function spell({ order }: Scene, on: string): string {
  const account = accountOf(order);
  if (on.includes('I for 1')) return account.replaceAll('1', 'I');
  if (on.includes('O for 0')) return account.replaceAll('0', 'O');
  if (on.includes("'a1b2")) return account.toLowerCase();
  if (on.includes("'A1B2 ")) return `${account.slice(0, 4)} ${account.slice(4)}`;
  if (on.includes("'#")) return `#${account}`;
  if (on.includes("'A1B2-")) return `${account.slice(0, 4)}-${account.slice(4)}`;
  return on.includes('DUKA') ? `DUKA${account}` : account;
}

export async function shopHeld({ shop, order }: Scene): Promise<void> {
  const receipt = newReceipt();
  await confirm(shop, { receipt, account: accountOf(order) });
  await show({ shop, order, receipt }, { amount: 1 });
}

/** Sells what is left of the order's product. */
export async function takeStock({ shop, order }: Scene): Promise<void> {
  const other = await shop.signIn();
  await place(shop, other, getDraft([{ id: order.productId, price: 1500, quantity: 5 }]), randomUUID());
}
