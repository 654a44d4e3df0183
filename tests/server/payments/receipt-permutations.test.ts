// @engine postgres
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { claimPayment } from '../../../contract/payment-claims.ts';
import { paymentClaims, receipts, receivedMoney } from '../../../server/db/schema.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import { toCrossCheckResult, toQueryResult } from '../../../server/modules/payments/result-codes.rules.ts';
import { size } from '../../support/size.ts';
import {
  accountOf,
  confirm,
  handShop,
  newReceipt,
  resultOf,
  unpaidOrder,
  type HandShop,
  type MadeOrder,
} from '../by-hand/by-hand-steps.ts';
import { mask } from '../by-hand/hand-payment-scene.ts';
import { questionOf } from '../claims/claim-scene.ts';
import { lineOf, pullNow, rowOf } from '../statement/statement-steps.ts';
import { readBooks, settle } from './attempt-steps.ts';
import { callback, getAttempts, push } from './mpesa-steps.ts';

/** Everything that may tell the shop about the same money, in every order (R8, PAY-C3). */

type Message = 'callback' | 'query' | 'confirmation' | 'pull' | 'statement' | 'claim';
/** A message about a receipt. A query names none. */
type Told = `${Message} ${'one' | 'two'}`;

interface Scene {
  readonly order: MadeOrder;
  readonly prompt: HandShop['mpesa']['prompts'][number];
  readonly receipts: Readonly<Record<'one' | 'two', string>>;
  /** Shillings of the second receipt. The first one pays the prompt. */
  readonly second: number;
  /** Where M-Pesa answers about the claimed receipt. */
  readonly answerUrl: string;
}

let shop: HandShop;
let staff: CurrentStaff;
beforeAll(async () => {
  shop = await handShop({ env: { LOG_LEVEL: 'silent', MPESA_PULL: 'on', RATE_LIMIT_FACTOR: '100000' } });
  ({ staff } = await shop.signInStaff({ role: 'owner' }));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await shop.close();
});

