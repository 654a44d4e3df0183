// @vitest-environment happy-dom
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import { byHandMachine } from '../../../src/machines/payment/by-hand.machine.ts';
import { paymentRecordMachine } from '../../../src/machines/payment/payment-record.machine.ts';
import { waitingPaymentMachine } from '../../../src/machines/payment/waiting-payment.machine.ts';
import {
  MpesaPaymentAlert,
  MpesaPaymentBar,
  MpesaPaymentStep,
} from '../../../src/views/payment/mpesa-payment.view.tsx';
import { ByHandDialog } from '../../../src/views/payment/by-hand.view.tsx';
import { PaymentRecordView } from '../../../src/views/payment/payment-record.view.tsx';
import { PhoneProofView } from '../../../src/views/payment/phone-proof.view.tsx';
import { WaitingPaymentView } from '../../../src/views/payment/waiting-payment.view.tsx';
import { HAND_REPORTS, qrOf } from '../../flows/support/by-hand.samples.ts';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const problem = { text: 'The payment was cancelled', requestId: 'req-1' };

/** A payment in its three places: in the dialog, beside the form and in the bar below the header. */
const payment =
  (value: object | string, context: object = {}): Draw =>
  (send) => {
    const input = { orderId: 'o1', phone: '254712345678', amount: 3_000, prompt: null };
    const snapshot = at(mpesaPaymentMachine, input, value, context);
    return (
      <>
        <main>
          <MpesaPaymentStep proof={<p>The code</p>} snapshot={snapshot} send={send} hasHand />
        </main>
        <aside>
          <MpesaPaymentAlert
            snapshot={snapshot}
            send={send}
            hasHand
            onAskPhone={() => send({ type: 'asks for the phone' })}
          />
        </aside>
        <MpesaPaymentBar snapshot={snapshot} send={send} />
      </>
    );
  };
const pending = (value: object, context: object = {}) =>
  payment(
    {
      pending: { page: 'seen', polling: 'waiting', network: 'online', prompt: 'onPhone', limit: 'running', ...value },
    },
    context,
  );

const OWN = '254712345678';
const otherPhone = { phone: '254733000000', ownPhone: OWN };

const proof =
  (value: string | object, context: object = {}): Draw =>
  (send) => (
    <PhoneProofView
      snapshot={at(phoneVerificationMachine, { phone: '0733000000', userName: 'Jane' }, value, context)}
      send={send}
    />
  );

const bar =
  (signedIn: object | string, context: object = {}): Draw =>
  (send) => (
    <WaitingPaymentView
      snapshot={at(waitingPaymentMachine, undefined, { signedIn }, context)}
      send={send}
      payment={<p>The payment</p>}
    />
  );
const ofOrder = { payment: { orderId: 'o1' } as never, problem };

const hand =
  (step: string, words: keyof typeof HAND_REPORTS, context: object = {}, value: object = {}): Draw =>
  (send) => (
    <ByHandDialog
      snapshot={at(
        byHandMachine,
        { orderId: 'o1' },
        { open: { polling: 'waiting', step, copy: 'idle', code: 'narrow', ...value } },
        { report: HAND_REPORTS[words], ...context },
      )}
      send={send}
    />
  );
const PAYBILL = 'unpaid, Paybill 123456, account A1B2C3D4, due 3000';
const CODE = { qrAmount: '3000', qrImage: qrOf(3000).image };

