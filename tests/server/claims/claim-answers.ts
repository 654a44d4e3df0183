import { expect } from 'vitest';
import type { Row } from 'model-testing/table/flow';
import {
  accountOf,
  booksOf,
  confirm,
  moneyRow,
  nairobi,
  orderRow,
  post,
  resultOf,
  unpaidOrder,
  useOf,
} from '../by-hand/by-hand-steps.ts';
import { answerQuery } from '../by-hand/hand-payment-scene.ts';
import { confirmOnly, questionOf, tell, UNCLEAR, type Act, type Scene } from './claim-scene.ts';
import { cancel, expectSaid, expire, setOrder, telling } from './claim-expectations.ts';

/** Answers of Transaction Status, by the words of the row. */
export const TOLD: readonly (readonly [RegExp, Act])[] = [
  [
    /stored confirmation or Pull row of this receipt has the order's account/,
    async (scene, row) => {
      await confirmOnly(scene);
      await telling(() => ({ phone: '254799999999' }))(scene, row);
    },
  ],
  [/Ksh 1,000 of 3,000/, telling(() => ({ amount: 1000 }))],
  [/Ksh 3,500 of 3,000/, telling(() => ({ amount: 3500 }))],
  [/Completed, to our short code, after the order, unused, the payer's phone/, telling(() => ({}))],
  [
    /another phone, no stored account/,
    async (scene, row) => {
      const known = row.from !== 'forStaff';
      await telling(() => ({ phone: '254799999999' }))(scene, row);
      expect(await useOf(scene.shop, scene.receipt)).toBe('unmatched');
      if (known)
        expect(await moneyRow(scene.shop, scene.receipt)).toMatchObject({ problem: 'otherPayer', isShown: true });
      const listed = (await scene.shop.services.unmatched.list()).find((it) => it.receipt === scene.receipt);
      expect(listed?.claimedFor).toEqual([scene.order.id.slice(0, 8)]);
    },
  ],
  [
    /stored account is of another order/,
    async (scene, row) => {
      const other = await unpaidOrder(scene.shop);
      await confirmOnly(scene, other);
      await telling(() => ({}))(scene, row);
      expect((await booksOf(scene.shop, other.id)).payments).toHaveLength(1);
    },
  ],
  [/phone or account fits\)/, async (scene, row) => fitting(scene, row)],
  [/to another short code/, telling(() => ({ shortcode: '600000' }))],
  [
    /before the order was made/,
    telling(({ shop }) => ({ time: nairobi(new Date(shop.clock.now().getTime() - 3_600_000)) })),
  ],
  [/our own payout/, telling(() => ({ direction: 'out' }))],
  [
    /used meanwhile/,
    async (scene, row) => {
      const other = await unpaidOrder(scene.shop);
      const question = questionOf(scene);
      await confirm(scene.shop, { receipt: scene.receipt, account: accountOf(other) });
      await tell(scene, {}, question);
      await expectSaid(scene, row);
    },
  ],
  [/Cancelled, Declined or Expired/, telling(() => ({ status: 'Declined' }))],
  [/no such receipt/, telling(() => ({ code: 'R000002' }))],
  [/parties cannot be told apart/, telling(() => UNCLEAR)],
  [/Authorized or Initiated/, telling(() => ({ status: 'Initiated' }))],
  [/an unknown code/, telling(() => ({ code: '77' }))],
  [/no amount or no date/, telling(() => ({ time: '' }))],
  [/2001, 8006 or 21/, telling(() => ({ code: '2001' }))],
  [
    /wrong token/,
    async ({ shop, receipt }) => {
      expect((await post(shop, `shown/${'0'.repeat(64)}`, resultOf(shop, receipt, {}))).statusCode).toBe(404);
    },
  ],
  [
    /any\), again or late/,
    async (scene) => {
      for (const words of [{ status: 'Authorized' }, UNCLEAR, { status: 'Cancelled' }]) await tell(scene, words);
    },
  ],
];

/** A fitting answer, after what the row's condition says. */
export async function fitting(scene: Scene, row: Row): Promise<void> {
  const { shop, order } = scene;
  const when = row.when ?? '';
  if (when.includes('query without a receipt')) await answerQuery(scene, row);
  if (when.includes('another receipt has paid')) await confirm(shop, { account: accountOf(order) });
  if (when.includes('cancelled or replaced')) await cancel(scene);
  if (when.includes('its stock is free')) {
    // By hand: the time without an answer would also move the claim.
    await setOrder(scene, { expiresAt: shop.clock.now() });
    await expire(scene);
    expect((await orderRow(shop, order.id)).cancelReason).toBe('expired');
  }
  await tell(scene);
  await expectSaid(scene, row);
  const { payments: paid } = await booksOf(shop, order.id);
  if (when.includes('query without')) expect(paid).toMatchObject([{ receipt: scene.receipt, source: 'prompt' }]);
  if (when.includes('its stock is free')) expect((await orderRow(shop, order.id)).status).toBe('processing');
}
