import { toShillings } from '../../../contract/rules/money.ts';
import { parseStoredMsisdn } from '../../../contract/rules/phone.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getClient, fixedTokens, json, raw, scripted, settingsFor } from '../payments/daraja-client.ts';
import { startSimulators, type RunningSimulators } from './running.ts';

const PHONE = '254712345678';
let simulators: RunningSimulators;
let token = '';
beforeAll(async () => void (simulators = await startSimulators()));
beforeEach(async () => {
  await simulators.reset();
  const { consumerKey, consumerSecret } = settingsFor('');
  const granted = await fetch(`${simulators.url}/daraja/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}` },
  });
  token = ((await granted.json()) as { access_token: string }).access_token;
});
afterAll(() => simulators.close());

const shop = () => scripted(json(200, { ResultCode: 0, ResultDesc: 'Accepted' }));
const push = async (url: string, phone = PHONE) => {
  const prompt = {
    phone: parseStoredMsisdn(phone),
    amount: toShillings(3000),
    accountReference: 'AB12CD34',
    description: 'Order',
    callbackUrl: `${url}/callback`,
  };
  const answer = await getClient(settingsFor(`${simulators.url}/daraja`), fixedTokens(token)).push(prompt);
  return answer.outcome === 'accepted' ? answer.checkoutRequestId : '';
};
interface Callback {
  readonly Body: {
    readonly stkCallback: {
      readonly ResultCode: unknown;
      readonly ResultDesc: string;
      readonly CheckoutRequestID: string;
      readonly MerchantRequestID: string;
      readonly CallbackMetadata?: { readonly Item: readonly { readonly Name: string; readonly Value?: unknown }[] };
    };
  };
}
const told = (heard: readonly { body: unknown }[]) => heard.map(({ body }) => (body as Callback).Body.stkCallback);

