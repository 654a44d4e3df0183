// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import { parseStoredMsisdn } from '../../../contract/rules/phone.ts';
import { orders, payerPhones, paymentAttempts } from '../../../server/db/schema.ts';
import {
  isProved,
  findLatestAnswers,
  countPromptsSince,
} from '../../../server/modules/payments/payer-phones.repository.ts';
import { findOpenPayment } from '../../../server/modules/payments/payment-status.repository.ts';
import { findRecentAttempts, findUnansweredAttempts } from '../../../server/modules/payments/push.repository.ts';
import {
  findDueAttempt,
  findOverdueAttempts,
  isAnyQueryLate,
  stopQueryingSettled,
} from '../../../server/modules/payments/reconciler.repository.ts';
import type { AttemptChange, AttemptState } from '../../../server/modules/settlement/attempts.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import type { Shopper } from '../orders/ordering.ts';
import { callableShop, unpaidOrder, writtenAttempt } from './attempt-steps.ts';
import { getAttempts, mpesaOrder } from './mpesa-steps.ts';
import { inOrderOfWriting } from '../../support/unindexed.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = new Date('2026-03-01T09:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);
const UNANSWERED: readonly AttemptState[] = ['created', 'requesting', 'pending', 'unknown', 'expired'];

let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop({ env: UNBOUND });
});
/** Finishes the attempts that other tests left. */
beforeEach(async () => {
  const over = {
    state: 'refunded',
    nextQueryAt: null,
    crossCheck: null,
    createdAt: at(-99 * HOUR),
    phone: '254700000000',
  } as const;
  await shop.db.sql.update(paymentAttempts).set(over);
});
afterAll(() => shop.close());

/** Creates an attempt of this shopper, or of a new one. */
async function attempt(change: AttemptChange = {}, shopper?: Shopper): Promise<string> {
  const made = await unpaidOrder(shop);
  const order = shopper === undefined ? made : { ...made, shopper };
  const { id } = await writtenAttempt(shop, order);
  const row = { state: 'pending', checkoutRequestId: `ws_${id}`, createdAt: START, runStartedAt: START } as const;
  await shop.db.sql
    .update(paymentAttempts)
    .set({ ...row, ...change })
    .where(eq(paymentAttempts.id, id));
  return id;
}

