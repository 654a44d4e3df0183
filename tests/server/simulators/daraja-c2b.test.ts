import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import { toMsisdn } from '../../../contract/rules/phone.ts';
import { parseConfirmation } from '../../../server/providers/mpesa-confirmation.rules.ts';
import { fixedTokens, getClient, json, raw, scripted, settingsFor, type Heard } from '../payments/daraja-client.ts';
import { getAccount, grantToken } from './account-client.ts';
import { startSimulators, type RunningSimulators } from './running.ts';

/** Payments by hand: registration, validation, confirmation, and the phone's messages. */

const phone = toMsisdn('254712345678');
let simulators: RunningSimulators;
let token = '';
beforeAll(async () => void (simulators = await startSimulators()));
beforeEach(async () => {
  await simulators.reset();
  token = await grantToken(simulators);
});
afterAll(() => simulators.close());

const accept = json(200, { ResultCode: '0', ResultDesc: 'Accepted' });
const reject = json(200, { ResultCode: 'C2B00012', ResultDesc: 'Rejected' });
const register = async (url: string, change: object = {}) =>
  getAccount(simulators, token).registerUrls({
    confirmation: `${url}/confirmation`,
    validation: `${url}/validation`,
    responseType: 'Completed',
    version: 'v2',
    ...change,
  });
const pay = async (more: object = {}) => simulators.payByHand({ phone, amount: 3000, account: '1a2b 3c4d', ...more });
const paths = (heard: readonly Heard[]) => heard.map(({ path }) => path);

describe('providers 1.11: registering addresses', () => {
  test('providers 1.11: works once, until the addresses are deleted in the portal', async () => {
    expect(await register('https://duka.example/in')).toEqual({ outcome: 'registered', text: 'Success' });
    expect((await simulators.ledger()).registration).toEqual({
      version: 'v2',
      responseType: 'Completed',
      confirmation: 'https://duka.example/in/confirmation',
      validation: 'https://duka.example/in/validation',
    });
    const again = { outcome: 'refused', code: '500.003.1001', text: 'URLs are already registered' };
    expect(await register('https://duka.example/2')).toMatchObject(again);
    await simulators.unregister();
    expect(await register('https://duka.example/2')).toMatchObject({ outcome: 'registered' });
    await simulators.rules({ registerOnce: false });
    expect(await register('https://duka.example/3')).toMatchObject({ outcome: 'registered' });
  });

  test.each(['mpesa', 'SafariCom', 'exe', 'exec', 'cmd', 'sql', 'query', 'ngrok'])(
    'providers 1.11: refuses the word %s',
    async (word) => {
      const refused = { outcome: 'refused', code: '400.002.02' };
      const wrong = `https://duka.example/${word}/1`;
      expect(await register('https://duka.example', { confirmation: wrong })).toMatchObject({
        ...refused,
        text: 'Bad Request - Invalid ConfirmationURL',
      });
      expect(await register('https://duka.example', { validation: wrong })).toMatchObject({
        ...refused,
        text: 'Bad Request - Invalid ValidationURL',
      });
    },
  );

  test('providers 1.11: refuses the version that the app does not have, and addresses without https', async () => {
    expect(await register('https://duka.example', { version: 'v1' })).toMatchObject({ code: '401.003.01' });
    await simulators.rules({ c2bVersion: 'v1' });
    expect(await register('https://duka.example')).toMatchObject({ code: '401.003.01' });
    expect(await register('http://duka.example', { version: 'v1' })).toMatchObject({ code: '400.002.02' });
    expect(await register('https://duka.example', { version: 'v1' })).toMatchObject({ outcome: 'registered' });
  });
});

