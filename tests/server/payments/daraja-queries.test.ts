import { expect, test } from 'vitest';
import { getClient, fixedTokens, json, raw, reset, scripted, settingsFor } from './daraja-client.ts';

const error = (errorCode: string, errorMessage: string) => ({ requestId: 'r', errorCode, errorMessage });

test.each<[string, Parameters<typeof scripted>[0], boolean]>([
  ['the prompt is being processed', json(500, error('500.001.1001', 'The transaction is being processed')), true],
  ['there is no such prompt yet', json(500, error('500.001.1001', 'The transaction does not Exist')), true],
  ['its id is not known yet', json(400, error('400.002.02', 'Invalid CheckoutRequestID')), true],
  ['it has a new error', json(500, error('500.777.01', 'New words')), false],
  ['the rate limit is exceeded', json(429, {}), false],
  ['no one sent', reset, false],
  ['it is an HTML page', raw(403, 'text/html', '<html></html>'), false],
])('X4, D7: a query with the answer that %s counts as answered: %s', async (_, answer, isAnswered) => {
  await using daraja = await scripted(answer);
  const said = await getClient(settingsFor(daraja.url), fixedTokens('token')).query('ws_CO_9');
  expect(said).toMatchObject({ outcome: 'noResult', isAnswered });
});

test('providers 1.4: an error is never a result, even next to a result', async () => {
  const both = { ...error('500.001.1001', 'The transaction is being processed'), ResultCode: '0', ResultDesc: 'paid' };
  await using daraja = await scripted(json(200, both));
  expect(await getClient(settingsFor(daraja.url), fixedTokens('token')).query('ws_CO_9')).toMatchObject({
    outcome: 'noResult',
    code: '500.001.1001',
  });
});