readings('payment', {
  'by-hand': {
    'numbers are loading': hand('loading', PAYBILL, { report: null }),
    'numbers are loading, no network': hand('loading', PAYBILL, { report: null, isOffline: true }),
    'Paybill (PAY-C1)': hand('shown', PAYBILL),
    'Till (PAY-C1)': hand('shown', 'unpaid, Till 654321, due 3000'),
    'QR code of a Paybill (PAY-C1)': hand('shown', PAYBILL, CODE, { code: 'shown' }),
    'QR code of a Till (PAY-C1)': hand('shown', 'unpaid, Till 654321, due 3000', CODE, { code: 'shown' }),
    'more than one payment (A51)': hand('shown', 'unpaid, due 300000'),
    'more than one day': hand('shown', 'unpaid, due 600000'),
    'prompts do not work (PAY-M2)': hand('shown', 'prompts are closed'),
    'the shop takes none any more': hand('shown', 'no numbers'),
    'a part is paid (PAY-C4)': hand('shown', 'paid in part: 1000, due 2000'),
    'a payment was seen (PAY-C4)': hand('shown', 'a payment is being checked'),
    'the payment is reviewed (D27)': hand('shown', 'held'),
    'no network': hand('shown', PAYBILL, { isOffline: true }),
    'the order is held for a few minutes (Q24)': hand('shown', PAYBILL, {
      report: { ...HAND_REPORTS[PAYBILL], now: HAND_REPORTS[PAYBILL].now + 1_700_000 },
    }),
    'the account is copied': hand('shown', PAYBILL, { copied: 'account' }, { copy: 'done' }),
    'the browser refuses to copy (H10)': hand('shown', PAYBILL, { copied: 'account' }, { copy: 'refused' }),
    'the receipt is typed (PAY-S1)': hand('entering', PAYBILL, { text: 'SFF6' }),
    'the text has no receipt (PAY-S1)': hand('entering', PAYBILL, {
      text: 'hello',
      textError: 'Paste the whole M-Pesa message, or type its receipt number: 10 letters and digits.',
    }),
    'the receipt is refused (PAY-S2)': hand('entering', 'claim refused', { text: 'SFF6XYZ123' }),
    'the receipt was not sent': hand('entering', PAYBILL, { text: 'SFF6XYZ123', problem }),
    'the receipt is sent': hand('sending', PAYBILL, { text: 'SFF6XYZ123' }),
    'M-Pesa is asked (PAY-S2)': hand('asking', 'claim asking'),
    'the shop looks at it (PAY-S2)': hand('forStaff', 'claim for staff'),
    'order changes to pay on delivery': hand('switching', PAYBILL),
    'order could not be changed': hand('shown', PAYBILL, { problem }),
  },
  'mpesa-payment': {
    'prompt is sent': payment('requestingPush'),
    'prompt is sent to another phone again, the own one is offered (D25)': payment('requestingPush', otherPhone),
    'prompt is sent to the own phone (D25)': payment('requestingPush', { phone: OWN, ownPhone: OWN }),
    'phone needs a code (D25)': payment('proving'),
    'prompt is on the phone': pending({}),
    'payment from before a reload is looked up': pending(
      { polling: 'checking' },
      { isResuming: true, amount: 0, phone: '' },
    ),
    'payment from before a reload, before the first question': pending(
      { polling: 'starting' },
      { isResuming: true, amount: 0, phone: '' },
    ),
    'payment from before a reload, no answer yet': pending(
      { polling: 'resting' },
      { isResuming: true, amount: 0, phone: '' },
    ),
    'no network': pending({ network: 'offline' }),
    'prompt has expired': pending({ prompt: 'expired' }, { problem }),
    'prompt has expired, another can be sent': pending({ prompt: 'expired' }, { now: 500_000 }),
    'prompt has expired, another can be sent in a second': pending({ prompt: 'expired' }, { now: 119_000 }),
    'prompt has expired, the own phone works (D25)': pending(
      { prompt: 'expired' },
      { ...otherPhone, now: 500_000, blockedUntil: 561_000 },
    ),
    'another prompt is sent to the own phone (D25)': pending(
      { prompt: 'sendingAgain' },
      { phone: OWN, ownPhone: OWN, now: 500_000 },
    ),
    'phone of another prompt needs a code (D25)': pending({ prompt: 'proving' }),
    'phone of another prompt needs a code, the time is over': pending({ prompt: 'proving', limit: 'over' }),
    'prompt has expired, M-Pesa has not answered (U4)': pending({ prompt: 'unsure' }),
    'prompt has expired, M-Pesa is asked (U4)': pending({ prompt: 'asking' }),
    'prompt has expired, the time is over': pending({ prompt: 'expired', limit: 'over' }),
    'prompt has expired in a hidden page': pending({ prompt: 'expired', page: 'hidden' }, { problem }),
    'prompt from before a reload has expired in a hidden page': pending(
      { prompt: 'expired', page: 'hidden' },
      { now: 500_000, isResuming: true },
    ),
    'another prompt is sent': pending({ prompt: 'sendingAgain' }),
    'order changes to pay on delivery': pending({ prompt: 'switching' }),
    'time is over': pending({ limit: 'over' }),
    'last question to the shop': pending({ limit: 'lastQuestion', prompt: 'expired' }),
    'not paid': payment({ unpaid: 'failed' }, { problem }),
    'not paid, the shop wants a pause (D8)': payment(
      { unpaid: 'failed' },
      { problem: { ...problem, requestId: null }, blockedUntil: 91_000, now: 1_000, isTimeKnown: true },
    ),
    'not paid, the own phone works (D25)': payment(
      { unpaid: 'failed' },
      { ...otherPhone, problem, blockedUntil: 61_000, now: 1_000, isTimeKnown: true },
    ),
    'M-Pesa sends no prompts (PAY-M2)': payment(
      { unpaid: 'otherWays' },
      { problem, ways: ['hand', 'cod'], blockedUntil: 61_000, now: 1_000, isTimeKnown: true },
    ),
    'M-Pesa sends no prompts, no other way (D19)': payment({ unpaid: 'otherWays' }, { problem }),
    'order changes to pay on delivery, no prompt was sent': payment('changingToCash', { ways: ['hand', 'cod'] }),
    'not paid, with what to try (PAY-M5)': payment({ unpaid: 'failed' }, { problem, tips: ['screen', 'sim'] }),
    'not paid, phone unknown': payment({ unpaid: { timedOut: 'said' } }, { problem, phone: '' }),
    paid: payment('paid'),
  },
  'waiting-payment': {
    'payment runs': bar('paying'),
    'no payment': bar('none'),
    paid: bar({ ended: 'paid' }, ofOrder),
    'pay on delivery': bar({ ended: 'onDelivery' }),
    'order was cancelled': bar('cancelled', { problem }),
    'phone needs a code first (D25)': bar('proofAsked', ofOrder),
  },
  'payment-record': {
    'browser without storage (H10)': (send) => (
      <PaymentRecordView snapshot={at(paymentRecordMachine, undefined, { keeping: 'memoryOnly' })} send={send} />
    ),
    'payment is kept': (send) => (
      <PaymentRecordView snapshot={at(paymentRecordMachine, undefined, { keeping: 'stored' })} send={send} />
    ),
  },
  'phone-proof': {
    'code is sent (D25)': proof('sending'),
    'typed code': proof({ open: { code: 'usable', resend: 'allowed' } }, { code: '123456' }),
    'phone is proved': proof('completing'),
    'is over': proof('completed'),
  },
});
