// @engine postgres
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimPayment } from '../../../contract/payment-claims.ts';
import { createServices } from '../../../server/composition.ts';
import type { PulledRow } from '../../../server/providers/mpesa-pull.rules.ts';
import type { Services } from '../../../server/services.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import { claimsOf, questionsOf, type Scene } from '../claims/claim-scene.ts';
import { dueRefund, getCalls, hire, readMoney, reversed, toBody } from '../refunds/refund-steps.ts';
import { lineOf, pullNow, rowOf } from '../statement/statement-steps.ts';
import {
  accountOf,
  booksOf,
  confirmationBody,
  findMoney,
  handShop,
  newReceipt,
  orderRow,
  pass,
  post,
  resultOf,
  stopTime,
  unpaidOrder,
  useOf,
  type HandShop,
} from './by-hand-steps.ts';

/**
 * The process is killed at each transaction of what the messages beside the prompt do, and started again; and two processes
 * do the same work at the same moment.
 */

let shop: HandShop;
let owner: CurrentStaff;
beforeAll(async () => {
  shop = await handShop({
    env: { LOG_LEVEL: 'silent', MPESA_PULL: 'on', RATE_LIMIT_FACTOR: '100000' },
  });
  owner = await hire(shop, 'owner');
});
/** All that M-Pesa shows in a pull. */
const shown: PulledRow[] = [];
let pulls = 0;
beforeEach(() => {
  stopTime(shop);
  vi.spyOn(shop.deps.mpesaAccount, 'pull').mockImplementation(async () => {
    pulls += 1;
    return { outcome: 'rows', rows: shown, unread: 0, nextOffset: null };
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

const MINUTE = 60_000;
const run = async () => void (await shop.deps.jobs.runDue());
const newScene = async (): Promise<Scene> => ({ shop, order: await unpaidOrder(shop), receipt: newReceipt() });

/** Lets every transaction from the n-th on fail, as when the process is killed there. `isAfter`: that one was committed. */
function killAt(place: number, isAfter: boolean) {
  const { tx } = shop.db;
  const state = { passed: 0, isDead: false };
  const mock = vi.spyOn(shop.deps.db, 'tx').mockImplementation(async (work) => {
    if (state.isDead) throw new Error('killed');
    state.passed += 1;
    if (state.passed !== place) return tx(work);
    state.isDead = true;
    if (isAfter) await tx(work);
    throw new Error('killed');
  });
  return { state, revive: () => mock.mockRestore() };
}

const confirmOnce = ({ order, receipt }: Scene) =>
  post(shop, `confirm/${shop.secret}`, confirmationBody(shop, { receipt, account: accountOf(order) }));
const showRow = ({ order, receipt }: Scene) =>
  void shown.push(rowOf(shop, receipt, { account: accountOf(order), phone: order.shopper.user.phone }));
const pullOnce = async (scene: Scene) => {
  showRow(scene);
  await pullNow(shop);
};
const claimOnce = ({ order, receipt }: Scene) =>
  shop.call(claimPayment, { id: order.id, text: receipt }, { token: order.shopper.token });
const importOnce = ({ order, receipt }: Scene) =>
  shop.services.statement.importFile(owner, {
    name: `${receipt}.csv`,
    shortcode: shop.env.mpesa.shortcode,
    lines: [lineOf(shop, receipt, { account: accountOf(order) })],
  });

/** M-Pesa answers every question about the receipt that it was asked. */
async function answerAll(scene: Scene): Promise<void> {
  const phone = scene.order.shopper.user.phone;
  for (const { asked } of questionsOf(scene)) {
    const url = new URL(String(asked['resultUrl'])).pathname;
    await shop.app.inject({ method: 'POST', url, payload: resultOf(shop, scene.receipt, { phone }) });
  }
  await run();
}

/** Work that a kill may interrupt. Each tells of the whole price of the order. */
const WORK: readonly (readonly [string, (scene: Scene) => Promise<unknown>])[] = [
  [
    'a confirmation is stored and matched, and M-Pesa is asked about it',
    async (scene) => (await confirmOnce(scene), run()),
  ],
  [
    'a claim is stored, and M-Pesa is asked and answers',
    async (scene) => (await claimOnce(scene), await run(), answerAll(scene)),
  ],
  ['a page of Pull is applied', pullOnce],
  ['a statement is imported', async (scene) => (await importOnce(scene), run())],
];

async function expectPaidOnce({ order, receipt }: Scene, at: string): Promise<void> {
  const { money, status } = await orderRow(shop, order.id);
  expect([money, status], at).toEqual(['paid', 'processing']);
  expect(await booksOf(shop, order.id), at).toMatchObject({ payments: [{ amount: 3000, receipt }], refunds: [] });
  expect(await useOf(shop, receipt), at).toBe('payment');
  expect(await findMoney(shop, receipt), at).toMatchObject({ state: 'paid', isShown: true });
}

describe('R2: the server is killed at each transaction while', () => {
  test.each(WORK)('%s', async (_, work) => {
    for (let place = 1; ; place += 1) {
      let isReached = false;
      for (const isAfter of [false, true]) {
        const scene = await newScene();
        const { state, revive } = killAt(place, isAfter);
        await work(scene).catch(() => undefined);
        revive();
        isReached ||= state.isDead;
        await pass(shop, 10 * MINUTE, MINUTE);
        await answerAll(scene);
        const at = `transaction ${place}, ${isAfter ? 'committed' : 'not committed'}`;
        // The next process goes on by itself with what was stored, and a pull brings the rest.
        if (work !== pullOnce && (isAfter || place > 1)) await expectPaidOnce(scene, `${at}, before the pull`);
        await pullOnce(scene);
        await answerAll(scene);
        await expectPaidOnce(scene, at);
      }
      if (!isReached) break;
      expect(place).toBeLessThan(30);
    }
  });

  test('PAY-S2: M-Pesa is asked about a claim: no answer is waited for, and a later question decides', async () => {
    const scene = await newScene();
    // The call never returns in the process that is killed.
    vi.spyOn(shop.deps.mpesaAccount, 'transactionStatus').mockRejectedValueOnce(new Error('killed'));
    await claimOnce(scene);
    await run();
    expect((await claimsOf(scene)).map(({ state }) => state)).toEqual(['asking']);
    await pass(shop, 10 * MINUTE, MINUTE);
    expect(questionsOf(scene).length).toBeGreaterThan(0);
    await answerAll(scene);
    await expectPaidOnce(scene, 'asked again');
  });
});

describe('R34: two processes at the same moment', () => {
  /** Both processes on one database. */
  const both = (work: (services: Services) => Promise<unknown>) =>
    Promise.all([createServices(shop.deps), createServices(shop.deps), shop.services].map(work));

  test('PAY-C3: match the same money once', async () => {
    const scene = await newScene();
    await confirmOnce(scene);
    await both(({ matching }) => matching.match(scene.receipt));
    await run();
    await answerAll(scene);
    await expectPaidOnce(scene, 'matched');
  });

  test('PAY-C4: ask about the same money once', async () => {
    const scene = await newScene();
    await confirmOnce(scene);
    await shop.services.matching.match(scene.receipt);
    const from = shop.clock.now().getTime();
    await both(({ proofOfMoney }) => proofOfMoney.ask({ receipt: scene.receipt, number: 1, from }));
    expect(questionsOf(scene)).toHaveLength(1);
  });

  test('PAY-S2: ask about the same claim once, and take its answer once', async () => {
    const scene = await newScene();
    await claimOnce(scene);
    const [stored] = await claimsOf(scene);
    await both(({ claimQuestions }) => claimQuestions.step(stored?.id ?? ''));
    expect(questionsOf(scene)).toHaveLength(1);
    const { asked } = questionsOf(scene)[0]!;
    const url = new URL(String(asked['resultUrl'])).pathname;
    const payload = resultOf(shop, scene.receipt, { phone: scene.order.shopper.user.phone });
    await Promise.all([1, 2, 3].map(() => shop.app.inject({ method: 'POST', url, payload })));
    await run();
    await expectPaidOnce(scene, 'claimed');
  });

  test('PAY-T1: pull once, and apply the row once', async () => {
    const scene = await newScene();
    showRow(scene);
    shop.clock.advance(5 * 60 * MINUTE);
    const before = pulls;
    await both(({ pull }) => pull.pullWhenDue());
    await run();
    expect(pulls).toBe(before + 1);
    expect((await booksOf(shop, scene.order.id)).payments).toMatchObject([{ receipt: scene.receipt }]);
  });

  test('PAY-F3: send the same refund once, and take its result once', async () => {
    const refund = await dueRefund(shop);
    await shop.services.refundsStaff.approve(owner, refund.id);
    await run();
    shop.clock.advance(MINUTE);
    const before = getCalls(shop, 'reverse').length;
    await both(({ refundSender }) => refundSender.step(refund.id));
    expect(getCalls(shop, 'reverse').length).toBe(before + 1);
    const url = new URL(String(getCalls(shop, 'reverse').at(-1)?.asked['resultUrl'])).pathname;
    const payload = toBody(reversed(refund, 'RB00000077'));
    await Promise.all([1, 2, 3].map(() => shop.app.inject({ method: 'POST', url, payload })));
    expect(await readMoney(shop, refund)).toMatchObject({ state: 'done', receipts: ['RB00000077 refund'] });
  });

  test('PAY-C3: a confirmation, a claim, a pull and a statement of one receipt meet in different processes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const scene = await newScene();
      await claimOnce(scene);
      await run();
      const tell = [confirmOnce, pullOnce, importOnce, answerAll].toSorted(() => Math.random() - 0.5);
      await Promise.all(tell.map((work) => work(scene)));
      await both(({ matching }) => matching.match(scene.receipt));
      await answerAll(scene);
      await expectPaidOnce(scene, `round ${round}`);
    }
  });
});
