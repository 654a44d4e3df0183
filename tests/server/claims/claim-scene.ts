import { desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Row } from 'model-testing/table/flow';
import { orderPayment, type OrderPayment } from '../../../contract/order-payment.ts';
import { claimPayment } from '../../../contract/payment-claims.ts';
import { paymentClaims } from '../../../server/db/schema.ts';
import {
  accountOf,
  confirm,
  post,
  resultOf,
  type HandShop,
  type MadeOrder,
  type StatusWords,
} from '../by-hand/by-hand-steps.ts';

/** Scenes of the table `claim`: an order, a receipt that its shopper sends, and what M-Pesa, staff and others do. */

export interface Scene {
  readonly shop: HandShop;
  readonly order: MadeOrder;
  readonly receipt: string;
}
export type Act = (scene: Scene, row: Row) => Promise<void>;

/** M-Pesa's message about the receipt, with names, a balance and a link that must not be read. */
export const message = (receipt: string) =>
  `${receipt} Confirmed. Ksh1.00 sent to WELLINGTON OTIENO for account 0712345678 on 15/6/26 at 10:05 AM. New M-PESA ` +
  'balance is Ksh1,204.10. Transaction cost, Ksh0.00. Download M-PESA app on https://bit.ly/3aB4cD5eF6 & get 500MB.';

/** Sends a text as the order's shopper. */
export function send({ shop, order }: Pick<Scene, 'shop' | 'order'>, text: string, token = order.shopper.token) {
  return shop.call(claimPayment, { id: order.id, text }, { token });
}

/** Sends the receipt, and lets the worker ask. */
export async function claim(scene: Scene, receipt = scene.receipt): Promise<void> {
  const { status } = await send(scene, receipt);
  expect(status).toBe(200);
  await scene.shop.deps.jobs.runDue();
}

/** M-Pesa's answer to the newest question about the receipt, by default that all fits. */
export async function tell(scene: Scene, words: StatusWords = {}, question = questionOf(scene)): Promise<void> {
  const { shop, order, receipt } = scene;
  const path = new URL(String(question.asked['resultUrl'])).pathname.replace('/api/pay-in/', '');
  const body = resultOf(shop, receipt, { amount: order.total, phone: order.shopper.user.phone, ...words });
  expect((await post(shop, path, body)).statusCode).toBe(200);
  await shop.deps.jobs.runDue();
}

/** The newest question about the receipt. */
export function questionOf({ shop, receipt }: Pick<Scene, 'shop' | 'receipt'>) {
  const asked = questionsOf({ shop, receipt }).at(-1);
  if (asked === undefined) throw new Error('M-Pesa was not asked');
  return asked;
}

export function questionsOf({ shop, receipt }: Pick<Scene, 'shop' | 'receipt'>) {
  return shop.mpesaAccount.calls.filter(
    ({ name, asked }) => name === 'transactionStatus' && asked['receipt'] === receipt,
  );
}

/** A queue time-out of the newest question. */
export async function timeOut(scene: Scene): Promise<void> {
  const path = new URL(String(questionOf(scene).asked['timeoutUrl'])).pathname.replace('/api/pay-in/', '');
  expect((await post(scene.shop, path, resultOf(scene.shop, scene.receipt, { code: 1 }))).statusCode).toBe(200);
  await scene.shop.deps.jobs.runDue();
}

export async function claimsOf({ shop, order }: Pick<Scene, 'shop' | 'order'>) {
  return shop.db.sql
    .select()
    .from(paymentClaims)
    .where(eq(paymentClaims.orderId, order.id))
    .orderBy(desc(paymentClaims.sentAt), desc(paymentClaims.id));
}

/** State of the newest claim, in the table's words. */
export async function findState(scene: Pick<Scene, 'shop' | 'order'>): Promise<string> {
  const state = (await claimsOf(scene))[0]?.state ?? 'none';
  return state === 'for_staff' ? 'forStaff' : state;
}

/** The order's payment as the shopper reads it. */
export async function lookAt({ shop, order }: Pick<Scene, 'shop' | 'order'>): Promise<OrderPayment> {
  const { status, body } = await shop.call(orderPayment, { id: order.id }, { token: order.shopper.token });
  expect(status).toBe(200);
  return body.data as OrderPayment;
}

/** Money whose parties are not distinguishable. */
export const UNCLEAR: StatusWords = { shortcode: 'unknown' };

/** Brings a claim into a state, by messages of M-Pesa. */
export const REACH: Readonly<Record<string, Act>> = {
  none: async () => undefined,
  asking: async (scene) => claim(scene),
  waiting: async (scene) => {
    await claim(scene);
    await tell(scene, { status: 'Authorized' });
  },
  forStaff: async (scene, { when }) => {
    await claim(scene);
    if (when?.includes('never answered') === true) return wait(scene, 32 * MINUTE);
    await tell(scene, { ...UNCLEAR, ...(when?.includes('10,001') === true && { amount: 10_001 }) });
  },
  accepted: async (scene, { when }) => {
    await claim(scene);
    await tell(scene, when?.includes('in part') === true ? { amount: 1000 } : {});
  },
  refused: async (scene) => {
    await claim(scene);
    await tell(scene, { code: 'R000002' });
  },
};

export const MINUTE = 60_000;

/** Time without any answer of M-Pesa. */
export async function wait({ shop }: Pick<Scene, 'shop'>, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30_000) {
    shop.clock.advance(30_000);
    await shop.deps.jobs.runDue();
  }
}

/** A confirmation of the receipt with the order's account, stored and not matched yet. */
export async function confirmOnly(scene: Scene, order: Pick<MadeOrder, 'id' | 'total'> = scene.order): Promise<void> {
  const { shop, receipt } = scene;
  await confirm(shop, { receipt, account: accountOf(order), amount: order.total }, { runs: false });
}
