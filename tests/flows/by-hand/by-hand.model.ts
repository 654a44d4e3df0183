import type { SnapshotFrom } from 'xstate';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { getHandText, isUnderCheck } from '../../../src/rules/payment/by-hand.ts';
import type { HandReport } from '../../../src/rules/payment/by-hand.ts';
import { byHandMachine } from '../../../src/machines/payment/by-hand.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, key, press } from 'model-testing/view/act';
import { CLAIMS, HAND_REPORTS, qrOf } from '../support/by-hand.samples.ts';
import { ORDER } from '../support/payment.samples.ts';
import { dismissModal } from '../support/modal.acts.ts';

type Snapshot = SnapshotFrom<typeof byHandMachine>;
type Step = 'loading' | 'shown' | 'entering' | 'sending' | 'asking' | 'forStaff' | 'switching';

export const TITLE = 'Pay by hand';
export const RECEIPT = 'SFF6XYZ123';

/** The refusal of a receipt, with the reason for the client. */
export const claimRefused = (status: number, message: string, reason?: string) =>
  new ApiError({
    kind: 'refused',
    status,
    message,
    requestId: 'req-9',
    ...(reason !== undefined && { data: { reason } }),
  });
const STILL_ASKING = 'We are still asking M-Pesa about the receipt that you sent before. Please wait.';

const COPIES = {
  number: /^Cop(y|ied) (Paybill|Till) number$/,
  account: /^Cop(y|ied) Account$/,
  amount: /^Cop(y|ied) Amount$/,
};

export const isAt = (snapshot: Snapshot, step: Step) => snapshot.matches({ open: { step } });
const isForm = (snapshot: Snapshot) => isAt(snapshot, 'entering') || isAt(snapshot, 'sending');
/** News may come while the receipt is entered. */
const isAskedWhileEntering = (snapshot: Snapshot) =>
  snapshot.matches({ open: { polling: 'asking', step: 'entering' } }) && snapshot.context.text === '';
/** The amount may change while the code is shown or asked for. */
const isCodeAlone = (snapshot: Snapshot) => snapshot.matches({ open: { step: 'shown', copy: 'idle' } });
const isClaimed = (report: HandReport | null) => report?.claim?.state === 'asking' || report?.claim?.state === 'staff';
const dismiss = [key('Escape', 'dialog', TITLE), ...dismissModal(TITLE)];

const toClass = (report: HandReport | null) =>
  report && {
    claim: report.claim?.state ?? null,
    isChecked: isUnderCheck(report),
    due: report.due,
    isPart: report.paid > 0,
    prompt: report.prompt,
    kind: report.byHand?.kind ?? null,
  };