describe('providers 1.11: paying by hand', () => {
  test('providers 1.11: the confirmation has the real payment, and the money is in the ledger', async () => {
    await using shop = await scripted(accept);
    await register(shop.url);
    const { receipt, state, confirmations } = await pay();
    expect([state, confirmations, paths(shop.heard)]).toEqual(['paid', [200], ['/confirmation']]);
    expect(parseConfirmation(shop.heard[0]?.body)).toEqual({
      receipt,
      amount: 3000,
      kind: 'paybill',
      shortcode: '174379',
      account: '1a2b 3c4d',
      payer: { kind: 'masked', start: '25471', end: '678' },
      name: 'Jane Wanjiru Test',
      paidAt: expect.any(Date),
    });
    const { balances, transactions } = await simulators.ledger(phone);
    expect(transactions).toMatchObject([
      { receipt, kind: 'paybill', amount: 3000, from: phone, to: '174379', account: '1a2b 3c4d', confirmations: [200] },
    ]);
    expect(balances).toEqual({ [phone]: -3000, '174379': 3000, '600998': 1_000_000 });
  });

  test('providers 1.11: a till has its own number and no account', async () => {
    await using shop = await scripted(accept);
    await register(shop.url);
    await pay({ kind: 'till', shortcode: '500600' });
    const till = { kind: 'till', shortcode: '500600', account: '' };
    expect(parseConfirmation(shop.heard[0]?.body)).toMatchObject(till);
  });

  test('providers 1.11: the phone is hashed in v1, and as a payment says', async () => {
    await using shop = await scripted(accept);
    await simulators.rules({ c2bVersion: 'v1' });
    await register(shop.url, { version: 'v1' });
    await pay();
    await pay({ phoneAs: 'whole' });
    await pay({ phoneAs: 'masked' });
    expect(shop.heard.map(({ body }) => body['MSISDN'])).toEqual([
      createHash('sha256').update(phone).digest('hex'),
      phone,
      '25471****678',
    ]);
  });

  test('providers 1.11: messages are bent, doubled, late or lost, and the ledger has the truth', async () => {
    await using shop = await scripted(accept);
    await register(shop.url);
    await pay({ bend: { TransAmount: '10.50', BillRefNumber: null, FirstName: '' } });
    expect(shop.heard[0]?.body).toMatchObject({ TransAmount: '10.50', BillRefNumber: null, FirstName: '' });
    await pay({ times: 3 });
    await pay({ drop: true });
    await pay({ delayMs: 60_000 });
    expect(shop.heard).toHaveLength(4);
    await simulators.advance(60_000);
    expect(shop.heard).toHaveLength(5);
    const { transactions } = await simulators.ledger();
    expect(transactions.map(({ amount }) => amount)).toEqual([3000, 3000, 3000, 3000]);
    expect(new Set(shop.heard.slice(1, 4).map(({ body }) => body['TransID'])).size).toBe(1);
  });

  test('providers 1.11: another shop’s paybill is paid without a message to ours', async () => {
    await using shop = await scripted(accept);
    await register(shop.url);
    const { receipt } = await pay({ shortcode: '888888' });
    expect(shop.heard).toEqual([]);
    expect((await simulators.ledger()).transactions).toMatchObject([{ receipt, to: '888888' }]);
  });

  test('providers 1.11: a payment without registered addresses is only in the ledger', async () => {
    expect(await pay()).toMatchObject({ state: 'paid', confirmations: [] });
    expect((await simulators.ledger()).transactions).toHaveLength(1);
  });
});

describe('providers 1.11: validation', () => {
  test.each([
    ['on', accept, 'Completed', 'paid', '0', ['/validation', '/confirmation']],
    ['on', reject, 'Completed', 'rejected', 'C2B00012', ['/validation']],
    ['off', reject, 'Cancelled', 'paid', null, ['/confirmation']],
    ['slow', reject, 'Completed', 'paid', null, ['/validation', '/confirmation']],
    ['slow', accept, 'Cancelled', 'rejected', null, ['/validation']],
    ['down', reject, 'Completed', 'paid', null, ['/confirmation']],
    ['down', accept, 'Cancelled', 'rejected', null, []],
    ['on', raw(200, 'text/html', '<html>'), 'Completed', 'paid', null, ['/validation', '/confirmation']],
    ['on', json(500, { ResultCode: '0' }), 'Cancelled', 'rejected', null, ['/validation']],
  ] as const)(
    'providers 1.11: %s (case %#): the payment of a shop with %s',
    async (validation, reply, responseType, state, answer, messages) => {
      await using shop = await scripted(reply);
      await register(shop.url, { responseType });
      await simulators.rules({ validation });
      expect(await pay()).toMatchObject({ state, answer });
      expect(paths(shop.heard)).toEqual(messages);
      expect((await simulators.ledger()).transactions).toHaveLength(state === 'paid' ? 1 : 0);
    },
  );

  test('providers 1.11: the question has the receipt of the confirmation', async () => {
    await using shop = await scripted(accept);
    await register(shop.url);
    await simulators.rules({ validation: 'on' });
    await pay();
    const [question, confirmation] = shop.heard;
    expect(question?.body['TransID']).toBe(confirmation?.body['TransID']);
  });
});