describe('D7, F29: the payment to query next', () => {
  const due = (change: AttemptChange = {}, shopper?: Shopper) => attempt({ nextQueryAt: at(0), ...change }, shopper);
  const next = async (now = at(HOUR)) => (await findDueAttempt(shop.db.sql, now))?.id ?? null;
  /** Takes attempts from the front of the queue until it is empty. */
  async function queue(): Promise<string[]> {
    const ids: string[] = [];
    for (let id = await next(); id !== null; id = await next()) {
      ids.push(id);
      await shop.db.sql.update(paymentAttempts).set({ nextQueryAt: null }).where(eq(paymentAttempts.id, id));
    }
    return ids;
  }

  test('is due exactly at its time and has an id that M-Pesa knows', async () => {
    const id = await due({ nextQueryAt: at(0) });
    await due({ checkoutRequestId: null });
    expect([await next(at(-1)), await next(at(0))]).toEqual([null, id]);
  });

  test.each<[AttemptState, AttemptChange['crossCheck'], boolean]>([
    ['created', null, true],
    ['requesting', null, true],
    ['pending', null, true],
    ['unknown', null, true],
    ['expired', null, true],
    ['succeeded', 'due', true],
    ['succeeded', 'agreed', false],
    ['succeeded', 'dropped', false],
    ['failed', 'due', true],
    ['failed', null, false],
    ['held', null, false],
    ['refunded', null, false],
  ])('%s with a cross-check that is %s: %s', async (state, crossCheck, isAsked) => {
    const id = await due({ state, crossCheck });
    expect(await next()).toBe(isAsked ? id : null);
  });

  test('open payments first, then expired ones and hidden payments, then cross-checks; each by its time', async () => {
    const check = await due({ state: 'succeeded', crossCheck: 'due', nextQueryAt: at(1) });
    const expired = await due({ state: 'expired', nextQueryAt: at(2) });
    const hidden = await due({ state: 'failed', crossCheck: 'due', nextQueryAt: at(3) });
    const later = await due({ nextQueryAt: at(5) });
    const sooner = await due({ nextQueryAt: at(4) });
    expect(await queue()).toEqual([sooner, later, expired, hidden, check]);
  });

  test('U4: before these, shoppers who saw no prompt, the longest wait first', async () => {
    const plain = await due({ nextQueryAt: at(0) });
    const second = await due({ wantedAt: at(2), nextQueryAt: at(9) });
    const first = await due({ state: 'expired', wantedAt: at(1), nextQueryAt: at(9) });
    expect(await queue()).toEqual([first, second, plain]);
  });

  test.each(UNANSWERED)('F29: the fourth prompt without an answer in an hour goes last: %s', async (state) => {
    const shopper = await shop.signIn();
    for (let minute = 0; minute < 3; minute += 1) await attempt({ state, createdAt: at(minute * MINUTE) }, shopper);
    const fourth = await due({ createdAt: at(3 * MINUTE), nextQueryAt: at(0) }, shopper);
    const others = await due({ state: 'expired', createdAt: at(3 * MINUTE), nextQueryAt: at(1) });
    expect(await queue()).toEqual([others, fourth]);
  });

  test.each<[string, readonly AttemptChange[]]>([
    ['two', [{ createdAt: at(0) }, { createdAt: at(1) }]],
    [
      'three, one of them an hour old',
      [{ createdAt: at(3 * MINUTE - HOUR) }, { createdAt: at(0) }, { createdAt: at(1) }],
    ],
    ['three, one of them newer', [{ createdAt: at(3 * MINUTE) }, { createdAt: at(0) }, { createdAt: at(1) }]],
    ['three, one of them failed', [{ state: 'failed' }, {}, {}]],
    ['three, one of them paid', [{ state: 'succeeded' }, {}, {}]],
  ])('F29: a prompt keeps its place after %s', async (_, before) => {
    const shopper = await shop.signIn();
    for (const change of before) await attempt(change, shopper);
    const own = await due({ createdAt: at(3 * MINUTE), nextQueryAt: at(0) }, shopper);
    const others = await due({ createdAt: at(3 * MINUTE), nextQueryAt: at(1) });
    expect(await queue()).toEqual([own, others]);
  });

  test('F29: unanswered prompts of other shoppers do not count', async () => {
    for (let count = 0; count < 3; count += 1) await attempt({ createdAt: at(count) });
    const own = await due({ createdAt: at(3 * MINUTE), nextQueryAt: at(0) });
    const others = await due({ createdAt: at(3 * MINUTE), nextQueryAt: at(1) });
    expect(await queue()).toEqual([own, others]);
  });

  test('D7: settled attempts without a due cross-check are no longer queried; all others still are', async () => {
    const ids = [await due({ state: 'succeeded' }), await due({ state: 'failed', nextQueryAt: at(0) })];
    const kept = [await due({ state: 'succeeded', crossCheck: 'due' }), await due({}), await due({ state: 'expired' })];
    const later = await due({ state: 'succeeded', nextQueryAt: at(1) });
    await stopQueryingSettled(shop.db.sql, at(0));
    const rows = await shop.db.sql.select().from(paymentAttempts);
    const asked = (id: string) => rows.find((row) => row.id === id)?.nextQueryAt !== null;
    expect([ids.map(asked), kept.map(asked), asked(later)]).toEqual([[false, false], [true, true, true], true]);
  });

  test('D28: a query is late when its time has passed', async () => {
    await due({ nextQueryAt: at(0) });
    await due({ state: 'failed', nextQueryAt: at(-HOUR) });
    expect([await isAnyQueryLate(shop.db.sql, at(0)), await isAnyQueryLate(shop.db.sql, at(1))]).toEqual([false, true]);
  });
});

