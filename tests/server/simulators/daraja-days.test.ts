import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import { toMsisdn } from '../../../contract/rules/phone.ts';
import { fixedTokens, getClient, settingsFor } from '../payments/daraja-client.ts';
import { getAccount, grantToken, listen, urls } from './account-client.ts';
import { startSimulators, type RunningSimulators } from './running.ts';

/** Refusals of the simulated Daraja, and its bad days. */

const phone = toMsisdn('254712345678');
let simulators: RunningSimulators;
let token = '';
beforeAll(async () => void (simulators = await startSimulators()));
beforeEach(async () => {
  await simulators.reset();
  token = await grantToken(simulators);
});
afterAll(() => simulators.close());

describe('providers 1.7: bad days', () => {
  test('providers 1.7: revoked credentials give no token and refuse the current one', async () => {
    await simulators.rules({ credentials: 'revoked' });
    await expect(grantToken(simulators)).rejects.toThrow('JSON');
    const answer = await getAccount(simulators, token).qr({ amount: toShillings(1), account: 'X' });
    expect(answer).toMatchObject({ outcome: 'refused', code: '404.001.03' });
  });

  test('providers 1.7: a dead passkey, maintenance and a contradicting query', async () => {
    await using listener = await listen();
    const client = getClient(settingsFor(`${simulators.url}/daraja`), fixedTokens(token));
    const prompt = { phone, amount: toShillings(10), accountReference: 'AB12CD34', description: 'Order' };
    const push = async () => client.push({ ...prompt, callbackUrl: `${listener.url}/callback` });
    await simulators.rules({ passkey: 'dead' });
    expect(await push()).toMatchObject({ outcome: 'refused', code: '500.001.1001', text: 'Wrong credentials' });
    await simulators.rules({ passkey: 'good', contradict: true });
    await simulators.fault('daraja', 'maintenance');
    expect(await push()).toMatchObject({ outcome: 'unknown', code: '503' });
    const pushed = await push();
    const id = pushed.outcome === 'accepted' ? pushed.checkoutRequestId : '';
    await simulators.answerPrompt(id, 'pay');
    expect(await client.query(id)).toMatchObject({ outcome: 'result', code: '1032' });
    await simulators.rules({ contradict: false });
    expect(await client.query(id)).toMatchObject({ outcome: 'result', code: '0' });
  });

  test('providers 1.7: the log has no sealed password', async () => {
    await using listener = await listen();
    await getAccount(simulators, token).balance({ of: 'payout', ...urls(listener) });
    await expect.poll(() => listener.heard.length).toBe(1);
    const seen = (await simulators.requests()).find(({ path }) => path.includes('accountbalance'));
    expect(seen?.body).toMatchObject({ SecurityCredential: '***', PartyA: '600998' });
  });
});

test.each([
  ['mpesa/transactionstatus/v1/query', { CommandID: 'Other' }, 'CommandID'],
  ['mpesa/reversal/v1/request', { RecieverIdentifierType: '4' }, 'RecieverIdentifierType'],
  ['mpesa/b2c/v3/paymentrequest', { PartyB: '0712345678' }, 'PartyB'],
  ['mpesa/b2c/v3/paymentrequest', { Amount: '10.5' }, 'Amount'],
  ['mpesa/b2c/v3/paymentrequest', { OriginatorConversationID: '' }, 'OriginatorConversationID'],
  ['mpesa/accountbalance/v1/query', { ResultURL: 'http://duka.example' }, 'ResultURL'],
  ['mpesa/accountbalance/v1/query', { Remarks: 'x' }, 'Remarks'],
])('providers 1.11: %s with %j is refused', async (path, change, field) => {
  await using listener = await listen();
  const account = getAccount(simulators, token);
  const amount = toShillings(10);
  await account.transactionStatus({ receipt: 'A1', ...urls(listener) });
  await account.reverse({ receipt: 'A1', amount, remarks: 'Refund', ...urls(listener) });
  await account.payOut({ id: 'f1-1', phone, amount, remarks: 'Refund', ...urls(listener) });
  await account.balance({ of: 'payout', ...urls(listener) });
  const good = (await simulators.requests()).find((it) => it.path.endsWith(path))?.body as object;
  const response = await fetch(`${simulators.url}/daraja/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...good, SecurityCredential: 'A'.repeat(60), ...change }),
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ errorCode: '400.002.02', errorMessage: `Bad Request - Invalid ${field}` }),
  ]);
});
