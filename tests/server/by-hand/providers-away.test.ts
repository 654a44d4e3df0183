// @engine pglite
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { claim, tell, type Scene } from '../claims/claim-scene.ts';
import { dueRefund, hire, postResult, reversed, sendRefund } from '../refunds/refund-steps.ts';
import { edges, importLines, lineOf } from '../statement/statement-steps.ts';
import {
  accountOf,
  confirm,
  handShop,
  newReceipt,
  pass,
  stopTime,
  unpaidOrder,
  type HandShop,
  type MadeOrder,
} from './by-hand-steps.ts';

/** What shoppers and staff are told of money beside the prompt, while mail and texts are away (R20). */

let shop: HandShop;
beforeAll(async () => {
  shop = await handShop({
    env: { LOG_LEVEL: 'silent', ALERT_MAIL: 'owner@duka.example' },
  });
  stopTime(shop);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

const MINUTE = 60_000;

test('R20: SMS and mail are away for 10 minutes: parts, claims, refunds and reports are told once afterwards', async () => {
  const owner = await hire(shop, 'owner');
  const refund = await dueRefund(shop);
  await pass(shop, MINUTE, MINUTE);
  const told = () => [shop.sms.texts.length, shop.mail.mails.length];
  const before = told();
  const down = () => {
    shop.sms.refuseTexts(999);
    shop.mail.fail(...Array.from({ length: 999 }, () => 'down' as const));
  };
  down();
  const order = await unpaidOrder(shop);
  await confirm(shop, { account: accountOf(order), amount: 1000 });
  await confirm(shop, { account: accountOf(order), amount: 2500 });
  const scene: Scene = { shop, order: await unpaidOrder(shop), receipt: newReceipt() };
  await claim(scene);
  await tell(scene);
  await sendRefund(shop, refund.id, owner);
  await postResult(shop, 'reverse', reversed(refund));
  await importLines(shop, [...edges(shop), lineOf(shop, newReceipt(), { account: 'rent' })]);
  for (let minute = 0; minute < 10; minute += 1) {
    down();
    await pass(shop, MINUTE, MINUTE);
  }
  expect(told()).toEqual(before);
  shop.sms.refuseTexts(0);
  shop.mail.fail();
  await pass(shop, 18 * MINUTE, MINUTE);
  /** What is told of an order, as text and as mail: each once. */
  const about = (it: MadeOrder): string[] => {
    const all = [
      ...shop.sms.texts.slice(before[0]).map(({ text }) => text),
      ...shop.mail.mails.slice(before[1]).map(({ subject }) => subject),
    ].filter((text) => text.includes(accountOf(it)));
    const words = [
      'we received',
      'is paid',
      'We send Ksh 500',
      'more than was due',
      'was sent to',
      'paid back',
      'on its way',
      'was refunded',
    ];
    return all.map((text) => words.find((word) => text.includes(word)) ?? text).sort();
  };
  expect(about(order)).toEqual(['We send Ksh 500', 'is paid', 'more than was due', 'we received']);
  expect(about(scene.order)).toEqual(['is paid', 'we received']);
  expect(about(refund.order)).toEqual(['on its way', 'paid back', 'was refunded', 'was sent to']);
  const reports = shop.mail.mails.slice(before[1]).filter(({ subject }) => subject.includes('compared'));
  expect(reports).toHaveLength(1);
});
