import { expect, test } from 'vitest';
import { isSuccess, NoAnswerError } from '../../../server/providers/call.ts';
import { TokenRefusedError } from '../../../server/providers/daraja-token.ts';
import { GoogleError } from '../../../server/providers/google.ts';
import { MailError } from '../../../server/providers/mail.ts';
import { SmsError } from '../../../server/providers/sms.ts';

test('a failed job names the error of its provider, with its cause', () => {
  const cause = new Error('of the network');
  const found = (error: Error) => [error.name, error.message, error.cause, 'cause' in error];
  expect(found(new MailError('no mail', { isFinal: true, cause }))).toEqual(['MailError', 'no mail', cause, true]);
  expect(found(new MailError('no mail', { isFinal: false }))).toEqual(['MailError', 'no mail', undefined, false]);
  expect(found(new SmsError('no SMS', { mayHaveActed: true, cause }))).toEqual(['SmsError', 'no SMS', cause, true]);
  expect(found(new SmsError('no SMS', { mayHaveActed: false }))).toEqual(['SmsError', 'no SMS', undefined, false]);
  expect(found(new GoogleError('claims', { isRefusal: true }))).toEqual(['GoogleError', 'claims', undefined, false]);
  expect(found(new TokenRefusedError('token.400', 'no token', { cause, retryAfterMs: 7 }))).toEqual([
    'TokenRefusedError',
    'no token',
    cause,
    true,
  ]);
  expect(new TokenRefusedError('token.400', 'no token', { retryAfterMs: 7 })).toMatchObject({
    code: 'token.400',
    retryAfterMs: 7,
  });
  expect(new TokenRefusedError('token.400', 'no token').retryAfterMs).toBeNull();
  expect([true, false].map((isFinal) => new MailError('', { isFinal }).isFinal)).toEqual([true, false]);
  expect([true, false].map((mayHaveActed) => new SmsError('', { mayHaveActed }).mayHaveActed)).toEqual([true, false]);
  expect([true, false].map((isRefusal) => new GoogleError('', { isRefusal }).isRefusal)).toEqual([true, false]);
});

test.each<[unknown, string, boolean]>([
  [{ code: 'ECONNREFUSED' }, 'ECONNREFUSED', false],
  [{ code: 'ECONNRESET' }, 'ECONNRESET', true],
  [{ code: 7 }, 'TypeError', true],
  [{}, 'TypeError', true],
  [null, 'TypeError', true],
  ['ECONNREFUSED', 'TypeError', true],
])(
  'providers 1.1: a call that fails because of %j has no answer (%s), and may have been sent: %s',
  (cause, reason, wasSent) => {
    const failed = new TypeError('fetch failed', { cause });
    const error = new NoAnswerError(failed);
    expect([error.name, error.message, error.wasSent]).toEqual(['NoAnswerError', `no answer: ${reason}`, wasSent]);
    expect(error.cause).toBe(failed);
  },
);

test('providers 1.1: the statuses from 200 to 299 are successes', () => {
  expect([199, 200, 299, 300].map(isSuccess)).toEqual([false, true, true, false]);
});
