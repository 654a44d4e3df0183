import { defineModel, failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { OrderMoney } from '../../../src/rules/payment/order-money.ts';
import type { OpenPayment } from '../../../src/rules/payment/waiting-payment.ts';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import type { MpesaPaymentOutput } from '../../../src/machines/payment/mpesa-payment.setup.ts';
import { waitingPaymentMachine } from '../../../src/machines/payment/waiting-payment.machine.ts';
import type { SnapshotFrom } from 'xstate';
import { findStoredPrompt } from '../../../src/rules/payment/stored-payment.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import { CLAIMS } from '../support/by-hand.samples.ts';
import { CONFIRM_FIRST, JUST_NOW, ORDER, PAYER, START } from '../support/payment.samples.ts';
import { ordered, prompted } from '../support/record.samples.ts';

/** The record that this browser stores. */
export const kept = prompted({ orderId: ORDER });
/** Its order is placed, and the response to the push was lost. */
export const keptOrder = ordered({ orderId: ORDER });

/** The open payment that the server returns. */
export const open: OpenPayment = {
  orderId: ORDER,
  checkoutRequestId: 'ws_1',
  phone: PAYER,
  amount: 3000,
  times: JUST_NOW,
  startedAt: START,
};
const TEXTS: Readonly<Record<string, string>> = {
  paid: 'Payment received. Thank you!',
  onDelivery: 'Your order is placed. You pay on delivery.',
  cancelled: 'This order has been cancelled.',
  partPaid: 'We received Ksh 1,000. Ksh 2,000 is still to pay.',
  checking: CLAIMS.asking.text,
  claimRefused: CLAIMS.refused.text,
};
/** The order has money, but no open prompt. */
export const money = (kind: OrderMoney['kind'], isRunning = false): OrderMoney => ({
  orderId: ORDER,
  kind,
  text: TEXTS[kind] ?? '',
  isRunning,
});
export const lines = [{ id: 'a', quantity: 2 }];

/** The output of a payment. */
export const ended = (outcome: MpesaPaymentOutput['outcome'], text?: string): MpesaPaymentOutput => ({
  outcome,
  problem: text === undefined ? null : { text, requestId: null },
});

/** A snapshot of the payment while it runs. */
export const watching = (checkoutRequestId: string) => ({ context: { checkoutRequestId } });

const ws1 = { orderId: ORDER, checkoutRequestId: 'ws_1' };

const ONE_END = 'a payment comes to one thing';
const AT_ONCE = 'a payment that is looked at again takes no second word';

type Snapshot = SnapshotFrom<typeof waitingPaymentMachine>;
type PaymentSnapshot = SnapshotFrom<typeof mpesaPaymentMachine>;

/** Whether the bar shows a payment that matches. False for the stub of a test. */
const isPaying = (isLike: (payment: PaymentSnapshot) => boolean) => (snapshot: Snapshot) => {
  const payment: unknown = snapshot.children.mpesaPayment?.getSnapshot?.();
  return typeof payment === 'object' && payment !== null && 'matches' in payment && isLike(payment as PaymentSnapshot);
};
/** Whether the bar shows an order that has money or a claim, but no open prompt. */
const isWatching = (kind: OrderMoney['kind']) => (snapshot: Snapshot) =>
  snapshot.matches({ signedIn: 'watching' }) && snapshot.context.money?.kind === kind;
/** The payment waits for its first response. */
const isResuming = (payment: PaymentSnapshot) =>
  payment.context.isResuming && payment.matches({ pending: { polling: 'checking' } });

export const waitingPaymentModel = defineModel({
  flow: 'waiting-payment',
  machine: waitingPaymentMachine.provide({ actors: { mpesaPayment: mpesaPaymentMachine } }),
  inputs: { '': undefined },
  events: {
    'session.signedIn': { sentBy: 'watchSession', cases: { '': {} } },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'record.changed': {
      sentBy: 'watchRecord',
      cases: { ws_1: { prompt: ws1 }, ws_2: { prompt: { ...ws1, checkoutRequestId: 'ws_2' } }, none: { prompt: null } },
    },
    'page.hidden': { sentBy: 'watchConnection', cases: { '': {} } },
    'page.visible': { sentBy: 'watchConnection', cases: { '': {} } },
    'network.lost': { sentBy: 'watchConnection', cases: { '': {} } },
    'network.back': { sentBy: 'watchConnection', cases: { '': {} } },
    'window.focused': { sentBy: 'watchWindow', cases: { '': {} } },
    'path.changed': { '': { path: '/cart' } },
    'checkout.took': { sentBy: 'watchCheckout', cases: { '': {} } },
    'checkout.left': { sentBy: 'watchCheckout', cases: { '': {} } },
    'notice.dismiss': { '': {} },
    'order.open': { '': {} },
  },
  acts: defineActs<typeof waitingPaymentMachine>({
    'path.changed': { sentIn: 'src/routes/payment/waiting-payment.tsx' },
    'notice.dismiss': (_, snapshot) =>
      snapshot.matches({ signedIn: 'paying' })
        ? null
        : [
            press('button', 'Dismiss'),
            ...(snapshot.matches({ signedIn: 'watching' })
              ? []
              : [
                  press(
                    'link',
                    snapshot.matches({ signedIn: 'proofAsked' }) ? 'Pay on the order’s page' : 'View order',
                  ),
                ]),
          ],
    'order.open': (_, snapshot) =>
      snapshot.matches({ signedIn: 'watching' })
        ? press('link', snapshot.context.money?.kind === 'partPaid' ? 'Pay the rest' : 'View order')
        : null,
  }),
  done: {
    readRecord: { 'kept here': kept, 'an order without a prompt': keptOrder, nothing: null },
    findOpen: { open, none: null, 'a part': money('partPaid'), 'a check': money('checking', true) },
    checkOrder: {
      paid: money('paid'),
      'on delivery': money('onDelivery'),
      cancelled: money('cancelled'),
      'a part': money('partPaid'),
      'a check': money('checking', true),
      'with the staff': money('checking'),
      refused: money('claimRefused'),
      nothing: money('none'),
    },
    loadLines: { '': lines },
    mpesaPayment: {
      paid: ended('paid'),
      'on delivery': ended('onDelivery'),
      gone: ended('gone'),
      cancelled: ended('cancelled', 'This order has been cancelled.'),
      dismissed: ended('dismissed'),
      unproved: ended('unproved', CONFIRM_FIRST),
      'by hand': ended('byHand'),
      'signed out': ended('signedOut'),
    },
  },
  fail: {
    checkOrder: {
      unknown: new ApiError({ kind: 'refused', status: 404 }),
      offline: failures['offline'] as Error,
    },
  },
  childSnapshots: { mpesaPayment: { ws_1: watching('ws_1'), ws_2: watching('ws_2') } },
  project: ({ kept, payment, problem, dismissed, money }, snapshot) => ({
    money: snapshot.matches({ signedIn: 'watching' }) ? [money?.kind, money?.isRunning] : [],
    kept: kept?.orderId,
    payment,
    problem: problem?.text,
    dismissed,
  }),
  delays: { pollInterval: 3_000, reconnectInterval: 10_000 },
  beyond: [
    {
      what: /readRecord answers \[isDismissedHere\]/,
      why: 'D9: the record forgets a dismissed prompt in turn with other tabs, and the bar may look before',
    },
    { what: /unreached: window\.focused/, why: 'decision 0008: the shopper comes back' },
    {
      what: /signedIn\.watching\.offline: (?:network\.back|after reconnectInterval)/,
      why: 'Q26: as where a payment is watched',
    },
    { what: /session\.ended -> absent, from absent/, why: '§6: a guest stays one' },
  ],
  equivalents: {
    'twice action 1 of signedIn.paying: path.changed': AT_ONCE,
    'twice action 1 of signedIn.paying: window.focused': AT_ONCE,
    'swap signedIn.paying: mpesaPayment answers #1': ONE_END,
    'swap signedIn.paying: mpesaPayment answers #2': ONE_END,
    'swap signedIn.paying: mpesaPayment answers #3': ONE_END,
    'swap signedIn.paying: mpesaPayment answers #4': ONE_END,
    'start signedIn.ended in onDelivery': 'it is entered by what it has come to, never by its start',
    'context payment begins otherwise': 'no payment is another than any prompt, and whoever needs one has set it',
    'context problem begins otherwise': 'it is said where an order was cancelled, and set on the way there',
  },
  states: {
    guest: (snapshot) => snapshot.matches('absent'),
    atCheckout: (snapshot) => snapshot.matches({ signedIn: 'atCheckout' }),
    finding: (snapshot) =>
      snapshot.matches({ signedIn: { looking: 'inRecord' } }) ||
      snapshot.matches({ signedIn: { looking: 'atServer' } }),
    askingLines: (snapshot) => snapshot.matches({ signedIn: { looking: 'ofOrder' } }),
    none: (snapshot) => snapshot.matches({ signedIn: 'none' }),
    dismissed: (snapshot) => snapshot.matches({ signedIn: 'none' }),
    unreached: (snapshot) => snapshot.matches({ signedIn: 'unreached' }),
    // The state of the payment inside decides.
    resuming: isPaying(isResuming),
    waiting: isPaying((payment) => payment.matches('pending') && !isResuming(payment)),
    tryingAgain: isPaying((payment) => payment.matches('requestingPush')),
    failed: isPaying((payment) => payment.matches({ unpaid: 'failed' })),
    proofAsked: (snapshot) => snapshot.matches({ signedIn: 'proofAsked' }),
    otherWays: isPaying((payment) => payment.matches({ unpaid: 'otherWays' })),
    partPaid: isWatching('partPaid'),
    checking: isWatching('checking'),
    claimRefused: (snapshot) => snapshot.matches({ signedIn: 'claimRefused' }),
    timedOut: isPaying((payment) => payment.matches({ unpaid: 'timedOut' })),
    'timedOut.said': isPaying((payment) => payment.matches({ unpaid: { timedOut: 'said' } })),
    'timedOut.asking': isPaying((payment) => payment.matches({ unpaid: { timedOut: 'asking' } })),
    paid: (snapshot) => snapshot.matches({ signedIn: { ended: 'paid' } }),
    payOnDelivery: (snapshot) => snapshot.matches({ signedIn: { ended: 'onDelivery' } }),
    cancelled: (snapshot) => snapshot.matches({ signedIn: 'cancelled' }),
  },
  invariants: {
    'the bar never sends POST /orders': ({ calls }) =>
      calls.every(({ slot }) => slot !== 'placeOrder' && slot !== 'orderPlacement'),
    'no call while a guest, or while the checkout shows the payment': ({ snapshot, calls }) =>
      !(snapshot.matches('absent') || snapshot.matches({ signedIn: 'atCheckout' })) ||
      calls.every(({ slot, isOpen }) => slot.startsWith('watch') || !isOpen()),
    'the server is asked for an open payment only where the record names no prompt': ({ started, snapshot }) =>
      started.every(({ slot }) => slot !== 'findOpen' || findStoredPrompt(snapshot.context.kept) === null),
    'finding nothing, and not reaching the server for it, says nothing': ({ snapshot }) =>
      !(snapshot.matches({ signedIn: 'none' }) || snapshot.matches({ signedIn: 'unreached' })) ||
      snapshot.children.mpesaPayment === undefined,
    'the bar shows no number of a Paybill or Till, and takes no receipt': ({ calls }) =>
      calls.every(({ slot }) => slot !== 'sendClaim' && slot !== 'copyText'),
    'a part takes no line from the cart': ({ effects, snapshot }) =>
      effects.every(({ type }) => type !== 'removeOrdered') || snapshot.matches({ signedIn: 'ended' }),
    "'Try again' never stands beside a payment or claim that is being checked": ({ snapshot }) =>
      !snapshot.matches({ signedIn: 'watching' }) || snapshot.children.mpesaPayment === undefined,
    'a check at M-Pesa is not dismissed': ({ snapshot }) =>
      !snapshot.matches({ signedIn: 'watching' }) ||
      snapshot.can({ type: 'notice.dismiss' }) === (snapshot.context.money?.isRunning !== true),
    'the bar never asks for a code': ({ calls }) =>
      calls.every(({ slot }) => slot !== 'phoneVerification' && slot !== 'sendOtp'),
    "'Try again' never stands beside an order that is cancelled": ({ snapshot }) =>
      !snapshot.matches({ signedIn: 'cancelled' }) || snapshot.children.mpesaPayment === undefined,
    'a payment is watched in at most one place of a tab': ({ snapshot, calls }) =>
      calls.filter((call) => call.slot === 'mpesaPayment' && call.isOpen()).length ===
      (snapshot.matches({ signedIn: 'paying' }) ? 1 : 0),
    'a payment stays on the bar as long as the record names it': ({ step, before, snapshot }) =>
      step?.label !== 'watchRecord sends record.changed(ws_1)' ||
      before?.matches({ signedIn: 'paying' }) !== true ||
      before.context.payment?.checkoutRequestId !== 'ws_1' ||
      snapshot.matches({ signedIn: 'paying' }),
    'paid never goes back to failed or timed out': ({ step, snapshot }) =>
      step?.label !== 'mpesaPayment answers(paid)' || snapshot.matches({ signedIn: { ended: 'paid' } }),
    'the ordered lines leave the cart once, when the order is paid or turned into cash on delivery': ({
      step,
      snapshot,
      before,
      effects,
    }) => {
      // The payment itself removes the lines, and the bar those of an order without a prompt. It forgets the order then,
      // and one without a prompt also when it is cancelled or not known.
      const hasEnded = snapshot.matches({ signedIn: 'ended' }) && before?.matches({ signedIn: 'ended' }) !== true;
      const wasWatching = before?.matches({ signedIn: 'watching' }) === true;
      const isOver =
        wasWatching && (snapshot.matches({ signedIn: 'cancelled' }) || step?.label === 'checkOrder fails(unknown)');
      const times = (slot: string) => effects.filter(({ type }) => type === slot).length;
      return (
        times('forgetOrder') === (hasEnded || isOver ? 1 : 0) &&
        times('removeOrdered') === (hasEnded && wasWatching ? 1 : 0)
      );
    },
    'what a tab forgets is the payment on its bar': ({ effects }) =>
      effects.every(({ type, params }) => type !== 'forgetOrder' || (params as { orderId: string }).orderId === ORDER),
    'what is taken up is the prompt that was found': ({ started }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'mpesaPayment' ||
          (input as { prompt: { checkoutRequestId: string } }).prompt.checkoutRequestId === 'ws_1',
      ),
    'what was dismissed is neither shown nor looked for again': ({ step, before, snapshot }) =>
      before?.context.dismissed !== 'ws_1' ||
      !['readRecord answers(kept here)', 'findOpen answers(open)'].includes(step?.label ?? '') ||
      snapshot.matches({ signedIn: 'none' }),
    'only what was dismissed is noted as dismissed': ({ step, before, snapshot }) => {
      const isPrompt =
        step?.label === 'mpesaPayment answers(dismissed)' ||
        (step?.event.type === 'notice.dismiss' && before?.matches({ signedIn: 'proofAsked' }) === true);
      const isOrder =
        before?.context.money !== null &&
        (step?.event.type === 'notice.dismiss' || step?.event.type === 'order.open') &&
        (before?.matches({ signedIn: 'watching' }) === true ||
          before?.matches({ signedIn: 'claimRefused' }) === true) &&
        snapshot.matches({ signedIn: 'none' });
      const dismissed = isPrompt ? before?.context.payment?.checkoutRequestId : isOrder ? ORDER : null;
      return snapshot.context.dismissed === (dismissed ?? before?.context.dismissed ?? '');
    },
    // A payment by hand goes on where the record names a prompt that failed.
    'every look begins with the record': ({ step, before, snapshot }) =>
      step?.label === 'mpesaPayment answers(by hand)' ||
      before?.matches({ signedIn: 'looking' }) === true ||
      !snapshot.matches({ signedIn: 'looking' }) ||
      snapshot.matches({ signedIn: { looking: 'inRecord' } }),
    'where the server was not reached, every occasion is taken, and none while nobody looks (U5)': ({ snapshot }) =>
      !snapshot.matches({ signedIn: 'unreached' }) ||
      (['window.focused', 'page.visible', 'network.back'] as const).every(
        (type) =>
          snapshot.can({ type }) ===
          (type === 'window.focused' ||
            (type === 'page.visible') === snapshot.matches({ signedIn: { unreached: 'hidden' } })),
      ),
    'where the server was not reached, another page is an occasion': ({ snapshot }) =>
      !snapshot.matches({ signedIn: 'unreached' }) || snapshot.can({ type: 'path.changed', path: '/' }),
    'who is signed in is listened to without a break': ({ step, started }) =>
      step?.label === 'watchSession sends session.signedIn' || started.every(({ slot }) => slot !== 'watchRecord'),
    'the lines are those of the order that was found': ({ started }) =>
      started.every(({ slot, input }) => slot !== 'loadLines' || (input as { orderId?: string }).orderId === ORDER),
    'another prompt of the payment is known': ({ step, before, snapshot }) =>
      step?.label !== 'mpesaPayment tells(ws_2)' ||
      before?.matches({ signedIn: 'paying' }) !== true ||
      (snapshot.context.payment?.orderId === ORDER && snapshot.context.payment.checkoutRequestId === 'ws_2'),
    'a found payment without a record gets one': ({ step, effects }) =>
      effects.some(({ type }) => type === 'keepPayment') ===
      ((step?.label === 'findOpen answers(open)' || step?.label === 'loadLines answers') && effects.length > 0),
  },
});
