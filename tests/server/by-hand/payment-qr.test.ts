// @engine postgres
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paymentQr } from '../../../contract/order-payment.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { LIMITS } from '../../../server/limits/limits.ts';
import { addProduct } from '../catalogue/products.ts';
import { addMpesaOrder, type Shopper } from '../orders/ordering.ts';
import { enter } from '../payments/circuit-steps.ts';
import { closeCircuit } from '../payments/mpesa-steps.ts';
import { accountOf, confirm, handShop, unpaidOrder, type HandShop, type MadeOrder } from './by-hand-steps.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUg==';
const CODE = { outcome: 'image', png: PNG } as const;

let shop: HandShop;
let made: MadeOrder;
beforeAll(async () => void (shop = await handShop()));
afterAll(() => shop.close());
beforeEach(async () => {
  made = await unpaidOrder(shop);
});

const ask = (token = made.shopper.token, id: string = made.id, of = shop) => of.call(paymentQr, { id }, { token });
const codes = (of = shop) => of.mpesaAccount.calls.filter(({ name }) => name === 'qr').map(({ asked }) => asked);
/** What is asked of M-Pesa meanwhile. */
async function asked<T>(work: () => Promise<T>) {
  const before = codes().length;
  const answer = await work();
  return { answer, calls: codes().slice(before) };
}

test('PAY-C1: the QR code has the account and what is due now, and is never kept', async () => {
  shop.mpesaAccount.script('qr', CODE, CODE);
  const { answer, calls } = await asked(() => ask());
  expect(answer.body.data.qr).toEqual({ amount: made.total, image: `data:image/png;base64,${PNG}` });
  expect(calls).toEqual([{ amount: made.total, account: accountOf(made) }]);
  expect(answer.headers['cache-control']).toContain('no-store');
  await confirm(shop, { account: accountOf(made), amount: 1000 });
  const rest = await asked(() => ask());
  expect(rest.answer.body.data.qr).toMatchObject({ amount: made.total - 1000 });
  expect(rest.calls).toEqual([{ amount: made.total - 1000, account: accountOf(made) }]);
});

test('PAY-C1, A51: the QR code of a large order has the limit of one payment', async () => {
  const shopper: Shopper = await shop.signIn();
  const id = await addMpesaOrder(shop, shopper, await addProduct(shop, { price: 300_000 }), 1);
  shop.mpesaAccount.script('qr', CODE);
  expect((await ask(shopper.token, id)).body.data.qr).toMatchObject({ amount: toShillings(250_000) });
});

test('PAY-C1: only the owner of the order gets its QR code, and M-Pesa is asked for nobody else', async () => {
  const other = await shop.signIn();
  const { calls } = await asked(async () => {
    expect((await ask(other.token)).status).toBe(403);
    expect((await ask(made.shopper.token, '00000000-0000-4000-8000-000000000009')).status).toBe(404);
  });
  expect(calls).toEqual([]);
});

test('PAY-C1: without a code from M-Pesa there is none, no alarm, and prompts stay open', async () => {
  shop.mpesaAccount.script(
    'qr',
    { outcome: 'unknown', text: 'no answer in time' },
    { outcome: 'refused', code: '404.001.03', text: 'Invalid Access Token', retryAfterMs: null },
    { outcome: 'refused', code: '429', text: 'Spike arrest', retryAfterMs: 60_000 },
  );
  const alarms = () => shop.db.sql.select().from(paymentAlarms);
  const before = await alarms();
  for (const _ of [1, 2, 3]) {
    const { status, body } = await ask();
    expect([status, body.data.qr]).toEqual([200, null]);
  }
  expect(await alarms()).toEqual(before);
  expect((await shop.services.circuit.look()).prompt).toBe('open');
});

test('PAY-C1, PAY-M2: M-Pesa is not asked while the circuit is open', async () => {
  await enter(shop, 'open');
  try {
    const { answer, calls } = await asked(() => ask());
    expect([answer.body.data.qr, calls]).toEqual([null, []]);
  } finally {
    await closeCircuit(shop);
  }
});

test('PAY-C1, PAY-C4: M-Pesa is not asked without numbers to pay to', async () => {
  await shop.call(cancelOrder, { id: made.id }, { token: made.shopper.token });
  const { answer, calls } = await asked(() => ask());
  expect([answer.body.data.qr, calls]).toEqual([null, []]);
});

test('PAY-C1: a shopper gets a limited number of QR codes an hour', async () => {
  const limited = await handShop({ env: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const { id, shopper } = await unpaidOrder(limited);
    const { most } = LIMITS.paymentQrs;
    for (let turn = 0; turn < most; turn += 1) expect((await ask(shopper.token, id, limited)).status).toBe(200);
    expect((await ask(shopper.token, id, limited)).status).toBe(429);
    expect(codes(limited)).toHaveLength(most);
  } finally {
    await limited.close();
  }
});

test('PAY-C1: the QR code of a Till has the order as its reference, and a shop without payments by hand has none', async () => {
  const till = await handShop({
    env: { MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline', MPESA_PARTY_B: '654321' },
  });
  const plain = await handShop({ env: { MPESA_BY_HAND: 'off' } });
  try {
    const ofTill = await unpaidOrder(till);
    till.mpesaAccount.script('qr', CODE);
    expect((await ask(ofTill.shopper.token, ofTill.id, till)).body.data.qr).toMatchObject({ amount: ofTill.total });
    expect(codes(till)).toEqual([{ amount: ofTill.total, account: accountOf(ofTill) }]);
    const ofPlain = await unpaidOrder(plain);
    expect((await ask(ofPlain.shopper.token, ofPlain.id, plain)).body.data.qr).toBeNull();
    expect(codes(plain)).toEqual([]);
  } finally {
    await till.close();
    await plain.close();
  }
});
