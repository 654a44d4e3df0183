import { expect } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import type { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { leavePhoneStep } from './account.judges.ts';
import { CANCELLED, ORDER, PAYER, PROOF, proofAsked, report, START } from './payment.samples.ts';
import { codeGone } from '../phone-verification/phone-verification.model.ts';

/** The rows of D25 in the payment's table: a code must prove the phone first. */

type Machine = typeof mpesaPaymentMachine;
type Live = LiveActor<Machine>;
type Entries = Pick<Table<Machine>, 'when' | 'on' | 'calls' | 'does'>;

const refused = (status: number, message: string, data?: unknown) =>
  new ApiError({ kind: 'refused', status, message, requestId: 'req-1', data });

/** An actor that invokes the phone step. */
type Asking = Pick<LiveActor<typeof phoneVerificationMachine>, 'answer' | 'settle'> & {
  readonly snapshot: {
    readonly children: { readonly phoneVerification?: ActorRefFrom<typeof phoneVerificationMachine> | undefined };
  };
};

export const enterCode = async (live: Asking) => {
  await live.answer('sendOtp', { pinId: 'P1', sentAt: START });
  live.snapshot.children.phoneVerification?.send({ type: 'code.verify', code: '123456' });
  await live.settle();
};
export const verify = async (live: Asking, proof = PROOF) => {
  await live.answer('verifyOtp', proof);
  await live.answer('complete', null);
};
const askForProof = (live: Live) => live.fail('pushPrompt', proofAsked);
/** Sends the push with the proof. */
const carry = async (live: Live) => {
  await askForProof(live);
  await enterCode(live);
  await verify(live);
};

export const reachProving = async (live: Live, { on }: { readonly on: string }) => {
  await askForProof(live);
  if (/^phone verified|\/auth\/verify-termii-otp/.test(on)) await enterCode(live);
};

/** Brings the payment into `unpaid`, by what the row says about the try before. */
export const reachUnpaid = async (live: Live, { when }: { readonly when: string | null }) => {
  if (when?.includes('met no answer') === true) {
    await carry(live);
    await live.fail('pushPrompt', failures['offline']);
  } else if (when?.startsWith("'Please try again") === true) {
    await live.fail('pushPrompt', refused(429, 'Please try again in 40 minutes.'));
  } else {
    if (when?.startsWith('the phone was proved') === true) {
      await carry(live);
      await live.answer('pushPrompt', { checkoutRequestId: 'ws_2', sentAt: START });
    }
    await live.advance(3_000);
    await live.answer('checkStatus', report({ status: 'failed', failureReason: CANCELLED }));
  }
};

const ONLY_SERVER = 'only the server knows whose phone it is: the machine pays by the one that it was given';
const TO_BE_PUSHED = { input: 'to be pushed' };

/** The machine has one phone number. It stands for the table's second phone too. */
export const getPush = (phone: string | undefined) => (phone === '254722000000' ? PAYER : phone);

export const proofRows: Required<Entries> = {
  when: [
    { "phone 0722000000 was confirmed, not the shopper's own verified one": { because: ONLY_SERVER } },
    [/^it carried verificationData/, { after: carry }],
    {
      'the push that carried verificationData met no answer': TO_BE_PUSHED,
      'the phone was proved, its push was answered, the payment failed': TO_BE_PUSHED,
      "'Please try again in 40 minutes.' was said a minute ago": TO_BE_PUSHED,
      'the phone has refused two prompts in a row now': { because: ONLY_SERVER },
      'in the checkout': { holds: ({ snapshot }) => snapshot.context.userName === 'Jane' },
    },
    [/^the order is held/, { because: 'only the server knows: it answers so' }],
    [
      /^(the kept order expired|cancelled from its page|the order expired, its money)/,
      { because: 'the answer says so' },
    ],
  ],
  on: [
    {
      back: leavePhoneStep,
      "try again, then POST /mpesa/stkpush fails(409, message 'Please confirm this phone number with a code first.', data.proof true)":
        async (live) => {
          await live.send({ type: 'payment.retry' });
          await askForProof(live);
        },
      'ten minutes are over since the first accepted push': (live) => live.advance(600_000 - live.now),
    },
    [/^phone verified/, (live) => verify(live)],
    [
      /^(page hidden|network lost)$/,
      (live, [, fact]) => {
        // The machine does not listen while the code screen is open, because it sends no checks.
        if (live.snapshot.matches('proving')) return LOOK;
        return { type: fact === 'page hidden' ? 'page.hidden' : 'network.lost' };
      },
    ],
  ],
  calls: [
    {
      call: 'POST /auth/send-otp',
      slot: 'sendOtp',
      input: ({ phone, userName }) => ({ phone: getPush(phone as string), userName }),
      answers: [{ "data.pinId 'P1'": { pinId: 'P1', sentAt: START } }],
      fails: [
        {
          "429, message 'Please wait a minute and try again.'": refused(429, 'Please wait a minute and try again.'),
          "429, message 'Please try again in 25 minutes.'": refused(429, 'Please try again in 25 minutes.'),
        },
      ],
    },
    {
      call: 'POST /auth/verify-termii-otp',
      slot: 'verifyOtp',
      fails: [
        {
          "400, message 'Invalid verification code. Please try again.'": refused(
            400,
            'Invalid verification code. Please try again.',
          ),
          "400, code 'no-otp-session', message 'No verification session found. Please request a new code.'": codeGone,
        },
      ],
    },
  ],
  does: [
    {
      'the code can be entered': ({ page }) =>
        expect(page.getByRole('textbox', { name: /^Verification code/ })).toHaveProperty('readOnly', false),
      'Resend and Back can be pressed; nothing is charged': ({ page, started }) => {
        for (const name of [/^Resend Code/, 'Back'])
          expect(page.getByRole('button', { name })).toHaveProperty('disabled', false);
        expect(started.map(({ slot }) => slot)).not.toContain('pushPrompt');
      },
      'verificationData is kept for Try again': ({ snapshot }) => expect(snapshot.context.proof).toEqual(PROOF),
      'keep ws_2, and when this push was accepted': (outcome) =>
        void outcome.effect('keepPrompt', { orderId: ORDER, checkoutRequestId: 'ws_2', startedAt: START + 120_000 }),
      'order and key are forgotten: Try again orders the same lines anew': (outcome) => {
        outcome.effect('forgetOrder', { orderId: ORDER });
        expect(outcome.snapshot.output?.outcome).toBe('cancelled');
      },
      'Pay on delivery is offered': ({ page }) =>
        expect(page.getByRole('button', { name: 'Pay on delivery' })).toHaveProperty('disabled', false),
      'the server judges: the same text again': ({ snapshot }) => expect(snapshot.matches('requestingPush')).toBe(true),
    },
    [
      /^(no push|no code is asked for again)$/,
      ({ started }, [words]) =>
        expect(started.map(({ slot }) => slot)).not.toContain(words === 'no push' ? 'pushPrompt' : 'sendOtp'),
    ],
    [
      /^(the (same )?order|order and key) stays? kept|^the same order: no POST|^the field holds|^only the code's own time/,
      ({ snapshot, started }) => {
        expect(snapshot.context).toMatchObject({ orderId: ORDER, phone: PAYER });
        expect(started.map(({ slot }) => slot)).not.toContain('orderPlacement');
      },
    ],
    [
      /^(cart kept|nothing is thanked for)/,
      ({ snapshot }) => expect(snapshot.output?.outcome ?? 'under way').not.toBe('paid'),
    ],
    [
      /^the code screen goes/,
      ({ page }) => expect(page.queryByRole('textbox', { name: /^Verification code/ })).toBeNull(),
    ],
  ],
};