export const byHandModel = defineModel({
  flow: 'by-hand',
  machine: byHandMachine,
  inputs: { '': { orderId: ORDER } },
  events: {
    'page.hidden': { sentBy: 'watchConnection', cases: { '': {} } },
    'page.visible': { sentBy: 'watchConnection', cases: { '': {} } },
    'network.lost': { sentBy: 'watchConnection', cases: { '': {} } },
    'network.back': { sentBy: 'watchConnection', cases: { '': {} } },
    'screen.wide': { sentBy: 'watchScreen', cases: { '': {} } },
    'screen.narrow': { sentBy: 'watchScreen', cases: { '': {} } },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'hand.copy': { number: { field: 'number' }, account: { field: 'account' }, amount: { field: 'amount' } },
    'hand.payOnDelivery': { '': {} },
    'hand.prompt': { '': {} },
    'hand.close': { '': {} },
    'claim.open': { '': {} },
    'claim.change': { receipt: { text: RECEIPT }, words: { text: 'hello' }, blank: { text: ' ' } },
    'claim.send': { '': {} },
    'claim.back': { '': {} },
  },
  acts: defineActs<typeof byHandMachine>({
    'hand.copy': ({ field }) => press('button', COPIES[field]),
    'hand.payOnDelivery': press('button', 'Pay on delivery'),
    'hand.prompt': press('button', 'Send a prompt instead'),
    // Escape closes the form first.
    'hand.close': (_, snapshot) => (isForm(snapshot) ? null : dismiss),
    'claim.open': press('button', 'I have paid'),
    'claim.change': ({ text }) => fill('M-Pesa message or receipt number', text),
    'claim.send': press('button', 'Send'),
    'claim.back': (_, snapshot) => (isForm(snapshot) ? [press('button', 'Back'), ...dismiss] : null),
  }),
  done: {
    checkOrder: {
      unpaid: HAND_REPORTS['unpaid, Paybill 123456, account A1B2C3D4, due 3000'],
      till: HAND_REPORTS['unpaid, Till 654321, due 3000'],
      'prompts closed': HAND_REPORTS['prompts are closed'],
      part: HAND_REPORTS['paid in part: 1000, due 2000'],
      checking: HAND_REPORTS['a payment is being checked'],
      asking: HAND_REPORTS['claim asking'],
      'for staff': HAND_REPORTS['claim for staff'],
      'for staff, seen': { ...HAND_REPORTS['a payment is being checked'], claim: CLAIMS.staff },
      refused: HAND_REPORTS['claim refused'],
      paid: HAND_REPORTS.paid,
      'paid too much': HAND_REPORTS['paid, Ksh 500 too much'],
      cancelled: HAND_REPORTS["cancelled, 'This order has been cancelled.'"],
      'on delivery': HAND_REPORTS['on delivery'],
    },
    sendClaim: { asking: CLAIMS.asking, 'for staff': CLAIMS.staff, 'known already': CLAIMS.refused },
    switchToCash: { '': undefined },
    loadQr: { '': qrOf(3000), 'of another amount': qrOf(2000), none: null },
    copyText: { '': undefined },
  },
  fail: {
    checkOrder: { unknown: claimRefused(404, 'Order not found'), 'of another': claimRefused(403, 'Not yours') },
    sendClaim: {
      'another asked': claimRefused(409, STILL_ASKING, 'asking'),
      'paid meanwhile': claimRefused(409, 'This order is paid.', 'paid'),
    },
  },
  project: ({ report, isOffline, text, textError, copied, problem, qrAmount, qrImage }, snapshot) =>
    snapshot.status === 'done'
      ? snapshot.output.outcome
      : {
          report: toClass(report),
          isOffline,
          text: isForm(snapshot) ? text.trim() : '',
          textError,
          copied: snapshot.matches({ open: { copy: 'idle' } }) ? '' : copied,
          problem: problem !== null,
          qr: [qrAmount, qrImage !== null],
        },
  // The graph explores two active regions at most. Paths after that cover one region at a time.
  leave: (snapshot) =>
    snapshot.matches('open') &&
    [
      snapshot.matches({ open: { polling: 'waiting' } }) || isAskedWhileEntering(snapshot),
      isAt(snapshot, 'shown') || isAt(snapshot, 'asking') || isAt(snapshot, 'forStaff') || isAt(snapshot, 'loading'),
      snapshot.matches({ open: { copy: 'idle' } }),
      snapshot.matches({ open: { code: 'narrow' } }) || isCodeAlone(snapshot),
    ].filter((rests) => !rests).length > 1,
  limit: 4_000,
  delays: { pollInterval: 3_000, reconnectInterval: 10_000, copiedShown: 2_000, qrAtMost: 3_000 },
  beyond: [
    { what: /^\(root\): session\.ended/, why: '§6: a logout ends it, wherever it stands' },
    { what: /^open\.copy/, why: 'PAY-C1: what is shown can be copied, whatever else goes on' },
    { what: /^open\.code/, why: 'PAY-C1: the QR code comes and goes with the numbers, whatever else goes on' },
    { what: /^open\.polling/, why: 'U5, Q26: the shop is asked, whatever the dialog shows' },
    { what: /^open\.step\.(loading|shown): at once/, why: 'PAY-C1, PAY-S2: what the shop reports shows at once' },
    { what: /claim\.send \[isTextBlank\]/, why: 'PAY-S1: Send is off while the field is blank' },
  ],
  states: {
    loading: (snapshot) => isAt(snapshot, 'loading'),
    shown: (snapshot) => isAt(snapshot, 'shown'),
    entering: (snapshot) => isAt(snapshot, 'entering'),
    sending: (snapshot) => isAt(snapshot, 'sending'),
    asking: (snapshot) => isAt(snapshot, 'asking'),
    forStaff: (snapshot) => isAt(snapshot, 'forStaff'),
    switching: (snapshot) => isAt(snapshot, 'switching'),
    paid: (snapshot) => snapshot.matches('paid'),
    onDelivery: (snapshot) => snapshot.matches('onDelivery'),
    over: (snapshot) => snapshot.matches('over'),
    prompt: (snapshot) => snapshot.matches('prompt'),
    dismissed: (snapshot) => snapshot.matches('dismissed'),
    signedOut: (snapshot) => snapshot.matches('signedOut'),
  },
  invariants: {
    'nothing is asked while the page is hidden, never two at once': ({ started, calls, snapshot }) =>
      calls.filter((call) => call.slot === 'checkOrder' && call.isOpen()).length <= 1 &&
      (!snapshot.matches({ open: { polling: 'hidden' } }) || started.every(({ slot }) => slot !== 'checkOrder')),
    'numbers are never shown while a payment or a claim is being checked, or the order is held': ({ snapshot }) => {
      const { report } = snapshot.context;
      const mustHide = report === null || isUnderCheck(report) || isClaimed(report);
      return !mustHide || !snapshot.can({ type: 'hand.copy', field: 'number' });
    },
    'the amount to copy is what is due, at most Ksh 250,000': ({ started, snapshot: { context } }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'copyText' ||
          context.copied !== 'amount' ||
          (input as { text: string }).text === String(Math.min(context.report?.due ?? 0, 250_000)),
      ),
    'what is copied is what is shown, without spaces': ({ started, snapshot: { context } }) =>
      started.every(({ slot, input }) => {
        if (slot !== 'copyText' || context.copied === 'amount') return true;
        const { text } = input as { text: string };
        return text === context.report?.byHand?.[context.copied] && !text.includes(' ');
      }),
    'the QR code is asked for on a wide screen, while the numbers are shown, and is that of the shown amount': ({
      calls,
      snapshot,
    }) => {
      const { report, qrAmount, qrImage } = snapshot.context;
      const isAsked = calls.some((call) => call.slot === 'loadQr' && call.isOpen());
      const shown = report && getHandText(report, 'amount');
      return (
        isAsked === snapshot.matches({ open: { code: 'asking' } }) &&
        (snapshot.status === 'done' || (!isAsked && qrImage === null) || (shown !== null && shown === qrAmount))
      );
    },
    'a part takes no line from the cart': ({ allEffects, snapshot }) =>
      allEffects.filter(({ type }) => type === 'removeOrdered').length ===
      (snapshot.matches('paid') || snapshot.matches('onDelivery') ? 1 : 0),
    'the record is removed when the order is final, and not before': ({ allEffects, snapshot }) =>
      allEffects.filter(({ type }) => type === 'forgetOrder').length ===
      (snapshot.matches('paid') || snapshot.matches('onDelivery') || snapshot.matches('over') ? 1 : 0),
    "pasted text stays in the page's memory only": ({ started, effects, snapshot: { context } }) =>
      effects.every(({ params }) => Object.keys((params ?? {}) as object).join() === 'orderId') &&
      started.every(
        ({ slot, input }) =>
          slot === 'sendClaim' || context.text.trim() === '' || !JSON.stringify(input ?? {}).includes(context.text),
      ),
    'one receipt is sent at a time': ({ calls }) =>
      calls.filter((call) => call.slot === 'sendClaim' && call.isOpen()).length <= 1,
    'only a text with one receipt is sent': ({ started }) =>
      started.every(({ slot, input }) => slot !== 'sendClaim' || (input as { text: string }).text === RECEIPT),
    'by hand is kept once, at the start': ({ allEffects }) =>
      allEffects.filter(({ type }) => type === 'keepByHand').length === 1,
    'an order that is over says why': ({ snapshot }) =>
      snapshot.output?.outcome !== 'over' || snapshot.output.problem !== null,
    'it ends with what has happened': ({ snapshot }) =>
      snapshot.status !== 'done' || snapshot.output.outcome === snapshot.value,
    'why something did not work is not said while it is tried again': ({ snapshot }) =>
      (!isAt(snapshot, 'sending') && !isAt(snapshot, 'switching')) || snapshot.context.problem === null,
    'a 401 is a logout': ({ step, snapshot }) =>
      step?.label.endsWith(' fails(unauthorized)') !== true ||
      step.label.startsWith('copyText') ||
      snapshot.matches('signedOut'),
  },
});