describe('H16: callbacks (providers 1.3)', () => {
  test('H16: success has the amount, receipt, date and phone', async () => {
    await using listener = await shop();
    const id = await push(listener.url);
    await simulators.answerPrompt(id, 'pay');
    const {
      prompts: [prompt],
      charges: [charge],
    } = await simulators.mpesa();
    const [callback] = told(listener.heard);
    expect(callback).toEqual({
      MerchantRequestID: prompt?.merchantRequestId,
      CheckoutRequestID: id,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: 3000 },
          { Name: 'MpesaReceiptNumber', Value: charge?.receipt },
          { Name: 'Balance' },
          { Name: 'TransactionDate', Value: expect.any(Number) },
          { Name: 'PhoneNumber', Value: 254712345678 },
        ],
      },
    });
    expect(charge?.receipt).toMatch(/^[A-Z][A-Z0-9]{9}$/);
    expect(prompt?.callbacks).toEqual([200]);
    const inNairobi = new Date(Date.parse(charge?.at ?? '') + 3 * 3_600_000)
      .toISOString()
      .replace(/\D/g, '')
      .slice(0, 14);
    expect(callback?.CallbackMetadata?.Item[3]?.Value).toBe(Number(inNairobi));
  });

  test('H16: a failure has its code as a number and no payment details', async () => {
    await using listener = await shop();
    await simulators.answerPrompt(await push(listener.url), 'cancel', { prefix: true });
    expect(told(listener.heard)).toEqual([
      {
        MerchantRequestID: expect.any(String),
        CheckoutRequestID: expect.any(String),
        ResultCode: 1032,
        ResultDesc: '[STK_CB - ]Request cancelled by user',
      },
    ]);
  });

  test('H16: can send any other result code, numeric or not', async () => {
    await using listener = await shop();
    await simulators.answerPrompt(await push(listener.url), 'result', {
      code: 'SFC_IC0003',
      text: 'operator does not exist',
    });
    await simulators.answerPrompt(await push(listener.url, '254722000111'), 'result', {
      code: '26',
      text: 'System busy',
    });
    expect(told(listener.heard).map(({ ResultCode }) => ResultCode)).toEqual(['SFC_IC0003', 26]);
    expect((await simulators.mpesa()).charges).toEqual([]);
  });

  test('H16: a false amount or receipt, missing items and text dates do not change the ledger', async () => {
    await using listener = await shop();
    const id = await push(listener.url);
    await simulators.answerPrompt(id, 'pay', {
      amount: 2999,
      receipt: 'AAAAAAAAAA',
      without: ['Balance', 'PhoneNumber'],
      textDates: true,
    });
    expect(told(listener.heard)[0]?.CallbackMetadata?.Item).toEqual([
      { Name: 'Amount', Value: 2999 },
      { Name: 'MpesaReceiptNumber', Value: 'AAAAAAAAAA' },
      { Name: 'TransactionDate', Value: expect.stringMatching(/^\d{14}$/) },
    ]);
    const { charges } = await simulators.mpesa();
    expect(charges).toMatchObject([{ checkoutRequestId: id, amount: 3000 }]);
    expect(charges[0]?.receipt).not.toBe('AAAAAAAAAA');
  });

  test('H16: duplicate, repeated and dropped callbacks', async () => {
    await using listener = await shop();
    const id = await push(listener.url);
    await simulators.answerPrompt(id, 'pay', { times: 3 });
    expect(listener.heard).toHaveLength(3);
    await simulators.answerPrompt(id, 'repeat');
    expect(new Set(told(listener.heard).map((callback) => JSON.stringify(callback))).size).toBe(1);
    expect(listener.heard).toHaveLength(4);
    await simulators.answerPrompt(await push(listener.url, '254722000111'), 'pay', { drop: true });
    expect(listener.heard).toHaveLength(4);
    expect((await simulators.mpesa()).charges).toHaveLength(2);
  });

  test('H16: a delayed callback arrives at its time by the clock; the money is charged immediately', async () => {
    await using listener = await shop();
    const id = await push(listener.url);
    await simulators.answerPrompt(id, 'pay', { delayMs: 900_000 });
    expect([listener.heard.length, (await simulators.mpesa()).charges.length]).toEqual([0, 1]);
    await simulators.advance(899_000);
    expect(listener.heard).toEqual([]);
    await simulators.advance(1_000);
    expect(told(listener.heard)).toMatchObject([{ CheckoutRequestID: id, ResultCode: 0 }]);
  });

  test('H16: an ignored prompt reports 1037 after a minute', async () => {
    await using listener = await shop();
    await push(listener.url);
    await simulators.advance(60_000);
    expect(told(listener.heard)).toMatchObject([
      { ResultCode: 1037, ResultDesc: 'DS timeout user cannot be reached.' },
    ]);
  });

  test('H16: a callback can arrive before the response to the push', async () => {
    const order: string[] = [];
    await using listener = await scripted((response) => {
      order.push('callback');
      json(200, {})(response);
    });
    await simulators.planPrompt({ action: 'pay', when: 'before-reply' });
    await push(listener.url);
    order.push('answer');
    expect(order).toEqual(['callback', 'answer']);
  });

  test('H16: can lose the response to a push that is charged', async () => {
    await using listener = await shop();
    await simulators.planPrompt({ action: 'pay' });
    await simulators.fault('daraja', 'lose-answer', 1, 'stkpush/');
    expect(await push(listener.url)).toBe('');
    await expect.poll(() => told(listener.heard).length).toBe(1);
    expect((await simulators.mpesa()).charges).toHaveLength(1);
  });

  test('H16: sends one callback to a shop that fails or does not respond', async () => {
    await using listener = await scripted(raw(503, 'text/plain', ''));
    await simulators.answerPrompt(await push(listener.url), 'pay');
    await simulators.answerPrompt(await push('http://127.0.0.1:9', '254722000111'), 'pay');
    const { prompts } = await simulators.mpesa();
    expect(prompts.map(({ callbacks }) => callbacks)).toEqual([[0], [503]]);
    expect(listener.heard).toHaveLength(1);
  });
});
