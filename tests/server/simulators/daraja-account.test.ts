import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import { toMsisdn } from '../../../contract/rules/phone.ts';
import { parseMpesaResult } from '../../../server/providers/mpesa-result.rules.ts';
import {
  readBalance,
  readPayout,
  readReversal,
  readTransactionStatus,
} from '../../../server/providers/mpesa-result-readers.rules.ts';
import type { Heard } from '../payments/daraja-client.ts';
import { getAccount as getClientOf, grantToken, listen, mpesa, urls, type Listener } from './account-client.ts';
import { startSimulators, type RunningSimulators } from './running.ts';

/** The shop's client against the simulated Daraja: Transaction Status, Reversal, B2C, Balance, Pull and QR. */

const phone = toMsisdn('254712345678');
let simulators: RunningSimulators;
let token = '';
beforeAll(async () => void (simulators = await startSimulators()));
beforeEach(async () => {
  await simulators.reset();
  token = await grantToken(simulators);
});
afterAll(() => simulators.close());

const getAccount = (change: Partial<typeof mpesa> = {}) => getClientOf(simulators, token, change);

/** Waits until the simulator got replies to this number of messages. */
async function arrived(listener: Listener, count: number): Promise<readonly Heard[]> {
  await expect.poll(() => listener.heard.length, { timeout: 10_000 }).toBe(count);
  return listener.heard;
}

function parse(heard: Heard | undefined) {
  const result = parseMpesaResult(heard?.body);
  if (result === null) throw new Error('not a result');
  return result;
}

const pay = async (more: object = {}) =>
  (await simulators.payByHand({ phone, amount: 3000, account: '1A2B3C4D', ...more })).receipt ?? '';
const fund = async (amount: number) => {
  await simulators.payByHand({ phone: '254700000001', amount, account: 'X' });
};

describe('providers 1.11: Transaction Status', () => {
  test('providers 1.11: tells parties, amount and time of a payment by hand', async () => {
    await using listener = await listen();
    const receipt = await pay();
    expect(await getAccount().transactionStatus({ receipt, ...urls(listener) })).toMatchObject({ outcome: 'accepted' });
    const [heard] = await arrived(listener, 1);
    expect(heard?.path).toBe('/result');
    expect(parse(heard)).toMatchObject({ code: '0' });
    expect(readTransactionStatus(parse(heard))).toMatchObject({
      receipt,
      status: 'Completed',
      amount: 3000,
      phone,
      name: 'Jane Wanjiru Test',
      shortcode: mpesa.shortcode,
      direction: 'in',
      finalisedAt: expect.any(Date),
    });
  });

  test('providers 1.11: tells the direction of a refund, also when both parties have one name', async () => {
    await using listener = await listen();
    const receipt = await simulators.sendByPortal({ phone, amount: 50 });
    await simulators.planCall({ call: 'status', sameParties: true });
    await getAccount().transactionStatus({ receipt, ...urls(listener) });
    const [heard] = await arrived(listener, 1);
    expect(parse(heard).parameters.filter(({ name }) => name === 'DebitPartyName')).toHaveLength(2);
    expect(readTransactionStatus(parse(heard))).toMatchObject({ direction: 'out', phone, shortcode: '600998' });
  });

  test('providers 1.11: an unknown receipt has no parameters', async () => {
    await using listener = await listen();
    await getAccount().transactionStatus({ receipt: 'NOSUCH1234', ...urls(listener) });
    const [heard] = await arrived(listener, 1);
    expect(parse(heard)).toMatchObject({ code: 'R000002', parameters: [] });
  });

  test('providers 1.11: bends parameters, and leaves values out', async () => {
    await using listener = await listen();
    const receipt = await pay();
    const bend = { Amount: 2999, FinalisedTime: null, TransactionStatus: 'Cancelled' };
    await simulators.planCall({ call: 'status', bend });
    await getAccount().transactionStatus({ receipt, ...urls(listener) });
    const [heard] = await arrived(listener, 1);
    const bent = { amount: 2999, finalisedAt: null, status: 'Cancelled' };
    expect(readTransactionStatus(parse(heard))).toMatchObject(bent);
  });
});