describe('D28: attempts that are left over', () => {
  test('finds open attempts older than a given time, oldest first, up to the limit', async () => {
    const second = await attempt({ createdAt: at(2) });
    const third = await attempt({ state: 'unknown', createdAt: at(3) });
    const first = await attempt({ state: 'created', createdAt: at(1) });
    await attempt({ state: 'expired', createdAt: at(1) });
    await attempt({ createdAt: at(4) });
    const found = (most: number) =>
      inOrderOfWriting(shop.db, (tx) => findOverdueAttempts(tx, at(4), most, 'no such job'));
    expect([await found(9), await found(2)]).toEqual([
      [first, second, third],
      [first, second],
    ]);
  });

  test('providers 2.3: finds created or requesting attempts without an answer since a given time', async () => {
    const ids = [];
    for (const state of ['created', 'requesting'] as const) ids.push(await attempt({ state, updatedAt: at(-1) }));
    for (const state of ['pending', 'unknown', 'expired', 'failed'] as const)
      await attempt({ state, updatedAt: at(-1) });
    await attempt({ state: 'created', updatedAt: at(0) });
    const found = await findUnansweredAttempts(shop.db.sql, at(0));
    expect(found.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

describe('D8, D25: earlier prompts to a phone', () => {
  const PHONE = parseStoredMsisdn('254722555000');

  test('D8: returns those of the same shopper and amount since a given time, newest first', async () => {
    const shopper = await shop.signIn();
    const like = { userId: shopper.user.id, phone: PHONE, amount: toShillings(3000) };
    const first = await attempt({ phone: PHONE, createdAt: at(0), amount: 3000 }, shopper);
    const last = await attempt({ phone: PHONE, createdAt: at(2), amount: 3000 }, shopper);
    const second = await attempt({ phone: PHONE, createdAt: at(1), amount: 3000 }, shopper);
    await attempt({ phone: PHONE, createdAt: at(-1), amount: 3000 }, shopper);
    await attempt({ phone: PHONE, createdAt: at(1), amount: 2999 }, shopper);
    await attempt({ phone: '254722555001', createdAt: at(1), amount: 3000 }, shopper);
    await attempt({ phone: PHONE, createdAt: at(1), amount: 3000 });
    // Updated rows may be in any order on the disk.
    expect((await findRecentAttempts(shop.db.sql, like, at(0))).map(({ id }) => id)).toEqual([last, second, first]);
  });

  test('D25: counts those of any shopper after a given time', async () => {
    await attempt({ phone: PHONE, createdAt: at(0) });
    await attempt({ phone: PHONE, createdAt: at(1) });
    await attempt({ phone: '254722555001', createdAt: at(1) });
    expect((await countPromptsSince(shop.db.sql, PHONE, at(0))).map(({ createdAt }) => createdAt)).toEqual([at(1)]);
  });

  test('D25: returns the latest answers, up to the limit', async () => {
    const answer = (state: AttemptState, resultCode: string | null, ms: number, phone: string = PHONE) =>
      attempt({ phone, state, resultCode, createdAt: at(ms) });
    await answer('failed', '1', 3);
    await answer('failed', '1032', 1);
    await answer('succeeded', null, 4);
    await answer('failed', '2001', 2);
    await answer('failed', '1037', 8);
    await answer('failed', null, 8);
    await answer('expired', '1032', 8);
    await answer('pending', null, 8);
    await answer('succeeded', null, 9, '254722555001');
    const found = async (most: number) =>
      (await findLatestAnswers(shop.db.sql, PHONE, most)).map(({ createdAt }) => createdAt.getTime() - START.getTime());
    expect([await found(1), await found(2), await found(9)]).toEqual([[4], [4, 3], [4, 3, 2, 1]]);
  });

  test('D25: a phone is proved only by its own shopper’s code, not by a pending proof', async () => {
    const [asked, proved] = [(await shop.signIn()).user.id, (await shop.signIn()).user.id];
    const row = { phone: PHONE, flowHash: 'flow', expiresAt: at(HOUR) };
    await shop.db.sql.insert(payerPhones).values([
      { ...row, userId: asked },
      { ...row, userId: proved, provedAt: START },
    ]);
    const is = (userId: string, phone = PHONE) => isProved(shop.db.sql, userId, phone);
    expect([await is(asked), await is(proved), await is(proved, parseStoredMsisdn('254722555001'))]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('X5: a shopper’s open payment', () => {
  const shown = async ({ user }: Shopper, since = at(-1)) => (await findOpenPayment(shop.db.sql, user.id, since))?.id;

  /** Creates an attempt for an order of this shopper. */
  async function own(shopper: Shopper, change: AttemptChange = {}, order: Partial<typeof orders.$inferInsert> = {}) {
    const made = await unpaidOrder(shop);
    const { id } = await mpesaOrder(shop, shopper, { id: made.productId, price: 1500 });
    const attempt = await writtenAttempt(shop, { ...made, id, shopper });
    const row = { state: 'pending', createdAt: START, runStartedAt: START } as const;
    await shop.db.sql
      .update(paymentAttempts)
      .set({ ...row, ...change })
      .where(eq(paymentAttempts.id, attempt.id));
    if (Object.keys(order).length > 0) await shop.db.sql.update(orders).set(order).where(eq(orders.id, id));
    expect(await getAttempts(shop, id)).toHaveLength(1);
    return attempt.id;
  }

  test('is the newest; for equal times it is always the same one', async () => {
    const shopper = await shop.signIn();
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await own(shopper, { createdAt: at(1) }));
    await own(shopper, { createdAt: at(0) });
    expect(await shown(shopper)).toBe(ids.sort().at(-1));
    const newest = await own(shopper, { createdAt: at(2) });
    expect(await shown(shopper)).toBe(newest);
  });

  test.each<[string, AttemptChange, Partial<typeof orders.$inferInsert>]>([
    ['expired', { state: 'expired' }, {}],
    ['failed', { state: 'failed' }, {}],
    ['part of a run that started too early', { runStartedAt: at(-1) }, {}],
    ['part of a cancelled order', {}, { status: 'cancelled', cancelReason: 'shopper' }],
    ['part of a paid order', {}, { money: 'paid', isPaid: true }],
    ['part of a cash order', {}, { paymentMethod: 'cod' }],
  ])('is not one that is %s', async (_, change, order) => {
    const shopper = await shop.signIn();
    await own(shopper, change, order);
    expect(await shown(shopper)).toBeUndefined();
  });

  test('is not visible to other shoppers', async () => {
    await own(await shop.signIn());
    expect(await shown(await shop.signIn())).toBeUndefined();
  });
});
