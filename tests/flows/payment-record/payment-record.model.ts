import { defineModel } from '../../../model-testing.config.ts';
import { paymentRecordMachine } from '../../../src/machines/payment/payment-record.machine.ts';
import { findStoredOrder } from '../../../src/rules/payment/stored-payment.ts';
import { getOwnRecord, getLinesToRemove } from '../../../src/rules/payment/payment-record.ts';
import type { RecordKnowledge } from '../../../src/rules/payment/payment-record.ts';
import { START } from '../support/payment.samples.ts';
import { D, drafts, prompted } from '../support/record.samples.ts';

const text = (value: object) => ({ text: JSON.stringify(value) });
const another = drafts['A x 3 instead of A x 2'] ?? D;

/** The parts that distinguish two records. */
const inShort = (kept: RecordKnowledge['stored']) =>
  kept && [
    kept.user,
    kept.key,
    kept.orderId,
    kept.checkoutRequestId,
    kept.way,
    kept.lines.length > 0,
    kept.replaces?.orderId,
    kept.replaces?.checkoutRequestId,
    kept.replaces?.way,
    (kept.replaces?.lines.length ?? 0) > 0,
  ];

/** Events that do not change the lines by themselves. */
const LINES_LEAVE_ALONE = [
  'shopper.changed',
  'storage.changed',
  'order.confirmed',
  'order.placed',
  'replacement.refused',
  'prompt.accepted',
  'hand.chosen',
  'prompt.dismissed',
  'payment.found',
  'lines.claimed',
  'order.over',
  'record.notSaved',
  'record.saved',
];

