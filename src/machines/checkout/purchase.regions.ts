import { purchaseSetup } from './purchase.setup.ts';
import { withEvent } from '../parts.ts';
import { slot } from '../slots.ts';

/** States of purchase.machine.ts in which no payment runs. */

export const stopped = purchaseSetup.createStateConfig({
  description: 'M-Pesa sends no prompts now. The dialog offers the other ways before anything is ordered (PAY-M2).',
  tags: 'dialog',
  invoke: slot('clock'),
  on: {
    'clock.tick': { actions: withEvent('setNow') },
    'hand.choose': {
      description: 'The shop takes payments by hand. An order that does not exist yet is placed first (PAY-C1).',
      guard: 'hasHand',
      target: '#purchase.deciding',
      actions: 'chooseHand',
    },
    'cash.choose': [
      {
        description: 'The order already exists, so it is changed to pay on delivery (D21).',
        guard: 'hasCashAndOrder',
        target: '#purchase.deciding',
        actions: 'chooseCash',
      },
      {
        description: 'Nothing is ordered yet. The form is to choose cash on delivery.',
        guard: 'hasCash',
        target: '#purchase.cash',
      },
    ],
    'prompt.retry': {
      description: 'The wait that the shop named is over (PAY-M3).',
      guard: 'isWaitOver',
      target: '#purchase.confirmingPhone',
    },
    'dialog.dismiss': '#purchase.dismissed',
  },
});

export const orderless = purchaseSetup.createStateConfig({
  description: 'There is no order to pay: it was not placed, or was cancelled meanwhile.',
  initial: 'dialog',
  states: {
    dialog: {
      description: 'The dialog shows the reason.',
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
      description: 'The dialog has closed. The reason is shown beside the form with Try again (U3).',
      tags: 'inline',
      on: {
        'order.retry': [
          {
            description: 'There is no draft to place again, e.g. after a reload.',
            guard: 'hasNothingToOrder',
            target: '#purchase.dismissed',
          },
          {
            description: 'The same draft is placed again.',
            target: '#purchase.placingMpesa',
            actions: 'clearProblem',
          },
        ],
      },
    },
  },
});
