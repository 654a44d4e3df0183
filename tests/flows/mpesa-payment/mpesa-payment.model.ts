import { defineModel } from '../../../model-testing.config.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import type { MpesaPaymentContext, MpesaPaymentInput } from '../../../src/machines/payment/mpesa-payment.setup.ts';
import type { PaymentReport } from '../../../src/rules/payment/payment.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import { isChecked, isExpired, refusalInvariants, WAITS } from './payment-refusals.invariants.ts';
import {
  CANCELLED,
  JUST_NOW,
  notFound,
  ORDER,
  OWN,
  orderGone,
  ownOffered,
  partPaid,
  PAYER,
  paymentSeen,
  PROOF,
  promptsStopped,
  proofAsked,
  pushedAgo,
  report,
  START,
  STOPPED,
  TIPS,
  unchecked,
  verified,
  waitFor,
} from '../support/payment.samples.ts';

const UNREACHED = 'Your phone could not be reached.';
/** The failure reason of an order that was cancelled while its prompt was open. */
const ORDER_GONE = 'This order has been cancelled.';
const order = { orderId: ORDER, phone: PAYER, amount: 3000, userName: 'Jane' };
const resumed: MpesaPaymentInput = {
  orderId: ORDER,
  phone: '',
  amount: 0,
  userName: 'Jane',
  prompt: { checkoutRequestId: 'ws_1', times: null, startedAt: START },
};

const sendAgainAt = ({ pushedAt, blockedUntil }: MpesaPaymentContext) => Math.max(pushedAt + 120_000, blockedUntil);

/** Whether Try again is blocked. The last millisecond is a separate value, because the boundary is tested. */
const mustWait = ({ now, blockedUntil }: MpesaPaymentContext) =>
  now === blockedUntil - 1 ? '1 ms' : now < blockedUntil;

