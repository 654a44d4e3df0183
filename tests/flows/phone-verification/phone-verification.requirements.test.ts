import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { formatClock, getSecondsUntil } from '../../../src/rules/countdown.ts';
import { ApiError } from '../../../contract/errors.ts';
import { authMachines } from '../../../src/compose/account/auth.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { SENT_AT } from './phone-verification.model.ts';
import { credentials, verification } from '../support/account.samples.ts';
import { LiveActor } from 'model-testing/model/live';
import { ok, openTab, refused } from '../../support/tab.ts';
import type { Answer, Server } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

const input = { phone: '0712345678', userName: 'Wanjiku' };
const NO_SESSION = 'No verification session found. Please request a new code.';

/** The code screen after the first code was sent. */
async function opened() {
  const live = new LiveActor(phoneVerificationMachine);
  await live.start(input);
  await live.answer('sendOtp', { pinId: 'P1', sentAt: SENT_AT });
  return live;
}

const shown = ({ snapshot: { context } }: Awaited<ReturnType<typeof opened>>) =>
  formatClock(getSecondsUntil(context.expiresAt, context.now));

describe('time', () => {
  test.each([
    [0, '10:00'],
    [1_000, '9:59'],
    [100_000, '8:20'],
    [599_001, '0:01'],
    [600_000, '0:00'],
    [700_000, '0:00'],
  ])('H13: %i ms after the code the countdown shows %s', async (ms, text) => {
    const live = await opened();
    await live.emit('clock', { type: 'clock.tick', now: SENT_AT + ms });
    expect(shown(live)).toBe(text);
    live.stop();
  });

  test('H13: a page that slept past both deadlines catches up with one tick', async () => {
    const live = await opened();
    await live.emit('clock', { type: 'clock.tick', now: SENT_AT + 700_000 });
    expect(live.snapshot.matches({ open: { code: 'none', resend: 'allowed' } })).toBe(true);
    live.stop();
  });

  test('H13: a clock that is set back does not extend the time', async () => {
    const live = await opened();
    await live.emit('clock', { type: 'clock.tick', now: SENT_AT + 100_000 });
    await live.emit('clock', { type: 'clock.tick', now: SENT_AT });
    expect(shown(live)).toBe('8:20');
    live.stop();
  });

  test('Q3: shows no message after 600 s; the next check shows one without a call', async () => {
    const live = await opened();
    await live.advance(600_000);
    expect(live.snapshot.context).toMatchObject({ problem: null, codeError: null });
    const calls = live.calls.length;
    await live.send({ type: 'code.verify', code: '123456' });
    expect(live.snapshot.context.problem?.text).toBe(NO_SESSION);
    expect(live.calls).toHaveLength(calls);
    live.stop();
  });

  test('Q3: Resend is available immediately after a failed first send', async () => {
    const live = new LiveActor(phoneVerificationMachine);
    await live.start(input);
    await live.fail('sendOtp', new ApiError({ kind: 'refused', status: 400 }));
    await live.send({ type: 'code.resend' });
    expect(live.snapshot.matches('sendingAgain')).toBe(true);
    live.stop();
  });

  test('§4 OTP: sends no two codes within 60 s', async () => {
    const live = await opened();
    for (let second = 0; second < 59; second++) {
      await live.send({ type: 'code.resend' });
      await live.advance(1_000);
    }
    expect(live.calls.filter(({ slot }) => slot === 'sendOtp')).toHaveLength(1);
    await live.advance(1_000);
    await live.send({ type: 'code.resend' });
    expect(live.calls.filter(({ slot }) => slot === 'sendOtp').map(({ at }) => at)).toEqual([0, 60_000]);
    live.stop();
  });
});

describe('input', () => {
  test('keeps and checks a code from an SMS that arrives before the response', async () => {
    const live = new LiveActor(phoneVerificationMachine);
    await live.start(input);
    await live.send({ type: 'code.change', code: '123456' });
    await live.answer('sendOtp', { pinId: 'P1', sentAt: SENT_AT });
    expect(live.snapshot.context.code).toBe('123456');
    await live.send({ type: 'code.verify', code: live.snapshot.context.code });
    expect(live.open('verifyOtp').input).toEqual({ pinId: 'P1', pin: '123456' });
    live.stop();
  });

  test('§4 OTP: a new code empties the field', async () => {
    const live = await opened();
    await live.send({ type: 'code.change', code: '123456' });
    await live.advance(60_000);
    await live.send({ type: 'code.resend' });
    await live.answer('sendOtp', { pinId: 'P2', sentAt: SENT_AT + 60_000 });
    expect(live.snapshot.context.code).toBe('');
    live.stop();
  });
});

describe('leaving', () => {
  test('§2: ignores a response that arrives after Back', async () => {
    const live = await opened();
    await live.send({ type: 'code.verify', code: '123456' });
    const late = live.calls.find(({ slot }) => slot === 'verifyOtp');
    await live.send({ type: 'step.back' });
    late?.answer(verification);
    await live.settle();
    expect(live.snapshot.output).toEqual({ verification: null, credentials: null, failure: null });

    const sending = new LiveActor(phoneVerificationMachine);
    await sending.start(input);
    const lateCode = sending.open('sendOtp');
    await sending.send({ type: 'step.back' });
    lateCode.answer({ pinId: 'P1', sentAt: SENT_AT });
    await sending.settle();
    expect(sending.snapshot.output).toEqual({ verification: null, credentials: null, failure: null });
  });
});

describe('with the real calls', () => {
  const server =
    (change: Readonly<Record<string, Answer>> = {}): Server =>
    ({ path }) =>
      ({
        '/auth/send-otp': ok({ pinId: 'P1', balance: null, smsStatus: 'Message Sent' }),
        '/auth/verify-termii-otp': ok({ verified: true, msisdn: '254712345678', verificationToken: 'V' }),
        '/auth/complete-registration': ok(credentials),
        ...change,
      })[path] ?? 'lost';

  const open = (answers: Server) => {
    const tab = openTab({ server: answers });
    return { tab, actor: createActor(tab.app.compose(authMachines).phoneVerification, { input }).start() };
  };

  beforeEach(() => vi.stubGlobal('navigator', { onLine: true }));

  test('Q6: a failed completion returns the failure to the parent', async () => {
    const { actor } = open(server({ '/auth/complete-registration': refused(409, 'Taken') }));
    await until(() => expect(actor.getSnapshot().matches('open')).toBe(true));
    actor.send({ type: 'code.verify', code: '012345' });
    await until(() =>
      expect(actor.getSnapshot().output).toMatchObject({
        credentials: null,
        failure: { status: 409, message: 'Taken' },
      }),
    );
  });

  test.each<[string, Answer, string]>([
    ['400 with a message', refused(400, 'X'), 'X'],
    ['500 with a message', refused(500, 'Internal error'), 'Failed to send verification code'],
    ['200 without a pinId', ok({}), 'Failed to send verification code'],
    ['an empty pinId', ok({ pinId: '' }), 'Failed to send verification code'],
    ['network lost', 'lost', 'Failed to send verification code'],
  ])('A55: a send answered with %s', async (_, answer, text) => {
    const { actor } = open(server({ '/auth/send-otp': answer }));
    await until(() => expect(actor.getSnapshot().context.problem?.text).toBe(text));
  });
});
