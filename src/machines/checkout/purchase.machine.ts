import type { OrderDraft } from '../../../contract/orders.ts';
import { prefilledMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import type { OrderPlacementOutput } from './order-placement.machine.ts';
import { purchaseSetup } from './purchase.setup.ts';
import type { PurchaseContext, PurchaseOutput } from './purchase.types.ts';
import { given, signedOutInside, withEvent, withOutput } from '../parts.ts';
import type { ContextScope, EventScope } from '../parts.ts';
import { slot } from '../slots.ts';

/**
 * What one press of the checkout's button sets going: by cash an order, by M-Pesa the phone, an order and its
 * payment. An order that was made is paid again and never made again (D9).
 */

const orderOf = ({ context }: ContextScope<PurchaseContext>) => ({ orderId: context.orderId ?? '' });
const placedOrder = ({ event }: EventScope<{ readonly output: OrderPlacementOutput }>) => ({
  orderId: event.output.orderId,
});

const notPlaced = [
  {
    description: 'Prices or stock have changed, and nothing was ordered (D5).',
    guard: withOutput('isChanged'),
    target: 'changed',
    actions: withOutput('setOutcome'),
  },
  signedOutInside('signedOut'),
] as const;

/** The payment tells where it is; `target` is the state that shows it. */
function shownAs<const Guard extends string, const Target extends string>(guard: Guard, target: Target) {
  return { guard: withEvent(guard), target, actions: withEvent('setPayment') };
}

/** The shopper knows that the payment has failed. */
const seen = { target: 'inline', actions: given('forgetPrompt', orderOf) } as const;

export const purchaseMachine = purchaseSetup.createMachine({
  id: 'purchase',
  description: 'One purchase of the checkout, from the press of the button until the order is placed or paid.',
  context: ({ input }) => ({
    ...input,
    amount: Math.ceil(input.amount),
    orderId: input.kept?.orderId ?? input.orderId,
    phone: prefilledMpesaPhone(input.phone),
    payer: '',
    phoneError: null,
    payment: 'underWay',
    lines: [],
    problem: null,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Is a payment from before a reload taken up again, and if not, how is it paid?',
      always: [
        { description: 'A payment from before a reload is taken up again.', guard: 'isKept', target: 'paying' },
        { description: 'The order is to be paid on delivery.', guard: 'isByCash', target: 'placingCod' },
        { description: 'The order is to be paid by M-Pesa.', target: 'confirmingPhone' },
      ],
    },

    placingCod: {
      description: 'An order to be paid on delivery is being placed.',
      invoke: {
        ...slot('orderPlacement'),
        input: ({ context }) => ({ draft: sent(context), orderId: context.orderId }),
        onDone: [
          {
            description: 'The order is placed.',
            guard: withOutput('isPlaced'),
            target: 'ordered',
            actions: [
              given('removeOrdered', placedOrder),
              given('forgetOrder', placedOrder),
              given('saveAddress', addressOf),
              withOutput('setOrder'),
            ],
          },
          ...notPlaced,
          {
            description: 'The order was not placed, and the form says why.',
            target: 'failed',
            actions: withOutput('setOutcome'),
          },
        ],
      },
    },

    confirmingPhone: {
      description: 'The shopper says which phone gets the prompt.',
      tags: 'dialog',
      on: {
        'phone.change': { actions: withEvent('setPhone') },
        'phone.confirm': [
          { description: 'No phone is typed (§5).', guard: 'isPhoneBlank' },
          {
            description: 'What is typed is no Kenyan phone number (§5).',
            guard: 'isPhoneWrong',
            actions: 'refusePhone',
          },
          {
            description: 'The order stands already, so it is only paid (D9).',
            guard: 'hasOrder',
            target: 'paying',
            actions: 'setPayer',
          },
          {
            description: 'The phone is right, and the order is still to be placed.',
            target: 'placingMpesa',
            actions: 'setPayer',
          },
        ],
        'dialog.cancel': 'dismissed',
      },
    },

    placingMpesa: {
      description: 'The order to be paid by M-Pesa is being placed, or, after a lost answer, looked for.',
      tags: 'dialog',
      invoke: {
        ...slot('orderPlacement'),
        input: ({ context }) => ({ draft: sent(context) }),
        onDone: [
          {
            description: 'The order is placed.',
            guard: withOutput('isPlaced'),
            target: 'paying',
            actions: [given('saveAddress', addressOf), withOutput('setOrder')],
          },
          ...notPlaced,
          {
            description: 'The order was not placed, and the dialog says why.',
            target: 'orderless',
            actions: withOutput('setProblem'),
          },
        ],
      },
    },

    paying: {
      description: 'The order is being paid by M-Pesa.',
      initial: 'underWay',
      entry: 'beginPayment',
      invoke: {
        ...slot('mpesaPayment'),
        input: ({ context: { orderId, payer, amount, userName, kept } }) => ({
          orderId: orderId ?? '',
          phone: payer,
          amount,
          userName,
          prompt: kept && { checkoutRequestId: kept.checkoutRequestId, times: null, startedAt: kept.startedAt },
        }),
        onSnapshot: [
          { description: 'The payment has just failed.', ...shownAs('hasFailed', '.failed') },
          { description: 'The 10 minutes have just ended without word (Q19).', ...shownAs('hasTimedOut', '.timedOut') },
          { description: 'A code is asked for, to prove the phone (D25).', ...shownAs('isProving', '.proving') },
          {
            description: 'The prompt is on the phone, and the payment goes on without the dialog (X31).',
            ...shownAs('isWaiting', '.waiting'),
          },
          { description: 'A call is under way whose answer the payment needs.', ...shownAs('isUnderWay', '.underWay') },
        ],
        onDone: [
          {
            description: 'The money is there.',
            guard: withOutput('isPaid'),
            target: 'paid',
            actions: given('forgetOrder', orderOf),
          },
          {
            description: 'The order will be paid on delivery.',
            guard: withOutput('isOnDelivery'),
            target: 'ordered',
            actions: given('forgetOrder', orderOf),
          },
          signedOutInside('signedOut'),
          {
            description: 'The order is cancelled and cannot be paid any more (D12).',
            guard: withOutput('isCancelled'),
            target: 'orderless',
            actions: [withOutput('setProblem'), 'clearOrder'],
          },
          {
            description: 'The shopper left the code screen: another phone can be named (D25).',
            guard: withOutput('isUnproved'),
            target: 'confirmingPhone',
          },
          { description: 'The shopper put the payment away, or the shop knows no such payment.', target: 'dismissed' },
        ],
      },
      states: {
        underWay: {
          description: 'The dialog tells how the payment goes; it stays until a call that is under way is answered.',
          tags: 'dialog',
        },
        waiting: {
          description: 'The prompt waits on the phone; the dialog can be closed into the bar under the header (X31).',
          tags: 'dialog',
          on: { 'dialog.dismiss': '#purchase.dismissed' },
        },
        proving: {
          description: 'A code has to prove the phone first; nothing is charged, and the order stays kept (D25).',
          tags: 'dialog',
          on: { 'code.dismiss': '#purchase.dismissed' },
        },
        failed: {
          description: 'No payment came of it; the dialog says why.',
          tags: 'dialog',
          on: {
            'dialog.dismiss': seen,
          },
          after: {
            failureReset: {
              description: '3 s after the failure was shown; the reason stays beside the form (U3).',
              ...seen,
            },
          },
        },
        timedOut: {
          description: 'Ten minutes have passed without word; the dialog says so.',
          tags: 'dialog',
          on: { 'dialog.dismiss': 'inline' },
          after: {
            failureReset: {
              description: '3 s after the timeout was shown; the text stays beside the form (Q19).',
              target: 'inline',
            },
          },
        },
        inline: {
          description: 'The dialog has gone; the reason stands beside the form with Try again (U3).',
          tags: 'inline',
          on: { 'phone.ask': '#purchase.confirmingPhone' },
        },
      },
    },

    paid: {
      description: 'The money is there, and nothing is kept of the order any more; the dialog thanks.',
      tags: 'dialog',
      after: { successRedirect: { description: '2 s after the success was shown (§9).', target: 'ordered' } },
    },

    orderless: {
      description: 'There is no order to pay: it was not placed, or was cancelled meanwhile.',
      initial: 'dialog',
      states: {
        dialog: {
          description: 'The dialog says why.',
          tags: 'dialog',
          on: { 'dialog.dismiss': 'inline' },
          after: {
            failureReset: {
              description: '3 s after the failure was shown; the reason stays beside the form (U3).',
              target: 'inline',
            },
          },
        },
        inline: {
          description: 'The dialog has gone; the reason stands beside the form with Try again (U3).',
          tags: 'inline',
          on: {
            'order.retry': [
              {
                description: 'There is nothing to place again, as after a reload.',
                guard: 'hasNothingToOrder',
                target: '#purchase.dismissed',
              },
              {
                description: 'What the shopper ordered is placed again.',
                target: '#purchase.placingMpesa',
                actions: 'clearProblem',
              },
            ],
          },
        },
      },
    },

    ordered: {
      type: 'final',
      description: 'The order stands, and its success page follows.',
      entry: given('goToOrderSuccess', orderOf),
      output: 'ordered',
    },
    changed: { type: 'final', description: 'Prices or stock have changed; nothing was ordered.', output: 'changed' },
    failed: { type: 'final', description: 'Nothing was ordered, and the reason is known.', output: 'failed' },
    dismissed: { type: 'final', description: 'Back to the form; an order that was made is kept.', output: 'dismissed' },
    signedOut: {
      type: 'final',
      description: 'The login page follows; the cart and the payment stay kept.',
      entry: 'goToLogin',
      output: 'signedOut',
    },
  },
  output: ({ context: { lines, problem }, event }) => ({
    outcome: event.output as PurchaseOutput['outcome'],
    lines,
    problem,
  }),
});

/** Only a payment that is taken up again has no draft, and that has an order. */
function sent({ draft }: PurchaseContext): OrderDraft {
  if (draft === null) throw new Error('purchase: there is nothing to order');
  return draft;
}

/** What is to be saved of the address, however the order is paid (A27). */
function addressOf({ context: { saving, details } }: ContextScope<PurchaseContext>) {
  return { saving, details };
}
