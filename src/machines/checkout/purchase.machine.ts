import type { OrderDraft } from '../../../contract/orders.ts';
import { getPrefilledMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import type { OrderPlacementOutput } from './order-placement.machine.ts';
import { orderless, stopped } from './purchase.regions.ts';
import { purchaseSetup } from './purchase.setup.ts';
import type { PurchaseContext, PurchaseOutput } from './purchase.types.ts';
import { given, signedOutInside, withEvent, withOutput } from '../parts.ts';
import type { ContextScope, EventScope } from '../parts.ts';
import { slot } from '../slots.ts';

/**
 * One press of the checkout's button: by cash an order, by M-Pesa the phone, an order and its payment. A created order
 * is paid again and never created again (D9).
 */

const pickOrderId = ({ context }: ContextScope<PurchaseContext>) => ({ orderId: context.orderId ?? '' });
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

/** A snapshot of the payment; `target` is the state that shows it. */
function shownAs<const Guard extends string, const Target extends string>(guard: Guard, target: Target) {
  return { guard: withEvent(guard), target, actions: withEvent('setPayment') };
}

/** The shopper has seen the failure. */
const seen = { target: 'inline', actions: given('forgetPrompt', pickOrderId) } as const;

export const purchaseMachine = purchaseSetup.createMachine({
  id: 'purchase',
  description: 'One purchase of the checkout, from the press of the button until the order is placed or paid.',
  context: ({ input }) => ({
    ...input,
    amount: Math.ceil(input.amount),
    orderId: input.kept?.orderId ?? input.orderId,
    phone: getPrefilledMpesaPhone(input.phone),
    payer: '',
    phoneError: null,
    now: 0,
    payment: 'underWay',
    lines: [],
    problem: null,
    returned: 0,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether a payment from before a reload is resumed, and else how the order is paid.',
      always: [
        { description: 'A payment from before a reload is resumed.', guard: 'isKept', target: 'paying' },
        { description: 'The order is to be paid on delivery.', guard: 'isByCash', target: 'placingCod' },
        {
          description: 'The order exists and is paid by hand.',
          guard: 'isByHandAndPlaced',
          target: 'payingByHand',
        },
        {
          description: "By hand comes first, by the shop's setting. Its account is the order's number (PAY-C1).",
          guard: 'isByHand',
          target: 'placingMpesa',
        },
        {
          description: 'M-Pesa sends no prompts now, so the other ways come first (PAY-M2, PAY-M3).',
          guard: 'arePromptsStopped',
          target: 'stopped',
        },
        { description: 'The order is to be paid by M-Pesa.', target: 'confirmingPhone' },
      ],
    },

    placingCod: {
      description: 'A cash-on-delivery order is being placed.',
      invoke: {
        ...slot('orderPlacement'),
        input: ({ context }) => ({ draft: getSentOrder(context), orderId: context.orderId }),
        onDone: [
          {
            description: 'The order is placed.',
            guard: withOutput('isPlaced'),
            target: 'ordered',
            actions: [
              given('removeOrdered', placedOrder),
              given('forgetOrder', placedOrder),
              given('saveAddress', toAddressSaving),
              withOutput('setOrder'),
            ],
          },
          ...notPlaced,
          {
            description: 'The order was not placed. The form shows the reason.',
            target: 'failed',
            actions: withOutput('setOutcome'),
          },
        ],
      },
    },

    confirmingPhone: {
      description: 'The shopper chooses the phone for the prompt.',
      tags: 'dialog',
      on: {
        'phone.change': { actions: withEvent('setPhone') },
        'phone.confirm': [
          { description: 'No phone is typed (§5).', guard: 'isPhoneBlank' },
          {
            description: 'The text is not a Kenyan phone number (§5).',
            guard: 'isPhoneWrong',
            actions: 'refusePhone',
          },
          {
            description: 'The order already exists, so it is only paid (D9).',
            guard: 'hasOrder',
            target: 'paying',
            actions: 'setPayer',
          },
          {
            description: 'The phone is valid, and the order is not placed yet.',
            target: 'placingMpesa',
            actions: 'setPayer',
          },
        ],
        'hand.choose': {
          description: "The account is the order's number, so the order is placed first (PAY-C1).",
          target: 'deciding',
          actions: 'chooseHand',
        },
        'dialog.cancel': 'dismissed',
      },
    },

    stopped,

    placingMpesa: {
      description: 'The M-Pesa order is being placed, or looked up after a lost reply.',
      tags: 'dialog',
      invoke: {
        ...slot('orderPlacement'),
        input: ({ context }) => ({ draft: getSentOrder(context) }),
        onDone: [
          {
            description: 'The order is placed, to be paid by hand.',
            guard: withOutput('isPlacedByHand'),
            target: 'payingByHand',
            actions: [given('saveAddress', toAddressSaving), withOutput('setOrder')],
          },
          {
            description: 'The order is placed.',
            guard: withOutput('isPlaced'),
            target: 'paying',
            actions: [given('saveAddress', toAddressSaving), withOutput('setOrder')],
          },
          ...notPlaced,
          {
            description: 'The order was not placed. The dialog shows the reason.',
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
          {
            description: 'The 10 minutes have just ended without a result (Q19).',
            ...shownAs('hasTimedOut', '.timedOut'),
          },
          {
            description: 'M-Pesa sends no prompts right now. The dialog stays and offers the other ways (PAY-M2).',
            ...shownAs('hasOtherWays', '.otherWays'),
          },
          { description: 'The shopper must prove the phone with a code (D25).', ...shownAs('isProving', '.proving') },
          {
            description: 'The prompt is on the phone. The payment continues without the dialog (X31).',
            ...shownAs('isWaiting', '.waiting'),
          },
          { description: 'A call is running whose reply the payment needs.', ...shownAs('isUnderWay', '.underWay') },
        ],
        onDone: [
          {
            description: 'The money has arrived.',
            guard: withOutput('isPaid'),
            target: 'paid',
            actions: given('forgetOrder', pickOrderId),
          },
          {
            description: 'The order will be paid on delivery.',
            guard: withOutput('isOnDelivery'),
            target: 'ordered',
            actions: given('forgetOrder', pickOrderId),
          },
          {
            description: 'The order is paid by hand from here on (PAY-C1).',
            guard: withOutput('isHandChosen'),
            target: 'payingByHand',
            actions: 'chooseHand',
          },
          signedOutInside('signedOut'),
          {
            description: 'The order is cancelled and can no longer be paid (D12).',
            guard: withOutput('isCancelled'),
            target: 'orderless',
            actions: [withOutput('setProblem'), 'clearOrder'],
          },
          {
            description: 'The shopper left the code screen and can name another phone (D25).',
            guard: withOutput('isUnproved'),
            target: 'confirmingPhone',
          },
          { description: 'The shopper dismissed the payment, or the shop does not know it.', target: 'dismissed' },
        ],
      },
      states: {
        underWay: {
          description: 'The dialog shows the progress of the payment. It stays until the running call has a reply.',
          tags: 'dialog',
        },
        waiting: {
          description:
            'The prompt is on the phone. Closing the dialog moves the payment to the bar under the header (X31).',
          tags: 'dialog',
          on: { 'dialog.dismiss': '#purchase.dismissed' },
        },
        proving: {
          description:
            'The shopper must prove the phone with a code first. Nothing is charged, and the order is kept (D25).',
          tags: 'dialog',
          on: { 'code.dismiss': '#purchase.dismissed' },
        },
        otherWays: {
          description: 'M-Pesa sends no prompts right now. The dialog offers the other ways, and the order is kept.',
          tags: 'dialog',
          on: { 'dialog.dismiss': '#purchase.dismissed' },
        },
        failed: {
          description: 'The payment failed. The dialog shows the reason.',
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
          description: 'Ten minutes have passed without a result. The dialog shows this.',
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
          description: 'The dialog has closed. The reason is shown beside the form with Try again (U3).',
          tags: 'inline',
          on: { 'phone.ask': '#purchase.confirmingPhone' },
        },
      },
    },

    payingByHand: {
      description: 'The order is being paid by hand, in a separate dialog.',
      tags: 'dialog',
      invoke: {
        ...slot('byHand'),
        input: pickOrderId,
        onDone: [
          {
            description: 'The order is paid.',
            guard: withOutput('isPaid'),
            target: 'paid',
            actions: withOutput('setReturned'),
          },
          {
            description: 'The order will be paid on delivery.',
            guard: withOutput('isOnDelivery'),
            target: 'ordered',
          },
          signedOutInside('signedOut'),
          {
            description: 'The order can no longer be paid (D12).',
            guard: withOutput('isOver'),
            target: 'orderless',
            actions: [withOutput('setProblem'), 'clearOrder'],
          },
          {
            description: 'The shopper wants a prompt for what is due.',
            guard: withOutput('isPromptChosen'),
            target: 'confirmingPhone',
            actions: withOutput('choosePrompt'),
          },
          { description: 'The shopper has closed the dialog. The order is kept.', target: 'dismissed' },
        ],
      },
    },

    paid: {
      description: 'The money has arrived, and the order is no longer stored. The dialog thanks the shopper.',
      tags: 'dialog',
      after: { successRedirect: { description: '2 s after the success was shown (§9).', target: 'ordered' } },
    },

    orderless,

    ordered: {
      type: 'final',
      description: 'The order is placed, and its success page follows.',
      entry: given('goToOrderSuccess', pickOrderId),
      output: 'ordered',
    },
    cash: {
      type: 'final',
      description: 'Nothing was ordered. The form is to choose cash on delivery.',
      output: 'cash',
    },
    changed: { type: 'final', description: 'Prices or stock have changed; nothing was ordered.', output: 'changed' },
    failed: { type: 'final', description: 'Nothing was ordered, and the reason is known.', output: 'failed' },
    dismissed: { type: 'final', description: 'Back to the form. A created order is kept.', output: 'dismissed' },
    signedOut: {
      type: 'final',
      description: 'The login page follows. The cart and the payment are kept.',
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

/** Only a resumed payment has no draft, and it has an order. */
function getSentOrder({ draft }: PurchaseContext): OrderDraft {
  if (draft === null) throw new Error('purchase: there is nothing to order');
  return draft;
}

/** The address to save, independent of the payment method (A27). */
function toAddressSaving({ context: { saving, details } }: ContextScope<PurchaseContext>) {
  return { saving, details };
}
