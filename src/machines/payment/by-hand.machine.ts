import { byHandSetup, getCopiedText } from './by-hand.setup.ts';
import type { ByHandContext, ByHandOutput } from './by-hand.setup.ts';
import { code, polling, step } from './by-hand.regions.ts';
import { withEvent } from '../parts.ts';
import type { ContextScope } from '../parts.ts';
import { slot } from '../slots.ts';

/**
 * Pays one existing order by hand: the shopper enters the numbers in the M-Pesa menu, and the shop reports the money.
 * Whoever has paid and sees nothing happen sends the receipt. The checkout's purchase and the order's page invoke it.
 */

const pickOrder = ({ context: { orderId } }: ContextScope<ByHandContext>) => ({ orderId });
const forget = { type: 'forgetOrder', params: pickOrder } as const;
/** The order is final: its lines leave the cart before its record is removed. */
const settle = [{ type: 'removeOrdered', params: pickOrder } as const, forget];

export const byHandMachine = byHandSetup.createMachine({
  id: 'byHand',
  description: 'Pays one order by hand in the M-Pesa menu.',
  context: ({ input }) => ({
    ...input,
    report: null,
    isOffline: false,
    text: '',
    textError: null,
    copied: 'number',
    qrAmount: null,
    qrImage: null,
    problem: null,
  }),
  entry: { type: 'keepByHand', params: pickOrder },
  invoke: slot('watchSession'),
  initial: 'open',
  on: { 'session.ended': '.signedOut' },
  states: {
    open: {
      description: 'The dialog is open. The shop is asked what is paid.',
      type: 'parallel',
      invoke: slot('watchConnection'),
      states: {
        polling,
        step,
        code,
        copy: {
          description: 'Copies a number, the account or the amount.',
          initial: 'idle',
          on: {
            'hand.copy': {
              description: 'M-Pesa asks for it.',
              guard: withEvent('canCopy'),
              target: '.copying',
              actions: withEvent('setCopied'),
            },
          },
          states: {
            idle: { description: 'Nothing was copied just now.' },
            copying: {
              description: 'The text is being copied to the clipboard.',
              invoke: {
                ...slot('copyText'),
                input: ({ context }) => ({ text: getCopiedText(context) }),
                onDone: 'done',
                onError: 'refused',
              },
            },
            done: {
              description: 'The text is in the clipboard, and the page confirms it.',
              after: { copiedShown: { description: '2 s after the text was copied.', target: 'idle' } },
            },
            refused: { description: 'The browser refuses the clipboard. The text is selected, to be copied by hand.' },
          },
        },
      },
    },

    paid: {
      id: 'paid',
      type: 'final',
      description: 'The order is paid. Its lines have left the cart.',
      entry: settle,
      output: 'paid',
    },
    onDelivery: {
      id: 'onDelivery',
      type: 'final',
      description: 'The order will be paid on delivery. Its lines have left the cart.',
      entry: settle,
      output: 'onDelivery',
    },
    over: {
      id: 'over',
      type: 'final',
      description: 'The order can no longer be paid, or the shop does not know it (D12, D17).',
      entry: forget,
      output: 'over',
    },
    prompt: { id: 'prompt', type: 'final', description: 'The shopper wants a prompt instead.', output: 'prompt' },
    dismissed: {
      id: 'dismissed',
      type: 'final',
      description: 'The shopper has closed the dialog. The order is kept.',
      output: 'dismissed',
    },
    signedOut: { id: 'signedOut', type: 'final', description: 'Logged out. The order is kept.', output: 'signedOut' },
  },
  output: ({ context: { problem, report }, event }) => ({
    outcome: event.output as ByHandOutput['outcome'],
    problem,
    report,
  }),
});