function permutations<Item>(all: readonly Item[]): Item[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((first, index) => permutations(all.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
/** Returns every n-th of the 720 orders. 5, 11 and 37 cover every beginning, with varied ends. */
const chosen = (all: readonly Told[], step: number) => permutations(all).filter((_, index) => index % step === 0);

/** An order with an open prompt and a claim of one of the receipts, which M-Pesa has not answered. */
async function newScene(claimed: 'one' | 'two', second: number): Promise<Scene> {
  const order = await unpaidOrder(shop);
  await push(shop, order.shopper, order);
  const prompt = shop.mpesa.prompts.at(-1);
  if (prompt === undefined) throw new Error('no prompt was sent');
  const both = { one: newReceipt(), two: newReceipt() };
  const receipt = both[claimed];
  const { status } = await shop.call(claimPayment, { id: order.id, text: receipt }, { token: order.shopper.token });
  expect(status).toBe(200);
  await shop.deps.jobs.runDue();
  const answerUrl = new URL(String(questionOf({ shop, receipt }).asked['resultUrl'])).pathname;
  return { order, prompt, receipts: both, second, answerUrl };
}

async function play(told: Told, { order, prompt, receipts: both, second, answerUrl }: Scene): Promise<void> {
  const [message, which] = told.split(' ') as [Message, 'one' | 'two'];
  const { phone } = order.shopper.user;
  const receipt = both[which];
  const amount = which === 'one' ? order.total : second;
  // M-Pesa's messages about a prompt have the prompt's own account.
  const account = `${which === 'one' ? 'DUKA' : ''}${accountOf(order)}`;
  switch (message) {
    case 'callback':
      expect(await callback(shop, { receipt }, prompt)).toBe(200);
      break;
    case 'query': {
      const [attempt] = await getAttempts(shop, order.id);
      if (attempt === undefined) throw new Error('no attempt');
      // As the reconciler handles an answer: it only cross-checks a success that a callback reported.
      const event = attempt.crossCheck === 'due' ? toCrossCheckResult('0') : toQueryResult('0');
      if (event !== null) await settle(shop, attempt, event);
      break;
    }
    case 'confirmation':
      await confirm(shop, { receipt, account, amount, payer: mask(phone) });
      break;
    case 'pull': {
      const rows = [rowOf(shop, receipt, { account, amount, phone })];
      shop.mpesaAccount.script('pull', { outcome: 'rows', rows, unread: 0, nextOffset: null });
      await pullNow(shop);
      break;
    }
    case 'statement': {
      const lines = [lineOf(shop, receipt, { account, amount, phone })];
      await shop.services.statement.importFile(staff, {
        name: `${receipt}.csv`,
        shortcode: shop.env.mpesa.shortcode,
        lines,
      });
      break;
    }
    case 'claim': {
      const payload = resultOf(shop, receipt, { amount, phone });
      expect((await shop.app.inject({ method: 'POST', url: answerUrl, payload })).statusCode).toBe(200);
    }
  }
  await shop.deps.jobs.runDue();
}

/** What is left of the messages, whatever their order was. */
async function readEnd({ order, receipts: both }: Scene) {
  const books = await readBooks(shop, order.id);
  const known = Object.values(both);
  const [uses, money, claims] = await Promise.all([
    shop.db.sql.select().from(receipts).where(inArray(receipts.receipt, known)),
    shop.db.sql.select().from(receivedMoney).where(inArray(receivedMoney.receipt, known)),
    shop.db.sql.select().from(paymentClaims).where(eq(paymentClaims.orderId, order.id)),
  ]);
  return {
    order: [books.order.status, books.order.money, books.order.isPaid],
    payments: books.payments.map(({ receipt, amount }) => `${receipt} ${amount}`).sort(),
    refunds: books.refunds.map(({ amount }) => amount),
    uses: uses.map(({ receipt, use }) => `${receipt} ${use}`).sort(),
    // Money that only a callback told has no row.
    money: [...new Set(money.map(({ state, isShown }) => `${state} ${isShown ? 'shown' : 'not shown'}`))],
    claims: claims.map(({ state }) => state),
    alarms: books.alarms,
    messages: books.messages,
  };
}

const ONE: readonly Told[] = [
  'callback one',
  'query one',
  'confirmation one',
  'pull one',
  'statement one',
  'claim one',
];

describe('R8: all that tells of one receipt, in every order', () => {
  test.each(ONE.map((first) => [first]))('PAY-C3: first %s: one payment, one use, no refund', async (first) => {
    for (const told of chosen(ONE, size(37, 5)).filter(([it]) => it === first)) {
      const scene = await newScene('one', 0);
      for (const message of told) await play(message, scene);
      const { one } = scene.receipts;
      expect(await readEnd(scene), told.join(', ')).toEqual({
        order: ['processing', 'paid', true],
        payments: [`${one} 3000`],
        refunds: [],
        uses: [`${one} payment`],
        money: ['paid shown'],
        claims: ['accepted'],
        alarms: [],
        messages: ['paid'],
      });
    }
  });

  test('PAY-C4: without Pull, statement and claim the callback shows the money', async () => {
    for (const told of permutations<Told>(['callback one', 'query one', 'confirmation one'])) {
      const scene = await newScene('two', 0);
      for (const message of told) await play(message, scene);
      const { one } = scene.receipts;
      const end = {
        order: ['processing', 'paid', true],
        payments: [`${one} 3000`],
        refunds: [],
        money: ['paid shown'],
      };
      expect(await readEnd(scene), told.join(', ')).toMatchObject(end);
    }
  });

  test('PAY-C3: all at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const scene = await newScene('one', 0);
      await Promise.all(ONE.toSorted(() => Math.random() - 0.5).map((message) => play(message, scene)));
      await shop.deps.jobs.runDue();
      const { one } = scene.receipts;
      const end = { order: ['processing', 'paid', true], payments: [`${one} 3000`], refunds: [], messages: ['paid'] };
      expect(await readEnd(scene)).toMatchObject({ ...end, uses: [`${one} payment`] });
    }
  });
});

describe('R8: a prompt and a payment by hand for the same order, in every order', () => {
  const TWO: readonly Told[] = [
    'callback one',
    'query one',
    'confirmation one',
    'confirmation two',
    'pull two',
    'claim two',
  ];

  /** The query is taken for the payment by hand, and the callback's receipt is a payment of its own by then. */
  const TAKEN_TWICE: readonly Told[] = [
    'confirmation two',
    'query one',
    'confirmation one',
    'callback one',
    'pull two',
    'claim two',
  ];

  test.each([
    ['as much again', 3000],
    ['Ksh 1', 1],
    ['more than the order costs', 3500],
  ])('PAY-C3, PAY-C4: %s: both are payments, what is too much goes back', async (_, second) => {
    for (const told of [TAKEN_TWICE, ...chosen(TWO, size(37, 11))]) {
      const scene = await newScene('two', second);
      for (const message of [...told, 'pull one' as const]) await play(message, scene);
      const { one, two } = scene.receipts;
      const end = await readEnd(scene);
      const back = end.refunds.reduce((sum, amount) => sum + amount, 0);
      // A first payment that is too little or too much is told by itself. A callback may come when the query's payment
      // has the receipt of the payment by hand.
      const alarms = end.alarms.filter((kind) => kind !== 'secondReceipt');
      const messages = [...new Set(end.messages)].filter((about) => about !== 'partPaid');
      expect({ ...end, refunds: back, messages, alarms }, told.join(', ')).toEqual({
        order: ['processing', 'overpaid', true],
        payments: [`${one} 3000`, `${two} ${second}`].sort(),
        refunds: second,
        uses: [`${one} payment`, `${two} payment`].sort(),
        money: ['paid shown'],
        claims: ['accepted'],
        alarms: [],
        messages: ['overpaid', 'paid'],
      });
    }
  });
});
