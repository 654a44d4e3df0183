import { assign, setup } from 'xstate';
import type { OrderDraft } from '../../../contract/orders.ts';
import type { KeptLine, KeptPayment, KeptPrompt } from '../../rules/payment/kept-payment.ts';
import {
  adopted,
  isAdoptable,
  isInStored,
  keptOf,
  linesOwedBy,
  recordFor,
  recordOf,
  withOrder,
  withoutLines,
  withoutOrder,
  withoutPrompt,
  withoutReplaced,
  withPrompt,
  withText,
} from '../../rules/payment/payment-record.ts';
import type { FoundOrder, KnownRecord } from '../../rules/payment/payment-record.ts';
import { given, withEvent } from '../parts.ts';
import type { ContextScope, EventScope, OrderRef } from '../parts.ts';
import { effectSlot, listenerSlot, slot } from '../slots.ts';

/**
 * The order under way and its payment, kept by this browser for all of its tabs until the order is placed for good: its
 * key, the order that it replaces, its prompt, and the lines that have still to leave the cart. It never says what
 * became of them: that is asked of the server (decision 0008).
 */

interface Confirmed {
  readonly draft: OrderDraft;
  /** A fresh one, for the case that this draft has none yet. */
  readonly key: string;
}
interface Placed extends OrderRef {
  /** Of the draft that the order was made of. */
  readonly key: string;
}

export type PaymentRecordEvent =
  | { readonly type: 'shopper.changed'; readonly user: string | null }
  /** The raw text as it is stored now. It is sent before each other event, too: another tab's own comes later. */
  | { readonly type: 'storage.changed'; readonly text: string | null }
  | { readonly type: 'record.saved' }
  | { readonly type: 'record.notSaved' }
  /** The shopper has confirmed this draft: the key to send it with is `context.own.key` from now on (D9). */
  | ({ readonly type: 'order.confirmed' } & Confirmed)
  | ({ readonly type: 'order.placed' } & Placed)
  | { readonly type: 'replacement.refused' }
  | ({ readonly type: 'prompt.accepted' } & KeptPrompt)
  /** The shopper has seen how it ended; the order stays, so that another try makes no second one (D9). */
  | ({ readonly type: 'prompt.dismissed' } & OrderRef)
  /** The server told of a payment that is open. */
  | ({ readonly type: 'payment.found' } & FoundOrder)
  /** The order is paid, or will be on delivery: its lines leave the cart (U6, Q22). */
  | ({ readonly type: 'lines.claimed' } & OrderRef)
  | ({ readonly type: 'order.over' } & OrderRef);

const save = given('saveRecord', ({ context }: ContextScope<KnownRecord>) => ({ kept: context.stored }));

const takeLines = given('takeLines', ({ context, event }: ContextScope<KnownRecord> & EventScope<OrderRef>) => ({
  lines: linesOwedBy(context, event.orderId),
}));