describe('providers 1.11: a prompt to a registered short code', () => {
  const push = async (url: string) => {
    const pushed = await getClient(settingsFor(`${simulators.url}/daraja`), fixedTokens(token)).push({
      phone,
      amount: toShillings(3000),
      accountReference: 'DUKA1A2B3C4D',
      description: 'Order',
      callbackUrl: `${url}/callback`,
    });
    return pushed.outcome === 'accepted' ? pushed.checkoutRequestId : '';
  };

  test('providers 1.11: brings a confirmation with the same receipt', async () => {
    await using shop = await scripted(accept);
    await register(shop.url);
    await simulators.answerPrompt(await push(shop.url), 'pay');
    expect(paths(shop.heard)).toEqual(['/callback', '/confirmation']);
    const { charges } = await simulators.mpesa();
    const receipt = charges[0]?.receipt;
    expect(parseConfirmation(shop.heard[1]?.body)).toMatchObject({ receipt, account: 'DUKA1A2B3C4D', amount: 3000 });
    expect((await simulators.ledger()).transactions).toMatchObject([{ receipt, kind: 'prompt', confirmations: [200] }]);
  });

  test('providers 1.11: brings none after a failure, nor when it is switched off', async () => {
    await using shop = await scripted(accept);
    await register(shop.url);
    await simulators.answerPrompt(await push(shop.url), 'cancel');
    await simulators.rules({ confirmPrompts: false, sameAmountMs: 0 });
    await simulators.answerPrompt(await push(shop.url), 'pay');
    expect(paths(shop.heard)).toEqual(['/callback', '/callback']);
  });
});

test('providers 1.7: the phone’s owner reads of payments and refunds', async () => {
  const { receipt } = await pay();
  const till = await pay({ kind: 'till', shortcode: '500600', amount: 10 });
  const sent = await simulators.sendByPortal({ phone, amount: 1500 });
  await simulators.payByHand({ phone: '254700000001', amount: 5 });
  const read = await fetch(`${simulators.url}/control/mpesa/receipts?phone=${phone}`);
  const { messages } = (await read.json()) as { messages: readonly { to: string; text: string }[] };
  const when = / on \d+\/\d+\/\d\d at \d+:\d\d [ap]m\.$/;
  expect(messages.map(({ text }) => text.replace(when, ''))).toEqual([
    `${sent} Confirmed. You have received Ksh1,500.00 from Duka`,
    `${till.receipt} Confirmed. Ksh10.00 paid to Duka, till 500600`,
    `${receipt} Confirmed. Ksh3,000.00 sent to Duka for account 1a2b 3c4d`,
  ]);
  expect(messages.every(({ to, text }) => to === phone && when.test(text))).toBe(true);
});

test.each([
  ['pay', { phone: '0712345678', amount: 1 }],
  ['pay', { phone, amount: 0 }],
  ['pay', { phone, amount: 250_001 }],
  ['pay', { phone, amount: 1, account: 'x'.repeat(21) }],
  ['plan', { call: 'other' }],
  ['plan', { call: 'status', unknown: true }],
  ['send', { phone }],
])('providers 1.7: the control call %s refuses %j', async (path, body) => {
  const response = await fetch(`${simulators.url}/control/mpesa/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([response.status, await response.json()]).toEqual([400, { success: false, message: expect.any(String) }]);
});
