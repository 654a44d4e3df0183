import { expect } from 'vitest';
import type { Row } from 'model-testing/table/flow';
import { edges, importLines, lineOf, pullRows, rowOf, type LineWords } from '../statement/statement-steps.ts';
import { byStaff } from '../orders/ordering.ts';
import { accountOf, booksOf, findMoney } from './by-hand-steps.ts';
import type { Act, Scene } from './hand-payment-scene.ts';

/** What Pull and the statement show of the scene's money (PAY-T1). */

const OTHER_PHONE = '254799999999';

/** Brings a line with the money's receipt: by Pull or by a file, as the row names first. */
async function bring(scene: Scene, row: Row, words: LineWords = {}): Promise<void> {
  const { shop, order, receipt } = scene;
  const known = await findMoney(shop, receipt);
  const all = {
    account: known?.account ?? accountOf(order),
    amount: known?.amount ?? order.total,
    phone: order.shopper.user.phone,
    ...words,
  };
  // A stored state stays until its job runs.
  const runs = row.from !== 'stored' || row.on.startsWith('matching');
  if (/^Pull|by Pull/.test(`${row.on} ${row.when ?? ''}`)) await pullRows(shop, [rowOf(shop, receipt, all)], { runs });
  else await importLines(shop, [lineOf(shop, receipt, all), ...edges(shop)], { runs });
}

/** Events by the words of the row. */
export const BOOK_ACTS: readonly (readonly [RegExp, Act])[] = [
  [/^Pull row or statement line\(R1, another amount/, async (scene, row) => bring(scene, row, { amount: 1 })],
  [
    /^statement line\(R1, another amount/,
    async (scene, row) => {
      if (row.when === 'the order is shipped') await byStaff(scene.shop, scene.order.id, 'shipped');
      await bring(scene, row, { amount: 1 });
      expect((await booksOf(scene.shop, scene.order.id)).alarms).toContain('moneyDiffers');
    },
  ],
  [/another number\)$/, async (scene, row) => bring(scene, row, { phone: OTHER_PHONE })],
  [
    /ends in proving/,
    async (scene, row) => {
      scene.shop.clock.advance(60_000);
      await bring(scene, row, { account: '' });
    },
  ],
  [/^(?:Pull row|statement line)|^Pull row or statement line|ends in provisional/, bring],
  [
    /^the statement of that day is imported and lacks R1/,
    async ({ shop, order }, { from }) => {
      const before = (await booksOf(shop, order.id)).alarms;
      await importLines(shop, edges(shop));
      const after = (await booksOf(shop, order.id)).alarms;
      expect(after.length > before.length).toBe(from === 'provisional');
    },
  ],
];