export const paymentRecordMachine = setup({
  types: { context: {} as KnownRecord, events: {} as PaymentRecordEvent },
  actors: {
    /** Sends `shopper.changed` at once and for each other shopper. */
    watchShopper: listenerSlot(),
    /** Sends `storage.changed` at once and whenever another tab has changed the record. */
    watchStorage: listenerSlot(),
  },
  actions: {
    /** Keeps `kept`, or nothing any more, and answers with `record.saved` or `record.notSaved`. */
    saveRecord: effectSlot<{ kept: KeptPayment | null }>(),
    /** Out of the cart: once, whoever asks in whatever tab. */
    takeLines: effectSlot<{ lines: readonly KeptLine[] }>(),
    setUser: assign({ user: (_, params: { user: string | null }) => params.user }),
    setText: assign(({ context }, { text }: { text: string | null }) => withText(context, text)),
    takeUp: assign(({ context }, { draft }: Confirmed) => ({ own: recordOf(context, draft) })),
    storeOwn: assign({ stored: ({ context }) => context.own }),
    begin: assign(({ context }, { draft, key }: Confirmed) => ({ own: recordFor(context, draft, key) })),
    setOrder: assign(({ context }, placed: Placed) => withOrder(context, placed)),
    dropReplaced: assign(({ context }) => withoutReplaced(context)),
    setPrompt: assign(({ context }, prompt: KeptPrompt) => withPrompt(context, prompt)),
    dropPrompt: assign(({ context }, { orderId }: OrderRef) => withoutPrompt(context, orderId)),
    adopt: assign(({ context }, found: FoundOrder) => ({ stored: adopted(context, found) })),
    dropLines: assign(({ context }, { orderId }: OrderRef) => withoutLines(context, orderId)),
    dropOrder: assign(({ context }, { orderId }: OrderRef) => withoutOrder(context, orderId)),
  },
  guards: {
    hasPrompt: ({ context }) => keptOf(context)?.orderId != null && keptOf(context)?.checkoutRequestId != null,
    hasOrder: ({ context }) => keptOf(context)?.orderId != null,
    hasKey: ({ context }) => keptOf(context) !== null,
    owesLines: ({ context }) => (keptOf(context)?.lines ?? []).length > 0,
    owesNothing: ({ context }) => (keptOf(context)?.lines ?? []).length === 0,
    isNothingStored: ({ context }) => context.stored === null,
    isStoredDraft: ({ context }, { draft }: Confirmed) =>
      context.stored !== null && recordOf(context, draft) === context.stored,
    isOwnDraft: ({ context }, { draft }: Confirmed) => context.own !== null && recordOf(context, draft) === context.own,
    isOrderNews: ({ context }, placed: Placed) => withOrder(context, placed).stored !== context.stored,
    isReplacing: ({ context: { own, stored } }) => own !== null && own.key === stored?.key,
    isStored: ({ context }, { orderId }: OrderRef) => isInStored(context, orderId),
    isOtherPrompt: ({ context }, prompt: KeptPrompt) => withPrompt(context, prompt).stored !== context.stored,
    isOtherPromptKept: ({ context }, prompt: KeptPrompt) =>
      keptOf(context) !== null && withPrompt(context, prompt).stored !== context.stored,
    isAdoptable: ({ context }) => isAdoptable(context),
    isOwedByStored: ({ context }, { orderId }: OrderRef) =>
      isInStored(context, orderId) && linesOwedBy(context, orderId).length > 0,
    isOwedByOwn: ({ context }, { orderId }: OrderRef) =>
      !isInStored(context, orderId) && linesOwedBy(context, orderId).length > 0,
  },
}).createMachine({
  id: 'paymentRecord',
  description: 'What this browser keeps of the order under way.',
  context: { user: null, stored: null, own: null },
  type: 'parallel',
  invoke: [slot('watchShopper'), slot('watchStorage')],
  states: {
    record: {
      description: 'How far the order of the shopper who is signed in has come.',
      initial: 'reading',
      on: {
        'shopper.changed': { target: '.reading', actions: withEvent('setUser') },
        'storage.changed': { target: '.reading', actions: withEvent('setText') },
        'order.confirmed': [
          {
            description: 'It is the draft that this browser keeps: its key goes on (D9).',
            guard: withEvent('isStoredDraft'),
            actions: withEvent('takeUp'),
          },
          {
            description: 'It is the draft that this tab confirmed before another tab kept its own (D9).',
            guard: withEvent('isOwnDraft'),
            target: '.reading',
            actions: ['storeOwn', save],
          },
          {
            description: 'It is another draft: it gets a key of its own (D9).',
            target: '.reading',
            actions: [withEvent('begin'), 'storeOwn', save],
          },
        ],
        'order.placed': [
          {
            description: 'What this browser keeps changes with the placed order.',
            guard: withEvent('isOrderNews'),
            target: '.reading',
            actions: [withEvent('setOrder'), save],
          },
          { description: 'What this browser keeps stays as it is.', actions: withEvent('setOrder') },
        ],
        'replacement.refused': [
          {
            description: 'What this browser keeps was confirmed by this tab.',
            guard: 'isReplacing',
            actions: ['dropReplaced', save],
          },
          {
            description: 'What this browser keeps was confirmed by another tab, or it keeps nothing.',
            actions: 'dropReplaced',
          },
        ],
        'prompt.accepted': [
          {
            description: 'What this browser keeps changes with the prompt.',
            guard: withEvent('isOtherPrompt'),
            target: '.reading',
            actions: [withEvent('setPrompt'), save],
          },
          {
            description: 'This browser keeps this prompt already, or nothing of its order.',
            actions: withEvent('setPrompt'),
          },
        ],
        'prompt.dismissed': [
          {
            description: 'This browser keeps this order.',
            guard: withEvent('isStored'),
            target: '.reading',
            actions: [withEvent('dropPrompt'), save],
          },
          { description: 'This browser keeps another order, or none.', actions: withEvent('dropPrompt') },
        ],
        'payment.found': [
          {
            description: 'This browser keeps the order of this shopper, with another prompt or none.',
            guard: withEvent('isOtherPromptKept'),
            target: '.reading',
            actions: [withEvent('setPrompt'), save],
          },
          {
            description: 'This browser keeps nothing, or no order of this shopper yet: what was found is kept.',
            guard: 'isAdoptable',
            target: '.reading',
            actions: [withEvent('adopt'), save],
          },
        ],
        'lines.claimed': [
          {
            description: 'This browser keeps lines of the order that are still in the cart (U6).',
            guard: withEvent('isOwedByStored'),
            actions: [takeLines, withEvent('dropLines'), save],
          },
          {
            description: 'Only this tab knows lines of the order that are still in the cart (U6).',
            guard: withEvent('isOwedByOwn'),
            actions: [takeLines, withEvent('dropLines')],
          },
        ],
        'order.over': [
          {
            description: 'This browser keeps this order.',
            guard: withEvent('isStored'),
            target: '.reading',
            actions: [withEvent('dropOrder'), save],
          },
          { description: 'This browser keeps another order, or none.', actions: withEvent('dropOrder') },
        ],
      },
      states: {
        reading: {
          description: 'What is kept of this shopper now?',
          always: [
            { description: 'A prompt for an order is kept.', guard: 'hasPrompt', target: 'prompt' },
            { description: 'An order is kept, and no prompt.', guard: 'hasOrder', target: 'order' },
            { description: 'A confirmed draft is kept, and no order.', guard: 'hasKey', target: 'key' },
            { description: 'Nothing of this shopper is kept.', target: 'none' },
          ],
        },
        none: { description: 'Nothing of this shopper is kept.' },
        key: { description: 'A draft was confirmed under a key; whether its order stands is not known.' },
        order: { description: 'The order stands and is not paid: the unchanged draft pays it again (D9).' },
        prompt: { description: 'A prompt was accepted: wherever the shopper comes back, its payment is found.' },
      },
    },

    lines: {
      description: 'Whether the ordered lines have still to leave the cart.',
      initial: 'none',
      states: {
        none: {
          description: 'The cart is as the shopper has it.',
          always: {
            description: 'Lines are kept that have still to leave the cart.',
            guard: 'owesLines',
            target: 'owed',
          },
        },
        owed: {
          description: 'The lines leave the cart once the order is placed for good (U6).',
          always: {
            description: 'No line is kept that has still to leave the cart.',
            guard: 'owesNothing',
            target: 'none',
          },
        },
      },
    },

    keeping: {
      description: 'Whether the browser keeps the record.',
      initial: 'stored',
      states: {
        stored: {
          description: 'The record outlives the page, or there is none.',
          on: { 'record.notSaved': 'memoryOnly' },
        },
        memoryOnly: {
          description: 'The browser refuses to keep the record; a notice says that it ends with the page.',
          always: {
            description: 'Nothing is left that the browser would have to keep.',
            guard: 'isNothingStored',
            target: 'stored',
          },
          on: { 'record.saved': 'stored' },
        },
      },
    },
  },
});
