import { expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { LiveActor } from 'model-testing/model/live';
import { enterCode } from '../support/payment-proof.parts.ts';
import { JUST_NOW, ORDER, PAYER, proofAsked, report, START } from '../support/payment.samples.ts';

const machine = mpesaPaymentMachine.provide({ actors: { phoneVerification: phoneVerificationMachine } });
const WRONG = 'Invalid verification code. Please try again.';
const wrongCode = new ApiError({ kind: 'refused', status: 400, message: WRONG });
const tooSoon = new ApiError({ kind: 'refused', status: 429, message: 'Please wait a minute and try again.' });
const ws_1 = { checkoutRequestId: 'ws_1', times: JUST_NOW, startedAt: START };

/** Starts a payment in the bar under the header. The bar cannot show a code screen, so there is no `userName`. */
async function inTheBar(prompt: typeof ws_1 | null) {
  const live = new LiveActor(machine);
  await live.start({ orderId: ORDER, phone: PAYER, amount: 3000, prompt });
  return live;
}

test('D25: in the bar a push that needs a code ends with the message and sends no code', async () => {
  const live = await inTheBar(null);
  await live.fail('pushPrompt', proofAsked);
  expect(live.snapshot.output).toMatchObject({
    outcome: 'unproved',
    problem: { text: 'Please confirm this phone number with a code first.' },
  });
  expect(live.openCalls().map(({ slot }) => slot)).not.toContain('phoneVerification');
});

test('D25, U4: in the bar Send again that needs a code keeps the payment waiting', async () => {
  const live = await inTheBar(ws_1);
  await live.advance(3_000);
  await live.answer('checkStatus', report());
  await live.advance(3_000);
  await live.advance(114_000);
  await live.send({ type: 'payment.sendAgain' });
  await live.fail('pushPrompt', proofAsked);
  expect(live.snapshot.matches({ pending: { prompt: 'expired' } })).toBe(true);
  expect(live.snapshot.context.problem?.text).toBe('Please confirm this phone number with a code first.');
  expect(live.open('checkStatus').input).toEqual({ checkoutRequestId: 'ws_1' });
});

test('D25, D3: the code screen shows the refusal of a code that is requested again too soon, and nothing is pushed', async () => {
  const live = new LiveActor(machine, { running: ['phoneVerification'] });
  await live.start({ orderId: ORDER, phone: PAYER, amount: 3000, userName: 'Jane', prompt: null });
  await live.fail('pushPrompt', proofAsked);
  expect(live.open('sendOtp').input).toEqual({ phone: PAYER, userName: 'Jane', usableFor: 60_000 });
  await live.fail('sendOtp', tooSoon);
  const step = live.snapshot.children.phoneVerification?.getSnapshot();
  expect(step?.context.problem?.text).toBe('Please wait a minute and try again.');
  expect(live.calls.filter(({ slot }) => slot === 'pushPrompt')).toHaveLength(1);
});

test('§5 OTP: the code screen shows a wrong code, and nothing is pushed', async () => {
  const live = new LiveActor(machine, { running: ['phoneVerification'] });
  await live.start({ orderId: ORDER, phone: PAYER, amount: 3000, userName: 'Jane', prompt: null });
  await live.fail('pushPrompt', proofAsked);
  await enterCode(live);
  await live.fail('verifyOtp', wrongCode);
  expect(live.snapshot.children.phoneVerification?.getSnapshot().context.problem?.text).toBe(WRONG);
  expect(live.calls.filter(({ slot }) => slot === 'pushPrompt')).toHaveLength(1);
});