export const paymentRecordModel = defineModel({
  flow: 'payment-record',
  machine: paymentRecordMachine,
  inputs: { '': undefined },
  events: {
    'shopper.changed': { sentBy: 'watchShopper', cases: { u1: { user: 'u1' }, nobody: { user: null } } },
    'storage.changed': {
      sentBy: 'watchStorage',
      cases: {
        nothing: { text: null },
        'K1, o1, ws_1 of u1': text(prompted()),
      },
    },
    'record.saved': { '': {} },
    'record.notSaved': { '': {} },
    'order.confirmed': { D: { draft: D, key: 'K1' }, 'A x 3': { draft: another, key: 'K2' } },
    'order.placed': { 'o1 of K1': { key: 'K1', orderId: 'o1' } },
    'replacement.refused': { '': {} },
    'prompt.accepted': { 'ws_1 of o1': { orderId: 'o1', checkoutRequestId: 'ws_1', startedAt: START } },
    'hand.chosen': { o1: { orderId: 'o1' } },
    'prompt.dismissed': { o1: { orderId: 'o1' } },
    'payment.found': {
      'o9, ws_9': { orderId: 'o9', checkoutRequestId: 'ws_9', startedAt: START, lines: [{ id: 'a', quantity: 1 }] },
      'ws_1 of o1': { orderId: 'o1', checkoutRequestId: 'ws_1', startedAt: START, lines: null },
    },
    'lines.claimed': { o1: { orderId: 'o1' } },
    'order.over': { o1: { orderId: 'o1' } },
  },
  acts: {
    'record.saved': { sentIn: 'src/compose/payment/payment-record.ts' },
    'record.notSaved': { sentIn: 'src/compose/payment/payment-record.ts' },
    'order.confirmed': { sentIn: 'src/compose/checkout/order-placement.ts' },
    'order.placed': { sentIn: 'src/compose/checkout/order-placement.ts' },
    'replacement.refused': { sentIn: 'src/compose/checkout/order-placement.ts' },
    'prompt.accepted': { sentIn: 'src/compose/payment/mpesa-payment.ts' },
    'hand.chosen': { sentIn: 'src/compose/payment/by-hand.ts' },
    'prompt.dismissed': { sentIn: 'src/compose/payment/mpesa-payment.ts' },
    'payment.found': { sentIn: 'src/compose/payment/waiting-payment.ts' },
    'lines.claimed': { sentIn: 'src/compose/payment/mpesa-payment.ts' },
    'order.over': { sentIn: 'src/compose/payment/mpesa-payment.ts' },
  },
  done: {},
  delays: {},
  beyond: [
    {
      what: /order\.confirmed \[isOwnDraft\]/,
      why: 'D9: one key for an unchanged draft, also where another tab keeps its own',
    },
    {
      what: /order\.confirmed \[isStoredDraft\]/,
      why: 'D9: nobody is signed in for a moment; the draft is the stored one',
    },
    { what: /replacement\.refused/, why: 'D21: what cannot be replaced any more is not asked for again' },
    {
      what: /prompt\.accepted \[otherwise\]|\[isOwedByOwn\]/,
      why: 'U6, D9: this tab knows its order where another one has overwritten the record',
    },
    { what: /order\.placed \[otherwise\]/, why: 'D9: the order is known already, or known to nobody here' },
    { what: /isNothingStored/, why: 'H10: nothing is to be kept any more, e.g. another tab has finished it' },
    {
      what: /prompt\.dismissed|order\.over/,
      why: 'decision 0008: a payment that is shown ends, whoever is signed in by then',
    },
    { what: /hand\.chosen/, why: 'PAY-C1: it is kept of every order that is kept, whoever is signed in by then' },
    {
      what: /payment\.found .* from record\.prompt/,
      why: 'PAY-C1: a prompt that is found goes on, also of an order that is paid by hand',
    },
    {
      what: /payment\.found .* from record\.key/,
      why: 'D21: the prompt of the order that is to be replaced is still waited for',
    },
  ],
  project: ({ user, stored, own }) => ({ user, stored: inShort(stored), own: inShort(own) }),
  states: {
    'record.none': (snapshot) => snapshot.matches({ record: 'none' }),
    'record.key': (snapshot) => snapshot.matches({ record: 'key' }),
    'record.order': (snapshot) => snapshot.matches({ record: 'order' }),
    'record.prompt': (snapshot) => snapshot.matches({ record: 'prompt' }),
    'lines.none': (snapshot) => snapshot.matches({ lines: 'none' }),
    'lines.owed': (snapshot) => snapshot.matches({ lines: 'owed' }),
    'keeping.stored': (snapshot) => snapshot.matches({ keeping: 'stored' }),
    'keeping.memoryOnly': (snapshot) => snapshot.matches({ keeping: 'memoryOnly' }),
  },
  equivalents: {
    'start record in none': 'nothing is known before anybody tells, so that reading leads there',
    'start lines in owed': 'nothing is owed before anybody tells, and that leads on at once',
    'start keeping in memoryOnly': 'nothing is stored before anybody tells, and that leads on at once',
    'swap record: payment.found #1': 'a record that has the order is no record to be kept over',
    'swap record: lines.claimed #1': 'an order is in the storage or it is not',
    'retarget lines.owed: always -> lines': 'lines begin with none',
    'guard record.reading: always #3 by owesLines': 'a draft is of some lines, and they leave with its order only',
    ...Object.fromEntries(
      LINES_LEAVE_ALONE.flatMap((type) => [
        [`add lines.none: ${type} -> lines.owed`, 'what is owed says where it is, and leads back at once'],
        [`add lines.owed: ${type} -> lines.none`, 'what is owed says where it is, and leads back at once'],
      ]),
    ),
  },
  invariants: {
    'the record makes no call of its own': ({ calls }) =>
      calls.every(({ slot }) => slot === 'watchShopper' || slot === 'watchStorage'),
    'it is said that nothing is kept when the browser has refused, and not before (H10)': ({
      step,
      before,
      snapshot,
    }) =>
      before?.matches({ keeping: 'stored' }) !== true ||
      snapshot.matches({ keeping: 'stored' }) ||
      step?.event.type === 'record.notSaved',
    'one change is saved once': ({ effects }) => effects.filter(({ type }) => type === 'saveRecord').length <= 1,
    'nobody is signed in before the session says so': ({ before, snapshot: { context } }) =>
      before !== null || context.user === null,
    'the draft that was confirmed is what is stored for all tabs, under the key that it is sent with (D9)': ({
      step,
      snapshot: { context },
    }) => step?.event.type !== 'order.confirmed' || (context.own !== null && context.own === context.stored),
    'a record that another tab has removed is over for this one, too': ({ step, snapshot: { context } }) =>
      step?.label !== 'watchStorage sends storage.changed(nothing)' || context.own === null,
    'what became of an order is known wherever it is named, here and in the storage': ({
      step,
      snapshot: { context },
    }) =>
      [context.stored, context.own].every((kept) => {
        const order = findStoredOrder(kept, 'o1');
        if (step?.event.type === 'order.over') return order === null;
        if (step?.event.type === 'hand.chosen') return order === null || order.way === 'hand';
        if (step?.event.type === 'prompt.accepted')
          return order === null || (order.checkoutRequestId === 'ws_1' && order.way === null);
        return step?.event.type !== 'prompt.dismissed' || order === null || order.checkoutRequestId === null;
      }),
    'what is known to be stored is what was saved or read last': ({ step, before, snapshot, effects }) => {
      const saved = effects.findLast(({ type }) => type === 'saveRecord')?.params as { kept: unknown } | undefined;
      if (saved !== undefined) return saved.kept === snapshot.context.stored;
      return (
        before === null ||
        before.context.stored === snapshot.context.stored ||
        step?.label.startsWith('watchStorage sends') === true
      );
    },
    'a record that counts as none causes no call, no text and no error': ({ snapshot: { context, value } }) =>
      (getOwnRecord(context) === null) === (value.record === 'none') &&
      (getOwnRecord(context) !== null || value.lines === 'none'),
    'lines that leave the cart are owed no more': ({ effects, snapshot: { context } }) =>
      effects.every(({ type }) => type !== 'takeLines') ||
      [context.stored, context.own].every(
        (kept) => kept === null || kept.orderId !== 'o1' || kept.lines.length === 0 || kept.replaces !== null,
      ),
    'lines are taken by the first claim, and by no other (U6)': ({ step, before, snapshot, effects }) => {
      if (step?.event.type !== 'lines.claimed' || before === null) return true;
      const isOwed = ({ context }: typeof snapshot) =>
        getLinesToRemove(context, String(step.event['orderId'])).length > 0;
      return (
        effects.filter(({ type }) => type === 'takeLines').length === (isOwed(before) ? 1 : 0) && !isOwed(snapshot)
      );
    },
    'a refused replacement replaces nothing any more, and is saved where it is what is stored (D21)': ({
      step,
      before,
      snapshot,
      effects,
    }) => {
      if (step?.event.type !== 'replacement.refused' || before === null) return true;
      const { own, stored } = before.context;
      const isStored = own !== null && own.key === stored?.key;
      return (
        (snapshot.context.own?.replaces ?? null) === null &&
        effects.filter(({ type }) => type === 'saveRecord').length === (isStored ? 1 : 0)
      );
    },
    'nothing is kept over what is stored while nobody is signed in, but by a confirmed draft': ({
      step,
      before,
      snapshot,
    }) =>
      before?.context.user !== null ||
      before.context.stored === null ||
      step?.label.startsWith('order.confirmed') === true ||
      step?.label.startsWith('watchStorage sends') === true ||
      snapshot.context.stored?.user === before.context.stored.user ||
      snapshot.context.stored === null,
    'a prompt is kept with when it was accepted, and belongs to an order': ({ snapshot: { context } }) =>
      [context.stored, context.own].every(
        (kept) =>
          kept === null ||
          ((kept.checkoutRequestId === null) === (kept.startedAt === null) &&
            (kept.checkoutRequestId === null || kept.orderId !== null)),
      ),
  },
});
