import type { Verification } from '../../../contract/auth.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { KnownTimes } from '../../../src/rules/payment/payment-times.ts';
import type { PhoneVerificationOutput } from '../../../src/machines/account/phone-verification.types.ts';
import type { PaymentReport } from '../../../src/rules/payment/payment.ts';

/** The order of the payment's table. */
export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';
/** The table's phone in the format of the request. */
export const PAYER = '254712345678';
/** Server time of the first prompt, epoch ms. */
export const START = 1_000_000_000_000;

/** The times of a prompt that was sent just now. */
export const JUST_NOW: KnownTimes = { pushedAt: START, startedAt: START, now: START };
export const CANCELLED = 'You cancelled the payment.';
export const TIMED_OUT = 'Payment confirmation timed out. Please check your M-Pesa messages.';

/** The server's report of a payment whose prompt has just been sent. */
export const report = (change: Partial<PaymentReport> = {}): PaymentReport => ({
  status: 'pending',
  failureReason: '',
  orderStatus: '',
  orderId: ORDER,
  phone: PAYER,
  amount: 3000,
  pushedAt: START,
  startedAt: START,
  // M-Pesa has answered after the prompt expired: no money.
  checkedAt: START + 60_000,
  isAskable: true,
  tips: [],
  hasHand: false,
  retryAt: 0,
  now: START,
  ...change,
});

/** A pending payment whose prompt was sent `seconds` ago. */
export const pushedAgo = (seconds: number): PaymentReport => report({ now: START + seconds * 1000 });

/** The same payment before M-Pesa has answered about it (U4). */
export const unchecked = (seconds = 0): PaymentReport => ({ ...pushedAgo(seconds), checkedAt: 0 });

export const notFound = new ApiError({
  kind: 'refused',
  status: 404,
  message: 'Payment not found',
  requestId: 'req-9',
});
/** D8: the refusal of another push to this phone within `seconds`. */
export const waitFor = (seconds: number) =>
  new ApiError({
    kind: 'refused',
    status: 409,
    message: `You can try again in ${seconds} seconds.`,
    requestId: 'req-9',
    data: { retryAfter: seconds },
  });
export const waitAMoment = waitFor(45);
/** D12: the refusal when the order has expired in the meantime. */
export const orderGone = new ApiError({
  kind: 'refused',
  status: 409,
  message: 'This order has been cancelled.',
  requestId: 'req-9',
  data: { orderStatus: 'cancelled' },
});
/** The shopper's own phone, offered when another phone gets too many prompts (D25). */
export const OWN = '254733000000';
export const TOO_MANY =
  'Too many unanswered prompts went to this number. Your own number 0733 000 000 works now. Please try again in 58 minutes.';
/** X14: the phone has to wait, but the shopper's own phone can pay immediately. */
export const ownOffered = new ApiError({
  kind: 'refused',
  status: 429,
  message: TOO_MANY,
  requestId: 'req-9',
  retryAfter: 3_480_000,
  data: { otherPhone: true, ownPhone: '0733 000 000' },
});
export const STOPPED =
  'M-Pesa prompts do not work right now. You can pay by hand from your M-Pesa menu, or pay on delivery.';
export const SLOW = 'M-Pesa is slow right now. You can wait a minute, pay by hand, or pay on delivery.';
/** PAY-M2, PAY-M3: the refusal while M-Pesa sends no prompts, with the other ways. */
export const promptsStopped = (message: string, retryAfter: number, ways: readonly string[] = ['hand', 'cod']) =>
  new ApiError({ kind: 'refused', status: 409, message, requestId: 'req-9', data: { retryAfter, ways } });
/** PAY-C5, PAY-C4: the refusals of a prompt that by hand goes on from. */
export const partPaid = new ApiError({
  kind: 'refused',
  status: 409,
  message: 'Ksh 1,000 of this order is paid. Ksh 2,000 is still to pay.',
  requestId: 'req-9',
  data: { paid: 1000, due: 2000 },
});
export const paymentSeen = new ApiError({
  kind: 'refused',
  status: 409,
  message: 'We have seen a payment and are checking it with M-Pesa. Please do not pay again.',
  requestId: 'req-9',
  data: { checking: true },
});
/** PAY-M5: what to try after an unanswered prompt. */
export const TIPS = ['screen', 'sim', 'otherPhone'];
/** X19: the server is busy. */
export const shopBusy = new ApiError({ kind: 'refused', status: 503, requestId: 'req-9', retryAfter: 5_000 });
export const CONFIRM_FIRST = 'Please confirm this phone number with a code first.';
/** D25: the refusal until a code proves the phone. */
export const proofAsked = new ApiError({
  kind: 'refused',
  status: 409,
  message: CONFIRM_FIRST,
  requestId: 'req-9',
  data: { proof: true },
});
/** The result of the phone step for a phone that is not the shopper's own. */
export const PROOF: Verification = { verified: true, msisdn: '254722000000', verificationToken: 'v1' };
/** The output of the phone step; `null` when the shopper left it. */
export const verified = (verification: Verification | null): PhoneVerificationOutput => ({
  verification,
  credentials: null,
  failure: null,
});