describe('providers 1.11: what becomes of a result', () => {
  test.each([
    ['a queue time-out', { tells: 'timeout' }, ['/timeout']],
    ['three results', { times: 3 }, ['/result', '/result', '/result']],
    ['a late result', { delayMs: 60_000 }, ['/result']],
  ])('providers 1.11: %s', async (_, plan, paths) => {
    await using listener = await listen();
    const receipt = await pay();
    await simulators.planCall({ call: 'status', ...plan });
    await getAccount().transactionStatus({ receipt, ...urls(listener) });
    if ('delayMs' in plan) {
      await expect.poll(async () => (await simulators.ledger()).operations[0]?.state).toBe('Completed');
      expect(listener.heard).toEqual([]);
      await simulators.advance(60_000);
    }
    const heard = await arrived(listener, paths.length);
    expect(heard.map(({ path }) => path)).toEqual(paths);
    expect(parse(heard[0]).code).toBe('tells' in plan ? '1' : '0');
  });

  test('providers 1.11: no result; a plan that stays; and a result before the reply', async () => {
    await using listener = await listen();
    const account = getAccount();
    const receipt = await pay();
    await simulators.planCall({ call: 'reversal', tells: 'none' });
    await account.reverse({ receipt, amount: toShillings(3000), remarks: 'Refund', ...urls(listener) });
    await expect.poll(async () => (await simulators.ledger()).transactions.length).toBe(2);
    await simulators.planCall({ call: 'status', isEarly: true, code: '26', text: 'busy', stays: true });
    for (const count of [1, 2]) {
      await account.transactionStatus({ receipt, ...urls(listener) });
      expect(listener.heard).toHaveLength(count);
    }
    expect(parse(listener.heard[1])).toMatchObject({ code: '26', text: 'busy' });
  });

  test.each([
    ['expired', '2001'],
    ['locked', '8006'],
    ['no-role', '21'],
  ])('providers 1.11: an initiator that is %s gives %s and moves no money', async (initiator, code) => {
    await using listener = await listen();
    await simulators.rules({ initiator });
    const payout = { id: 'f1-1', phone, amount: toShillings(10), remarks: 'Refund' };
    await getAccount().payOut({ ...payout, ...urls(listener) });
    const [heard] = await arrived(listener, 1);
    expect([parse(heard).code, (await simulators.ledger()).transactions]).toEqual([code, []]);
  });

  test('providers 1.11: a wrong name or password of the initiator gives 2001', async () => {
    await using listener = await listen();
    const initiator = { name: 'other', password: 'other', certificate: '', ...mpesa.initiator };
    await getAccount({ initiator: { ...initiator, name: 'other' } }).balance({ of: 'payout', ...urls(listener) });
    await getAccount({ initiator: { ...initiator, password: 'other' } }).balance({ of: 'payout', ...urls(listener) });
    const heard = await arrived(listener, 2);
    expect(heard.map((it) => parse(it).code)).toEqual(['2001', '2001']);
  });
});

describe('providers 1.11: Reversal', () => {
  const reverse = async (listener: Listener, receipt: string, amount = 3000) =>
    getAccount().reverse({ receipt, amount: toShillings(amount), remarks: 'Refund', ...urls(listener) });

  test('providers 1.11: sends the payment back once', async () => {
    await using listener = await listen();
    const receipt = await pay();
    await reverse(listener, receipt);
    const [heard] = await arrived(listener, 1);
    const { balances, transactions } = await simulators.ledger(phone);
    const [, back] = transactions;
    expect(readReversal(parse(heard))).toMatchObject({
      receipt: back?.receipt,
      originalReceipt: receipt,
      amount: 3000,
      phone,
      completedAt: expect.any(Date),
    });
    expect(back).toMatchObject({ kind: 'reversal', reverses: receipt, from: mpesa.shortcode, to: phone });
    expect(balances).toMatchObject({ [phone]: 0, [mpesa.shortcode]: 0 });
    await reverse(listener, receipt);
    const [, again] = await arrived(listener, 2);
    expect([parse(again).code, (await simulators.ledger(phone)).transactions.length]).toEqual(['R000001', 2]);
  });

  test('providers 1.11: an unknown receipt, another amount and an empty account', async () => {
    await using listener = await listen();
    await reverse(listener, 'NOSUCH1234');
    const receipt = await pay();
    await arrived(listener, 1);
    await reverse(listener, receipt, 2999);
    await arrived(listener, 2);
    await simulators.planCall({ call: 'reversal', code: '1', text: 'The balance is insufficient.' });
    await reverse(listener, receipt);
    const heard = await arrived(listener, 3);
    expect(heard.map((it) => parse(it).code)).toEqual(['R000002', '2028', '1']);
    expect((await simulators.ledger()).transactions).toHaveLength(1);
  });
});