export const mpesaPaymentModel = defineModel({
  flow: 'mpesa-payment',
  // Passed by name so that the harness recognizes the slot as a machine. The child has its own table and tests.
  machine: mpesaPaymentMachine.provide({ actors: { phoneVerification: phoneVerificationMachine } }),
  inputs: {
    '': { ...order, prompt: { checkoutRequestId: 'ws_1', times: JUST_NOW, startedAt: START } },
    'to be pushed': { ...order, prompt: null },
    'after a reload': resumed,
    'to be pushed, in the bar': { ...order, userName: null, prompt: null },
  },
  events: {
    'page.hidden': { sentBy: 'watchConnection', cases: { '': {} } },
    'page.visible': { sentBy: 'watchConnection', cases: { '': {} } },
    'network.lost': { sentBy: 'watchConnection', cases: { '': {} } },
    'network.back': { sentBy: 'watchConnection', cases: { '': {} } },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'clock.tick': {
      sentBy: 'clock',
      cases: {
        now: { now: START },
        // Another prompt and cash are possible: after the first prompt, after a second one, after a wait of 75 s.
        '130 s': { now: START + 130_000 },
        '300 s': { now: START + 300_000 },
        '500 s': { now: START + 500_000 },
        // 1 ms before the limits of 75 s and of 10 minutes.
        '74,999 ms': { now: START + 74_999 },
        '599,999 ms': { now: START + 599_999 },
        '800 s': { now: START + 800_000 },
      },
    },
    'payment.noPrompt': { '': {} },
    'payment.sendAgain': { '': {} },
    'payment.payOnDelivery': { '': {} },
    'payment.byHand': { '': {} },
    'payment.retry': { '': {} },
    'payment.useOwn': { '': {} },
    'payment.dismiss': { '': {} },
    'shopper.returned': { '': {} },
  },
  // A resumed payment: the page sends the time when it opens.
  awaits: { event: 'clock.tick', where: (snapshot) => snapshot.matches({ pending: { polling: 'starting' } }) },
  acts: defineActs<typeof mpesaPaymentMachine>({
    'payment.sendAgain': press('button', /^Send again/),
    'payment.noPrompt': press('button', 'No prompt came'),
    'payment.payOnDelivery': press('button', /^Pay on delivery/),
    'payment.byHand': press('button', /^Pay by hand/),
    'payment.retry': press('button', /^Try again/),
    'payment.useOwn': press('button', /^Send to 0733 000 000/),
    // In the bar, by hand is a link to the page of the order.
    'payment.dismiss': (_, { context }) => [
      press('button', 'Dismiss'),
      ...(context.hasHand || context.ways.includes('hand') ? [press('link', 'Pay by hand')] : []),
    ],
    'shopper.returned': { sentIn: 'src/machines/payment/waiting-payment.setup.ts' },
  }),
  beyond: [
    { what: /^\(root\): clock\.tick/, why: 'H13: the time goes on, whatever else happens' },
    { what: /^\(root\): session\.ended/, why: '§6: a logout ends it, wherever it stands' },
    {
      what: /: (pushPrompt|switchToCash|askFirst) fails \[isUnauthorized\]/,
      why: '§6: a 401 is a logout for every call',
    },
    { what: /^starting: at once \[otherwise\]/, why: 'Q19: the first prompt is sent as Try again sends one' },
    { what: /^unpaid\.timedOut\./, why: 'U6: by the rows of waiting-payment' },
    { what: /^requestingPush: pushPrompt fails \[isProofAsked\]/, why: 'D25: by the rows of waiting-payment' },
    { what: /^unpaid: payment\.dismiss/, why: 'D9: by the rows of waiting-payment' },
  ],
  equivalents: {
    'swap requestingPush: pushPrompt fails #1': 'a refused token tells of no cancelled order',
    'swap pending.polling.checking: checkStatus answers #1': 'a payment has one status',
    'swap pending.polling.checking: checkStatus fails #1': 'a 401 is no 404',
    'swap unpaid.timedOut.asking: checkStatus answers #1': 'a payment has one status',
    'swap unpaid.timedOut.asking: checkStatus fails #1': 'a 401 is no 404',
    'context blockedUntil begins otherwise':
      'Send again waits longer by itself, and whatever leads to Try again says from when on',
  },
  done: {
    checkStatus: {
      pending: unchecked(),
      'pending, M-Pesa answered': report(),
      'pending, M-Pesa cannot be asked': { ...unchecked(), isAskable: false },
      // The server's times differ from the page's times.
      'pending since 800 s': { ...pushedAgo(800), pushedAt: START + 5_000, startedAt: START - 5_000 },
      completed: report({ status: 'completed' }),
      // Another prompt is possible only after a wait (X19).
      cancelled: report({ status: 'failed', failureReason: CANCELLED, retryAt: START + 90_000 }),
      gone: report({ status: 'failed', failureReason: ORDER_GONE, orderStatus: 'cancelled' }),
      'failed, phone unknown': report({ status: 'failed', phone: '' }),
      'failed, with tips': report({ status: 'failed', failureReason: UNREACHED, tips: TIPS }),
    },
    pushPrompt: { ws_2: { checkoutRequestId: 'ws_2', sentAt: START + 130_000 } },
    phoneVerification: { proved: verified(PROOF), left: verified(null) },
    askFirst: { '': undefined },
    switchToCash: { '': undefined },
  },
  fail: {
    checkStatus: { 'not found': notFound },
    pushPrompt: {
      'wait 75 s': waitFor(75),
      'order cancelled': orderGone,
      'proof asked': proofAsked,
      'own offered': ownOffered,
      'part paid': partPaid,
      'a payment is checked': paymentSeen,
      'prompts stopped': promptsStopped(STOPPED, 60),
      'prompts stopped, no other way': promptsStopped(STOPPED, 60, []),
    },
  },
  project: (context, snapshot) => {
    if (snapshot.status === 'done') return snapshot.output;
    const { isTimeKnown, problem, phone, isResuming } = context;
    const isProved = context.proof !== null && !snapshot.matches('pending');
    const known = phone !== '';

    const isTold = !snapshot.matches('pending') || isExpired(snapshot);
    const own = !isTold || context.ownPhone === '' ? 'none' : phone === context.ownPhone ? 'asked' : 'offered';
    const inBar = context.userName === null;
    if (snapshot.matches('changingToCash')) return { own, inBar, known, isProved };
    if (snapshot.matches('unpaid'))
      return {
        ways: context.ways.length,
        tips: context.tips.length,
        own,
        inBar,
        known,
        isProved,
        problem: problem?.text,
        isTimeKnown,
        mustWait: mustWait(context),
      };
    return {
      own,
      inBar,
      known,
      isProved,
      isResuming,
      mayAgain: context.now >= sendAgainAt(context),
      isChecked: snapshot.matches({ pending: { prompt: 'onPhone' } }) && isChecked(context),
      hasProblem: problem !== null,
    };
  },
  // The bar asks for no code. Otherwise it behaves as in the checkout.
  leave: (snapshot) =>
    snapshot.matches('pending') &&
    (snapshot.context.userName === null ||
      // The offer of the own phone does not change how page visibility, network and checks work.
      (snapshot.context.ownPhone !== '' &&
        (snapshot.matches({ pending: { page: 'hidden' } }) ||
          snapshot.matches({ pending: { network: 'offline' } }) ||
          !isExpired(snapshot)))),
  limit: 4_000,
  delays: {
    pollInterval: 3_000,
    reconnectInterval: 10_000,
    askedLongEnough: 10_000,
    retryAllowed: ({ blockedUntil, now }) => Math.max(0, blockedUntil - now),
    promptExpired: ({ pushedAt, now }) => Math.max(0, pushedAt + 75_000 - now),
    sendAgainAllowed: (context) => Math.max(0, sendAgainAt(context) - context.now),
    paymentTimeout: ({ startedAt, now }) => Math.max(0, startedAt + 600_000 - now),
  },
  states: {
    requestingPush: (snapshot) => snapshot.matches('requestingPush'),
    proving: (snapshot) => snapshot.matches('proving'),
    'pending.prompt.proving': (snapshot) => snapshot.matches({ pending: { prompt: 'proving' } }),
    resuming: (snapshot) =>
      snapshot.context.isResuming &&
      (snapshot.matches({ pending: { polling: 'starting' } }) ||
        snapshot.matches({ pending: { polling: 'checking' } })),
    pending: (snapshot) => snapshot.matches({ pending: { limit: 'running' } }) && !snapshot.context.isResuming,
    'pending.waiting': (snapshot) => snapshot.matches({ pending: { polling: 'waiting' } }),
    'pending.checking': (snapshot) => snapshot.matches({ pending: { polling: 'checking' } }),
    'pending.hidden': (snapshot) =>
      snapshot.matches({ pending: { polling: 'resting', page: 'hidden', network: 'online' } }),
    'pending.offline': (snapshot) => snapshot.matches({ pending: { polling: 'resting', network: 'offline' } }),
    'pending.prompt.onPhone': (snapshot) => snapshot.matches({ pending: { prompt: 'onPhone' } }),
    'pending.prompt.unsure': (snapshot) => snapshot.matches({ pending: { prompt: 'unsure' } }),
    'pending.prompt.asking': (snapshot) => snapshot.matches({ pending: { prompt: 'asking' } }),
    'pending.prompt.expired': (snapshot) => snapshot.matches({ pending: { prompt: 'expired' } }),
    'pending.prompt.sendingAgain': (snapshot) => snapshot.matches({ pending: { prompt: 'sendingAgain' } }),
    'pending.prompt.switching': (snapshot) => snapshot.matches({ pending: { prompt: 'switching' } }),
    byHand: (snapshot) => snapshot.matches('byHand'),
    otherWays: (snapshot) => snapshot.matches({ unpaid: 'otherWays' }),
    'otherWays.switching': (snapshot) => snapshot.matches('changingToCash'),
    timedOut: (snapshot) =>
      snapshot.matches({ unpaid: 'timedOut' }) || snapshot.matches({ pending: { limit: 'over', page: 'seen' } }),
    completed: (snapshot) => snapshot.matches('paid'),
    failed: (snapshot) => snapshot.matches({ unpaid: 'failed' }) || snapshot.matches('cancelled'),
    confirmingPhone: (snapshot) => snapshot.matches('unproved'),
    failedInline: (snapshot) => snapshot.matches('unpaid'),
    done: (snapshot) => snapshot.matches('onDelivery'),
    dismissed: (snapshot) => snapshot.matches('gone'),
    signedOut: (snapshot) => snapshot.matches('signedOut'),
  },
  invariants: {
    'no GET payment-status while the page is hidden or offline, never two at once': ({
      started,
      calls,
      step,
      before,
      snapshot,
    }) =>
      calls.filter((call) => call.slot === 'checkStatus' && call.isOpen()).length <= 1 &&
      (started.every(({ slot }) => slot !== 'checkStatus') ||
        (!snapshot.matches({ pending: { page: 'hidden' } }) &&
          // While offline, a check is sent at the start, on return and every 10 s (Q26). The 10 s of `askedLongEnough`
          // may end at the same moment (U4).
          (before?.matches({ pending: { network: 'offline' } }) !== true ||
            /^(after (reconnectInterval|askedLongEnough)|watchConnection sends|clock sends)/.test(step?.label ?? '')))),
    'who asks waits for an answer': ({ calls, snapshot }) =>
      !snapshot.matches({ unpaid: { timedOut: 'asking' } }) ||
      calls.some((call) => call.slot === 'checkStatus' && call.isOpen()),
    'where page and network begin anew, they are asked anew': ({ started, step, before, snapshot }) =>
      !snapshot.matches('pending') ||
      (before?.context.isResuming === true
        ? snapshot.context.isResuming
        : step?.label !== 'pushPrompt answers(ws_2)') ||
      started.some(({ slot }) => slot === 'watchConnection'),
    'the amount is a whole number': ({ started }) =>
      started.every(
        ({ slot, input: body }) => slot !== 'pushPrompt' || Number.isInteger((body as { amount: number }).amount),
      ),
    'completed never goes back to failed or timedOut': ({ before, snapshot }) =>
      before?.matches('paid') !== true || snapshot.matches('paid'),
    'what was paid is never shown as failed': ({ step, before, snapshot }) =>
      (step?.label === 'checkStatus answers(completed)') ===
      (snapshot.matches('paid') && before?.matches('paid') !== true),
    'money that goes back is never thanked for, and takes no line from the cart': ({ step, before, snapshot }) =>
      step?.label !== 'checkStatus answers(gone)' || before?.matches('paid') === true || snapshot.matches('cancelled'),
    'why something did not work is not said while it is tried again': ({ snapshot }) =>
      (!snapshot.matches('requestingPush') &&
        !snapshot.matches({ pending: { prompt: 'sendingAgain' } }) &&
        !snapshot.matches('changingToCash') &&
        !snapshot.matches({ pending: { prompt: 'switching' } })) ||
      snapshot.context.problem === null,
    'the ordered lines leave the cart exactly once; lines added meanwhile stay': ({ allEffects, snapshot }) =>
      allEffects.filter(({ type }) => type === 'removeOrdered').length ===
      (snapshot.matches('paid') || snapshot.matches('onDelivery') ? 1 : 0),
    'only the newest prompt is asked about': ({ started, snapshot: { context } }) =>
      started.every(
        ({ slot, input: asked }) =>
          slot !== 'checkStatus' ||
          (asked as { checkoutRequestId: string }).checkoutRequestId === context.checkoutRequestId,
      ),
    'another prompt only when one may be sent (D8)': ({ started, before }) =>
      started.every(({ slot }) => slot !== 'pushPrompt') ||
      before === null ||
      before.hasTag('proving') ||
      before.can({ type: 'payment.useOwn' }) ||
      (before.matches('unpaid')
        ? before.context.now >= before.context.blockedUntil
        : before.context.now >= sendAgainAt(before.context)),
    'a push carries verificationData only for the phone and the shopper that verified it, and only until it is answered':
      ({ started, before, step }) =>
        started.every(({ slot, input: body }) => {
          const carries = slot === 'pushPrompt' && 'verificationData' in (body as object);
          return !carries || step?.label === 'phoneVerification answers(proved)' || before?.context.proof !== null;
        }),
    'the code screen pushes nothing before its code is verified': ({ started, before, step }) =>
      before?.hasTag('proving') !== true ||
      step?.label === 'phoneVerification answers(proved)' ||
      started.every(({ slot }) => slot !== 'pushPrompt'),
    'at most one prompt is on its way': ({ calls }) =>
      calls.filter((call) => call.slot === 'pushPrompt' && call.isOpen()).length <= 1,
    'Try again pushes this order to the phone that is known, and the other button to the own one (X14)': ({
      started,
      before,
      step,
    }) =>
      before === null ||
      started.every(({ slot, input: body }) => {
        if (slot !== 'pushPrompt') return true;
        const { phoneNumber, orderId } = body as { phoneNumber: string; orderId: string };
        const phone = step?.event.type === 'payment.useOwn' ? OWN : before.context.phone;
        return phoneNumber === phone && orderId === ORDER;
      }),
    ...refusalInvariants,
    'Send again and Try again are on from the moment when another prompt may be sent': ({ snapshot }) => {
      const { now, blockedUntil, phone } = snapshot.context;
      const mayAgain = snapshot.matches({ pending: { prompt: 'expired', limit: 'running' } });
      return (
        snapshot.can({ type: 'payment.sendAgain' }) === (mayAgain && now >= sendAgainAt(snapshot.context)) &&
        snapshot.can({ type: 'payment.retry' }) === (snapshot.matches('unpaid') && phone !== '' && now >= blockedUntil)
      );
    },
    'no tick comes too late, nor 1 ms too early, for the 75 s and the 10 minutes': ({ step, before, snapshot }) => {
      if (step?.label.startsWith('clock sends') !== true || before?.matches('pending') !== true) return true;
      const { now, pushedAt, startedAt } = snapshot.context;
      const isOld = !snapshot.matches({ pending: { prompt: 'onPhone' } });
      const isOver = !snapshot.matches({ pending: { limit: 'running' } });
      return (
        (!before.matches({ pending: { prompt: 'onPhone' } }) || isOver || isOld === now >= pushedAt + 75_000) &&
        (!before.matches({ pending: { limit: 'running' } }) || isOver === now >= startedAt + 600_000)
      );
    },
    'a prompt that was sent is kept, once': ({ step, effects }) =>
      effects.filter(({ type }) => type === 'keepPrompt').length ===
      (step?.label === 'pushPrompt answers(ws_2)' ? 1 : 0),
    'a prompt that was sent is asked about 3 s later': ({ step, snapshot }) =>
      step?.label !== 'pushPrompt answers(ws_2)' ||
      snapshot.matches({ pending: { polling: 'waiting' } }) ||
      snapshot.matches({ unpaid: 'timedOut' }),
    "why it failed is said in the shop's words, or else in ours": ({ step, snapshot }) => {
      const said = {
        'checkStatus answers(cancelled)': CANCELLED,
        'checkStatus answers(failed, phone unknown)': 'Payment failed. Please try again.',
        'checkStatus answers(failed, with tips)': UNREACHED,
      }[step?.label ?? ''];
      return said === undefined || snapshot.context.problem?.text === said;
    },
    'what the shop reports of a failure, or of a payment that is taken up again, is taken over whole (H13)': ({
      step,
      before,
      snapshot: { context, ...snapshot },
    }) => {
      if (step?.kind !== 'done' || step.actorId !== 'checkStatus' || snapshot.status === 'done') return true;
      const { status, phone, ...said } = step.event['output'] as PaymentReport;
      if (status !== 'failed' && (before?.context.isResuming !== true || before.matches('unpaid')))
        return context.startedAt === before?.context.startedAt;
      return (
        !context.isResuming &&
        context.isTimeKnown &&
        context.phone === (phone || before?.context.phone) &&
        (['orderId', 'amount', 'pushedAt', 'startedAt', 'now'] as const).every((name) => context[name] === said[name])
      );
    },
    'what is kept or forgotten is this order': ({ effects }) =>
      effects.every(({ params }) => (params as { orderId: string }).orderId === ORDER),
    'one run makes at most one order for an unchanged draft, however often the shopper retries': ({ calls }) =>
      calls.every(({ slot }) => slot !== 'placeOrder' && slot !== 'orderPlacement'),
    'a prompt that was sent blocks nothing; one that was not counts from 0, and blocks as long as is said (D8)': ({
      step,
      before,
      snapshot: { context, ...snapshot },
    }) => {
      if (step?.label === 'pushPrompt answers(ws_2)') return context.blockedUntil === 0;
      if (
        before?.matches('requestingPush') !== true ||
        !snapshot.matches('unpaid') ||
        snapshot.matches({ unpaid: 'timedOut' })
      )
        return true;
      const waitMs = WAITS[step?.label ?? ''] ?? 0;
      return [context.now, context.pushedAt, context.startedAt, context.blockedUntil - waitMs].every((ms) => ms === 0);
    },
    'it ends with what has happened, and why': ({ snapshot }) =>
      snapshot.status !== 'done' ||
      (snapshot.output.outcome === snapshot.value && snapshot.output.problem === snapshot.context.problem),
  },
});
