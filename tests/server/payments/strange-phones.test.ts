// @engine postgres
import { formatPhone } from '../../../contract/rules/phone.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendOtp, verifyOtp } from '../../../contract/auth.ts';
import { stkPush } from '../../../contract/mpesa.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import { payerPhones } from '../../../server/db/schema.ts';
import { registerWorkers } from '../../../server/workers.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { callback, mpesaOrder, pass, stopTime } from './mpesa-steps.ts';
import { readBooks, callableShop, unpaidOrder, type MadeOrder } from './attempt-steps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PROVE = 'Please confirm this phone number with a code first.';

let shop: TestApp;
let strangers = 0;
/** A new phone for each test, which no account in the shop has. */
let phone: string;
/** Address that requests codes; codes are also limited per address. */
let ip: string;
beforeAll(async () => {
  shop = await callableShop({ env: { RATE_LIMIT_FACTOR: '1' } });
  registerWorkers(shop.deps, shop.services);
});
beforeEach(() => {
  stopTime(shop);
  ip = `198.51.${100 + Math.floor(strangers / 250)}.${strangers % 250}`;
  phone = `25472200${String(strangers++).padStart(4, '0')}`;
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

interface Browser {
  cookies: Record<string, string>;
}
const newBrowser = (): Browser => ({ cookies: {} });

interface Proof {
  readonly verified?: boolean;
  readonly msisdn?: string;
  readonly verificationToken?: string;
}

/** Pushes the order to the phone and stores the response's cookie in the browser. */
async function push(
  order: MadeOrder,
  { to = phone, browser = newBrowser(), proof }: { to?: string; browser?: Browser; proof?: Proof } = {},
) {
  const request = { phoneNumber: to, amount: order.total, orderId: order.id, accountReference: '' };
  const { status, body, headers, cookies } = await shop.call(
    stkPush,
    { ...request, ...(proof !== undefined && { verificationData: proof }) },
    { token: order.shopper.token, cookies: browser.cookies },
  );
  for (const { name, value } of cookies) browser.cookies[name] = value;
  return { status, message: body.message, data: body.data as unknown, retryAfter: headers['retry-after'] };
}

/** Sends a prompt to the phone for a new order and shopper, and ends it with the code; `null` for no answer. */
async function prompted(code: number | null, to = phone): Promise<MadeOrder> {
  const order = await unpaidOrder(shop);
  expect((await push(order, { to })).status).toBe(200);
  await shop.deps.background.idle();
  if (code !== null) expect(await callback(shop, { code })).toBe(200);
  shop.clock.advance(1_000);
  return order;
}

async function promptedAll(...codes: readonly (number | null)[]): Promise<void> {
  for (const code of codes) await prompted(code);
}

/** Requests a code for the phone; `null` when none was sent. */
async function sentCode(browser: Browser, to = phone): Promise<{ pinId: string; pin: string } | null> {
  const before = shop.sms.codes.length;
  const { body } = await shop.call(sendOtp, { phone: to }, { cookies: browser.cookies, ip });
  const code = shop.sms.codes[before];
  return code === undefined ? null : { pinId: body.data.pinId, pin: code.code };
}

/** Returns the result of the phone step after the right code. */
async function proved(browser: Browser, to = phone): Promise<Proof> {
  const sent = await sentCode(browser, to);
  if (sent === null) throw new Error('no code was sent');
  return (await shop.call(verifyOtp, sent, { cookies: browser.cookies })).body.data as Proof;
}

const PROOF_ASKED = { status: 409, message: PROVE, data: { proof: true } };
const ACCEPTED = { status: 200, data: { checkoutRequestId: expect.any(String) as string } };

/** Expects that nothing is written and nothing is sent. */
async function expectNoPrompt(order: MadeOrder, work: () => Promise<unknown>): Promise<void> {
  const before = shop.mpesa.prompts.length;
  await work();
  await shop.deps.background.idle();
  expect([(await readBooks(shop, order.id)).attempts.length, shop.mpesa.prompts.length - before]).toEqual([0, 0]);
}

describe('D25: unanswered prompts to another person’s phone', () => {
  test('X14, D25: allows three an hour over all shoppers, then offers the shopper’s own phone', async () => {
    await promptedAll(null, null);
    expect(await push(await unpaidOrder(shop))).toMatchObject(ACCEPTED);
    shop.clock.advance(20 * MINUTE - 2_000);
    const order = await unpaidOrder(shop);
    await expectNoPrompt(order, async () =>
      expect(await push(order)).toMatchObject({
        status: 429,
        message: `Too many unanswered prompts went to this number. Your own number ${formatPhone(order.shopper.user.phone)} works now. Please try again in 40 minutes.`,
        retryAfter: '2400',
        data: { otherPhone: true, ownPhone: formatPhone(order.shopper.user.phone) },
      }),
    );
    shop.clock.advance(40 * MINUTE - 1_000);
    expect(await push(order)).toMatchObject({
      status: 429,
      message: expect.stringMatching(/works now\. Please wait a minute and try again\.$/),
      retryAfter: '1',
    });
    shop.clock.advance(1_000);
    expect(await push(order)).toMatchObject(ACCEPTED);
  });

  test('F5, D25: one account cannot avoid the limit by cancelling and ordering again', async () => {
    const shopper = await shop.signIn();
    const product = await addProduct(shop, { stock: 50, price: 1500 });
    const told = [];
    for (let minute = 0; minute < 6; minute++) {
      const made = await mpesaOrder(shop, shopper, { id: product.id, price: 1500, quantity: 1 });
      told.push((await push({ ...made, productId: product.id, shopper })).status);
      await shop.call(cancelOrder, { id: made.id }, { token: shopper.token });
      await pass(shop, 2 * MINUTE, MINUTE);
    }
    expect(told).toEqual([200, 200, 200, 429, 429, 429]);
  });

  test('paid prompts, wrong PINs and insufficient funds do not count', async () => {
    await promptedAll(null, null, 0, 1, 2001);
    expect(await push(await unpaidOrder(shop))).toMatchObject(ACCEPTED);
  });

  test('prompts that Daraja rejected do not count; unanswered and expired ones do', async () => {
    for (let n = 0; n < 4; n++) {
      shop.mpesa.answerPush({ outcome: 'refused', code: '400.002.02', text: '' });
      expect((await push(await unpaidOrder(shop))).status).toBe(400);
    }
    await promptedAll(1037, null);
    await pass(shop, 40 * MINUTE, 5 * MINUTE);
    expect(await push(await unpaidOrder(shop))).toMatchObject(ACCEPTED);
    expect((await push(await unpaidOrder(shop))).status).toBe(429);
  });

  test('the shopper’s own verified phone has no limit, and a third phone works immediately', async () => {
    const order = await unpaidOrder(shop);
    const own = order.shopper.user.phone;
    for (const code of [1032, 1032]) await prompted(code, own);
    expect((await push(await unpaidOrder(shop), { to: own })).status).toBe(409);
    expect(await push(order, { to: own, proof: { verificationToken: 'not looked at' } })).toMatchObject(ACCEPTED);
    const unanswered = await unpaidOrder(shop);
    const { phone: asked } = unanswered.shopper.user;
    for (let n = 0; n < 3; n++) await prompted(null, asked);
    expect(await push(unanswered, { to: asked })).toMatchObject(ACCEPTED);
    await promptedAll(null, null, null);
    const other = await unpaidOrder(shop);
    expect((await push(other)).status).toBe(429);
    expect(await push(other, { to: '254733000001' })).toMatchObject(ACCEPTED);
  });

  test('concurrent accounts send no fourth prompt', async () => {
    const orders = [];
    for (let n = 0; n < 12; n++) orders.push(await unpaidOrder(shop));
    const answers = await Promise.all(orders.map((order) => push(order)));
    await shop.deps.background.idle();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
    expect(shop.mpesa.prompts.filter((prompt) => prompt.phone === phone)).toHaveLength(3);
  });

  test('D8, Q21: a live or paid attempt returns its id; the limit ends no open attempt', async () => {
    const order = await unpaidOrder(shop);
    const first = await push(order);
    await promptedAll(null, null);
    expect(await push(order)).toEqual(first);
    shop.clock.advance(2 * MINUTE);
    expect((await push(order)).status).toBe(429);
    expect((await readBooks(shop, order.id)).attempts.map(({ state }) => state)).toEqual(['pending']);
    const paid = await prompted(0, '254733000002');
    expect(await push(paid)).toMatchObject(ACCEPTED);
  });

  test('D8: a required proof ends no open attempt either', async () => {
    const order = await unpaidOrder(shop);
    const first = await push(order, { to: '254733000003' });
    await promptedAll(1032, 1032);
    expect(await push(order)).toEqual(first);
    shop.clock.advance(2 * MINUTE);
    expect(await push(order)).toMatchObject(PROOF_ASKED);
    expect((await readBooks(shop, order.id)).attempts.map(({ state }) => state)).toEqual(['pending']);
  });
});

describe('D25: a phone that needs a code first', () => {
  test('after ten prompts in a day, none of them within the last hour', async () => {
    for (let n = 0; n < 9; n++) {
      await prompted(n % 3 === 0 ? 1 : null);
      shop.clock.advance(30 * MINUTE);
    }
    expect(await push(await unpaidOrder(shop))).toMatchObject(ACCEPTED);
    shop.clock.advance(HOUR);
    const order = await unpaidOrder(shop);
    await expectNoPrompt(order, async () => expect(await push(order)).toMatchObject(PROOF_ASKED));
    shop.clock.advance(24 * HOUR);
    expect(await push(await unpaidOrder(shop))).toMatchObject(ACCEPTED);
  });

  test('after two refusals in a row, of any shopper', async () => {
    await prompted(1032);
    await prompted(1032);
    const order = await unpaidOrder(shop);
    await expectNoPrompt(order, async () => expect(await push(order)).toMatchObject(PROOF_ASKED));
  });

  test('any other answer ends the row of refusals; no answer does not', async () => {
    await promptedAll(1032, 0, 1032, 2001, 1032, null);
    expect(await push(await unpaidOrder(shop))).toMatchObject(ACCEPTED);
    await callback(shop, { code: 1032 });
    expect(await push(await unpaidOrder(shop))).toMatchObject(PROOF_ASKED);
  });

  test('D23: for 15 minutes a code is sent to the phone, for the browser that got the error and no other', async () => {
    const browser = newBrowser();
    expect(await sentCode(browser)).toBeNull();
    shop.clock.advance(MINUTE);
    await promptedAll(1032, 1032);
    const order = await unpaidOrder(shop);
    await push(order, { browser });
    expect(await sentCode(newBrowser())).toBeNull();
    shop.clock.advance(15 * MINUTE - 1_000);
    expect(await sentCode(browser)).not.toBeNull();
    shop.clock.advance(1_000);
    await pass(shop, MINUTE, MINUTE);
    expect(await sentCode(browser)).toBeNull();
    // A repeated request sends the code again; the browser's cookie stays the same.
    const cookies = { ...browser.cookies };
    await push(order, { browser });
    expect(browser.cookies).toEqual(cookies);
    shop.clock.advance(MINUTE);
    expect(await sentCode(browser)).not.toBeNull();
  });

  test.each([['by the token alone'], ['by the cookie alone']])(
    'D1: the proof unlocks the phone for this shopper, %s',
    async (how) => {
      await promptedAll(1032, 1032);
      const browser = newBrowser();
      const order = await unpaidOrder(shop);
      await push(order, { browser });
      const proof = await proved(browser);
      shop.clock.advance(899_000);
      const given = how.includes('token') ? { proof } : { browser, proof: { verified: true, msisdn: phone } };
      expect(await push(order, given)).toMatchObject(ACCEPTED);
      // From now on no limit applies, and the proof can be reused.
      const { shopper } = order;
      for (let n = 0; n < 4; n++) {
        await callback(shop, { code: 1032 });
        shop.clock.advance(MINUTE);
        expect(await push({ ...order, shopper }, { proof })).toMatchObject(ACCEPTED);
      }
      // The proof does not apply to other shoppers.
      expect(await push(await unpaidOrder(shop), { proof })).toMatchObject(PROOF_ASKED);
    },
  );

  test('an invalid proof requires a new one: old, used, of another phone or browser, or made up', async () => {
    await promptedAll(1032, 1032);
    const browser = newBrowser();
    const order = await unpaidOrder(shop);
    await push(order, { browser });
    for (const proof of [{ verified: true, msisdn: phone }, { verificationToken: 'x' }, {}])
      expect(await push(order, { browser, proof })).toMatchObject(PROOF_ASKED);
    const old = await proved(browser);
    shop.clock.advance(15 * MINUTE + 1_000);
    expect(await push(order, { browser, proof: old })).toMatchObject(PROOF_ASKED);
    const good = await proved(browser);
    expect(await push(order, { proof: { ...good, verificationToken: 'y' } })).toMatchObject(PROOF_ASKED);
    const first = phone;
    phone = `2547229999${first.slice(-2)}`;
    await promptedAll(1032, 1032);
    expect(await push(order, { browser, proof: good })).toMatchObject(PROOF_ASKED);
    phone = first;
    expect(await push(order, { browser, proof: good })).toMatchObject(ACCEPTED);
    expect(await push(await unpaidOrder(shop), { browser, proof: good })).toMatchObject(PROOF_ASKED);
  });

  test('A36: the proof is stored even for a cancelled order', async () => {
    await promptedAll(1032, 1032);
    const browser = newBrowser();
    const order = await unpaidOrder(shop);
    await push(order, { browser });
    const proof = await proved(browser);
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    expect(await push(order, { browser, proof })).toMatchObject({
      status: 409,
      message: 'This order has been cancelled.',
      data: { orderStatus: 'cancelled' },
    });
    const rows = await shop.db.sql.select().from(payerPhones);
    expect(rows.filter((row) => row.phone === phone && row.provedAt !== null)).toHaveLength(1);
  });

  test('deletes pending proofs after a time and keeps completed ones', async () => {
    await promptedAll(1032, 1032);
    const browser = newBrowser();
    const order = await unpaidOrder(shop);
    await push(order, { browser });
    await push(await unpaidOrder(shop));
    expect(await push(order, { browser, proof: await proved(browser) })).toMatchObject(ACCEPTED);
    // Longer than any test before advanced the clock.
    await pass(shop, 72 * HOUR, 24 * HOUR);
    const rows = await shop.db.sql.select().from(payerPhones);
    expect(rows.filter((row) => row.phone === phone).map(({ userId }) => userId)).toEqual([order.shopper.user.id]);
  });
});