describe('providers 1.11: payout (B2C)', () => {
  const payOut = async (listener: Listener, id: string, amount = 400) =>
    getAccount().payOut({ id, phone, amount: toShillings(amount), remarks: 'Refund', ...urls(listener) });

  test('providers 1.11: sends money once for each id', async () => {
    await using listener = await listen();
    const accepted = await payOut(listener, 'f1-1');
    expect(accepted).toMatchObject({ outcome: 'accepted', originatorConversationId: 'f1-1' });
    const [heard] = await arrived(listener, 1);
    const { balances, transactions } = await simulators.ledger(phone);
    expect(readPayout(parse(heard))).toMatchObject({
      receipt: transactions[0]?.receipt,
      amount: 400,
      phone,
      completedAt: expect.any(Date),
      available: 999_600,
    });
    expect(balances).toMatchObject({ [phone]: 400, '600998': 999_600 });
    expect(await payOut(listener, 'f1-1')).toMatchObject({ outcome: 'unknown', code: '500.002.1001' });
    expect(await payOut(listener, 'f1-2')).toMatchObject({ outcome: 'accepted' });
    await arrived(listener, 2);
    expect((await simulators.ledger(phone)).balances[phone]).toBe(800);
  });

  test('providers 1.11: acts although its answer is lost; Transaction Status finds it by its id', async () => {
    await using listener = await listen();
    await simulators.fault('daraja', 'lose-answer', 1, 'b2c/');
    expect(await payOut(listener, 'f1-1')).toMatchObject({ outcome: 'unknown', code: 'no-answer' });
    await arrived(listener, 1);
    await getAccount().transactionStatus({ conversationId: 'f1-1', ...urls(listener) });
    const [, heard] = await arrived(listener, 2);
    expect(readTransactionStatus(parse(heard))).toMatchObject({ status: 'Completed', amount: 400, direction: 'out' });
  });

  test('providers 1.11: a call that was not carried out is declined, by either conversation id', async () => {
    await using listener = await listen();
    await simulators.planCall({ call: 'payout', tells: 'timeout', acts: false });
    const accepted = await payOut(listener, 'f1-1');
    await arrived(listener, 1);
    const conversationId = accepted.outcome === 'accepted' ? accepted.conversationId : '';
    await getAccount().transactionStatus({ conversationId, ...urls(listener) });
    const [, heard] = await arrived(listener, 2);
    expect(readTransactionStatus(parse(heard))).toMatchObject({ status: 'Declined', receipt: null, amount: 400 });
    expect((await simulators.ledger()).transactions).toEqual([]);
  });

  test('providers 1.11: an empty account and another short code', async () => {
    await using listener = await listen();
    await simulators.rules({ float: 399 });
    await payOut(listener, 'f1-1');
    await arrived(listener, 1);
    const other = getAccount({ payoutShortcode: '600100' });
    await other.payOut({ id: 'f1-2', phone, amount: toShillings(1), remarks: 'Refund', ...urls(listener) });
    const heard = await arrived(listener, 2);
    expect(heard.map((it) => parse(it).code)).toEqual(['1', '2028']);
    expect((await simulators.ledger()).transactions).toEqual([]);
  });
});

test('providers 1.11: the balance of both short codes', async () => {
  await using listener = await listen();
  await fund(1500);
  for (const [count, of] of [[1, 'collection'] as const, [2, 'payout'] as const]) {
    await getAccount().balance({ of, ...urls(listener) });
    await arrived(listener, count);
  }
  const available = listener.heard.map(
    (it) => readBalance(parse(it)).find(({ name }) => name === 'Utility Account')?.available,
  );
  expect(available).toEqual([1500, 1_000_000]);
});

describe('providers 1.11: Pull', () => {
  const DAY = 86_400_000;
  const pull = async (offset = 0) => {
    const to = new Date(Date.now() + 3 * DAY);
    const from = new Date(Date.now() - 2 * DAY);
    const answer = await getAccount().pull({ from, to, offset });
    if (answer.outcome !== 'rows') throw new Error(answer.text);
    return answer;
  };

  test('providers 1.11: has payments by hand and by prompt, also without a message, and no refunds', async () => {
    const first = await pay({ drop: true });
    const till = await pay({ kind: 'till', shortcode: '500600' });
    await simulators.payByHand({ phone, amount: 1, shortcode: '888888' });
    await simulators.sendByPortal({ phone, amount: 5 });
    const { rows, nextOffset } = await pull();
    expect(rows).toMatchObject([
      {
        receipt: first,
        amount: 3000,
        account: '1A2B3C4D',
        payer: { kind: 'whole', phone },
        kind: 'c2b-pay-bill-debit',
      },
      { receipt: till, account: '', kind: 'c2b-buy-goods-debit' },
    ]);
    expect(Math.abs((rows[0]?.at?.getTime() ?? 0) - Date.now())).toBeLessThan(600_000);
    expect(nextOffset).toBeNull();
    await simulators.rules({ pullPhones: 'masked' });
    expect((await pull()).rows[0]?.payer).toEqual({ kind: 'masked', start: '25471', end: '678' });
  });

  test('providers 1.11: has pages of 100, and forgets after 48 hours', async () => {
    for (let count = 0; count < 101; count += 1) await pay({ amount: count + 1 });
    const { rows, nextOffset } = await pull();
    expect([rows.length, nextOffset]).toEqual([100, 100]);
    expect((await pull(100)).rows).toHaveLength(1);
    await simulators.rules({ tokenSeconds: 7 * 86_400 });
    token = await grantToken(simulators);
    await simulators.advance(2 * DAY + 1000);
    expect(await pull()).toEqual({ outcome: 'rows', rows: [], unread: 0, nextOffset: null });
  });
});

test('providers 1.11: QR codes differ by amount and are pictures', async () => {
  const account = getAccount();
  const codes = await Promise.all(
    [10, 10, 11].map(async (amount) => account.qr({ amount: toShillings(amount), account: '1A2B3C4D' })),
  );
  const [one, same, other] = codes.map((it) => (it.outcome === 'image' ? it.png : it.outcome));
  expect(
    Buffer.from(one ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect([same === one, other === one]).toEqual([true, false]);
});
