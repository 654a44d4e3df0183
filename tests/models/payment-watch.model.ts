import { paymentWatchMachine } from '../../src/machines/payment-watch.machine.ts';
import type { PaymentWatchContext, PaymentWatchInput } from '../../src/machines/payment-watch.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { news, notFound, ORDER, PAYER, pushedAgo, START, waitAMoment } from './payment.samples.ts';

const input: PaymentWatchInput = {
  checkoutRequestId: 'ws_1',
  orderId: ORDER,
  phone: PAYER,
  amount: 3000,
  times: { pushedAt: START, startedAt: START, now: START },
};

const sendAgainAt = ({ pushedAt, blockedUntil }: PaymentWatchContext) => Math.max(pushedAt + 120_000, blockedUntil);

/** Which deadlines are past. */
const phase = (context: PaymentWatchContext) =>
  [context.pushedAt + 75_000, sendAgainAt(context), context.startedAt + 600_000].filter((at) => context.now >= at)
    .length;

export const paymentWatchModel = defineModel({
  flow: 'payment-watch',
  machine: paymentWatchMachine,
  inputs: {
    '': input,
    'after a reload': { ...input, phone: '', amount: 0, times: null },
  },
  events: {
    'page.hidden': { sentBy: 'watchPage', cases: { '': {} } },
    'page.visible': { sentBy: 'watchPage', cases: { '': {} } },
    'network.lost': { sentBy: 'watchPage', cases: { '': {} } },
    'network.back': { sentBy: 'watchPage', cases: { '': {} } },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'clock.tick': {
      sentBy: 'clock',
      cases: { '130 s': { now: START + 130_000 }, '700 s': { now: START + 700_000 } },
    },
    'payment.sendAgain': { '': {} },
    'payment.payOnDelivery': { '': {} },
  },
  done: {
    checkStatus: {
      pending: news(),
      'pending since 700 s': pushedAgo(700),
      'pending, no times': news({ pushedAt: 0, startedAt: 0, orderId: '', phone: '', amount: 0 }),
      completed: news({ status: 'completed' }),
      cancelled: news({ status: 'failed', failureReason: 'You cancelled the payment.' }),
    },
    pushPrompt: { ws_2: { checkoutRequestId: 'ws_2', sentAt: START + 130_000 } },
    switchToCash: { '': undefined },
  },
  fail: { checkStatus: { 'not found': notFound }, pushPrompt: { 'wait 45 s': waitAMoment } },
  limit: 60_000,
  project: (context, { status, output }) =>
    status === 'done'
      ? output
      : {
          id: context.checkoutRequestId,
          resuming: context.isResuming,
          told: context.isTimeTold,
          visible: context.isVisible,
          network: context.network,
          phase: phase(context),
          hasProblem: context.problem !== null,
        },
  delays: {
    pollInterval: 3_000,
    reconnectInterval: 10_000,
    promptExpired: ({ pushedAt, now }) => Math.max(0, pushedAt + 75_000 - now),
    sendAgainAllowed: (context) => Math.max(0, sendAgainAt(context) - context.now),
    paymentTimeout: ({ startedAt, now }) => Math.max(0, startedAt + 600_000 - now),
  },
  // The names of the table, which tells of it as `pending`, `resuming` and what they come to.
  states: {
    resuming: (snapshot) => snapshot.context.isResuming && snapshot.matches({ watching: { polling: 'checking' } }),
    pending: (snapshot) => snapshot.matches({ watching: { limit: 'running' } }) && !snapshot.context.isResuming,
    'pending.waiting': (snapshot) => snapshot.matches({ watching: { polling: 'waiting' } }),
    'pending.checking': (snapshot) => snapshot.matches({ watching: { polling: 'checking' } }),
    'pending.hidden': (snapshot) => snapshot.matches({ watching: { polling: 'hidden' } }),
    'pending.offline': (snapshot) => snapshot.matches({ watching: { polling: 'offline' } }),
    'pending.prompt.onPhone': (snapshot) => snapshot.matches({ watching: { prompt: 'onPhone' } }),
    'pending.prompt.expired': (snapshot) => snapshot.matches({ watching: { prompt: 'expired' } }),
    'pending.prompt.sendingAgain': (snapshot) => snapshot.matches({ watching: { prompt: 'sendingAgain' } }),
    'pending.prompt.switching': (snapshot) => snapshot.matches({ watching: { prompt: 'switching' } }),
    timedOut: (snapshot) =>
      snapshot.output?.outcome === 'timedOut' || snapshot.matches({ watching: { limit: 'over' } }),
    completed: ({ output }) => output?.outcome === 'completed',
    failed: ({ output }) => output?.outcome === 'failed',
    done: ({ output }) => output?.outcome === 'cash',
    dismissed: ({ output }) => output?.outcome === 'gone',
    signedOut: ({ output }) => output?.outcome === 'signedOut',
  },
  invariants: {
    'no GET payment-status while the page is hidden or offline, never two at once': ({
      started,
      calls,
      snapshot: { context },
    }) =>
      calls.filter((call) => call.slot === 'checkStatus' && call.isOpen()).length <= 1 &&
      (started.every(({ slot }) => slot !== 'checkStatus') || (context.isVisible && context.network !== 'lost')),
    'the amount is a whole number': ({ started }) =>
      started.every(
        ({ slot, input: body }) => slot !== 'pushPrompt' || Number.isInteger((body as { amount: number }).amount),
      ),
    'only the newest prompt is asked about': ({ started, snapshot: { context } }) =>
      started.every(
        ({ slot, input: asked }) =>
          slot !== 'checkStatus' ||
          (asked as { checkoutRequestId: string }).checkoutRequestId === context.checkoutRequestId,
      ),
    'another prompt only when one may be sent (D8)': ({ started, before }) =>
      started.every(({ slot }) => slot !== 'pushPrompt') ||
      (before !== null && before.context.now >= sendAgainAt(before.context)),
    'at most one prompt is on its way': ({ calls }) =>
      calls.filter((call) => call.slot === 'pushPrompt' && call.isOpen()).length <= 1,
    'it ends with what has happened': ({ snapshot }) =>
      snapshot.status !== 'done' || snapshot.output.outcome === snapshot.value,
    'no payment without a reason': ({ snapshot: { output } }) =>
      output === undefined || (output.outcome !== 'failed' && output.outcome !== 'timedOut') || output.reason !== null,
  },
});
