import { assign, setup } from 'xstate';
import type { OrderDraft } from '../../../contract/orders.ts';
import type { StoredLine, StoredPayment, StoredPrompt } from '../../rules/payment/stored-payment.ts';
import {
  adoptOrder,
  canAdoptOrder,
  isInStoredRecord,
  getOwnRecord,
  getLinesToRemove,
  createRecord,
  findDraftRecord,
  confirmOrder,
  clearLines,
  removeOrder,
  setByHand,
  clearPrompt,
  dropReplacedOrder,
  applyPrompt,
  applyStoredText,
} from '../../rules/payment/payment-record.ts';
import type { FoundOrder, RecordKnowledge } from '../../rules/payment/payment-record.ts';
import { given, withEvent } from '../parts.ts';
import type { ContextScope, EventScope, OrderRef } from '../parts.ts';
import { effectSlot, listenerSlot, slot } from '../slots.ts';

/**
 * The order under way and its payment, stored by this browser for all its tabs until the order is final: its key, the
 * order that it replaces, its prompt, and the lines that have to leave the cart. It never contains the result, which
 * the server knows (decision 0008).
 */

interface ConfirmedOrder {
  readonly draft: OrderDraft;
  /** A new key, if this draft has none yet. */
  readonly key: string;
}
interface FinalOrder extends OrderRef {
  /** Key of the draft from which the order was created. */
  readonly key: string;
}

export type PaymentRecordEvent =
  | { readonly type: 'shopper.changed'; readonly user: string | null }
  /** The stored raw text. It is also sent before every other event, because changes of other tabs are reported late. */
  | { readonly type: 'storage.changed'; readonly text: string | null }
  | { readonly type: 'record.saved' }
  | { readonly type: 'record.notSaved' }
  /** The shopper has confirmed this draft. From now on its key is `context.own.key` (D9). */
  | ({ readonly type: 'order.confirmed' } & ConfirmedOrder)
  | ({ readonly type: 'order.placed' } & FinalOrder)
  | { readonly type: 'replacement.refused' }
  | ({ readonly type: 'prompt.accepted' } & StoredPrompt)
  /** The shopper pays the order by hand: a reload comes back to its numbers (PAY-C1). */
  | ({ readonly type: 'hand.chosen' } & OrderRef)
  /** The shopper has seen the result. The order is kept, so that another try creates no second one (D9). */
  | ({ readonly type: 'prompt.dismissed' } & OrderRef)
  /** The server has reported an open payment. */
  | ({ readonly type: 'payment.found' } & FoundOrder)
  /** The order is paid, or will be on delivery: its lines leave the cart (U6, Q22). */
  | ({ readonly type: 'lines.claimed' } & OrderRef)
  | ({ readonly type: 'order.over' } & OrderRef);

const save = given('saveRecord', ({ context }: ContextScope<RecordKnowledge>) => ({ kept: context.stored }));

const takeLines = given('takeLines', ({ context, event }: ContextScope<RecordKnowledge> & EventScope<OrderRef>) => ({
  lines: getLinesToRemove(context, event.orderId),
}));

export const paymentRecordMachine = setup({
  types: { context: {} as RecordKnowledge, events: {} as PaymentRecordEvent },
  actors: {
    /** Sends `shopper.changed` immediately and after each change of the shopper. */
    watchShopper: listenerSlot(),
    /** Sends `storage.changed` immediately and after each change by another tab. */
    watchStorage: listenerSlot(),
  },
  actions: {
    /** Stores `kept`, or removes the record, and sends `record.saved` or `record.notSaved`. */
    saveRecord: effectSlot<{ kept: StoredPayment | null }>(),
    /** Removes the lines from the cart, once across all tabs. */
    takeLines: effectSlot<{ lines: readonly StoredLine[] }>(),
    setUser: assign({ user: (_, params: { user: string | null }) => params.user }),
    setText: assign(({ context }, { text }: { text: string | null }) => applyStoredText(context, text)),
    takeUp: assign(({ context }, { draft }: ConfirmedOrder) => ({ own: findDraftRecord(context, draft) })),
    storeOwn: assign({ stored: ({ context }) => context.own }),
    begin: assign(({ context }, { draft, key }: ConfirmedOrder) => ({ own: createRecord(context, draft, key) })),
    setOrder: assign(({ context }, placed: FinalOrder) => confirmOrder(context, placed)),
    dropReplaced: assign(({ context }) => dropReplacedOrder(context)),
    setPrompt: assign(({ context }, prompt: StoredPrompt) => applyPrompt(context, prompt)),
    setByHand: assign(({ context }, { orderId }: OrderRef) => setByHand(context, orderId)),
    dropPrompt: assign(({ context }, { orderId }: OrderRef) => clearPrompt(context, orderId)),
    adopt: assign(({ context }, found: FoundOrder) => ({ stored: adoptOrder(context, found) })),
    dropLines: assign(({ context }, { orderId }: OrderRef) => clearLines(context, orderId)),
    dropOrder: assign(({ context }, { orderId }: OrderRef) => removeOrder(context, orderId)),
  },
  guards: {
    hasPrompt: ({ context }) =>
      getOwnRecord(context)?.orderId != null && getOwnRecord(context)?.checkoutRequestId != null,
    hasOrder: ({ context }) => getOwnRecord(context)?.orderId != null,
    hasKey: ({ context }) => getOwnRecord(context) !== null,
    owesLines: ({ context }) => (getOwnRecord(context)?.lines ?? []).length > 0,
    owesNothing: ({ context }) => (getOwnRecord(context)?.lines ?? []).length === 0,
    isNothingStored: ({ context }) => context.stored === null,
    isStoredDraft: ({ context }, { draft }: ConfirmedOrder) =>
      context.stored !== null && findDraftRecord(context, draft) === context.stored,
    isOwnDraft: ({ context }, { draft }: ConfirmedOrder) =>
      context.own !== null && findDraftRecord(context, draft) === context.own,
    isOrderNews: ({ context }, placed: FinalOrder) => confirmOrder(context, placed).stored !== context.stored,
    isReplacing: ({ context: { own, stored } }) => own !== null && own.key === stored?.key,
    isStored: ({ context }, { orderId }: OrderRef) => isInStoredRecord(context, orderId),
    isOtherPrompt: ({ context }, prompt: StoredPrompt) => applyPrompt(context, prompt).stored !== context.stored,
    isOtherPromptKept: ({ context }, prompt: StoredPrompt) =>
      getOwnRecord(context) !== null && applyPrompt(context, prompt).stored !== context.stored,
    isNewlyByHand: ({ context }, { orderId }: OrderRef) => setByHand(context, orderId).stored !== context.stored,
    isAdoptable: ({ context }) => canAdoptOrder(context),
    isOwedByStored: ({ context }, { orderId }: OrderRef) =>
      isInStoredRecord(context, orderId) && getLinesToRemove(context, orderId).length > 0,
    isOwedByOwn: ({ context }, { orderId }: OrderRef) =>
      !isInStoredRecord(context, orderId) && getLinesToRemove(context, orderId).length > 0,
  },
}).createMachine({
  id: 'paymentRecord',
  description: 'The record that this browser stores of the order under way.',
  context: { user: null, stored: null, own: null },
  type: 'parallel',
  invoke: [slot('watchShopper'), slot('watchStorage')],
  states: {
    record: {
      description: "Progress of the signed-in shopper's order.",
      initial: 'reading',
      on: {
        'shopper.changed': { target: '.reading', actions: withEvent('setUser') },
        'storage.changed': { target: '.reading', actions: withEvent('setText') },
        'order.confirmed': [
          {
            description: 'The browser stores this draft, so its key is used again (D9).',
            guard: withEvent('isStoredDraft'),
            actions: withEvent('takeUp'),
          },
          {
            description: 'The draft is the one that this tab confirmed before another tab stored its own (D9).',
            guard: withEvent('isOwnDraft'),
            target: '.reading',
            actions: ['storeOwn', save],
          },
          {
            description: 'The draft is a new one and gets a new key (D9).',
            target: '.reading',
            actions: [withEvent('begin'), 'storeOwn', save],
          },
        ],
        'order.placed': [
          {
            description: 'The placed order changes the stored record.',
            guard: withEvent('isOrderNews'),
            target: '.reading',
            actions: [withEvent('setOrder'), save],
          },
          { description: 'The stored record does not change.', actions: withEvent('setOrder') },
        ],
        'replacement.refused': [
          {
            description: 'The stored record is the one that this tab confirmed.',
            guard: 'isReplacing',
            actions: ['dropReplaced', save],
          },
          {
            description: 'Another tab confirmed the stored record, or there is none.',
            actions: 'dropReplaced',
          },
        ],
        'prompt.accepted': [
          {
            description: 'The prompt changes the stored record.',
            guard: withEvent('isOtherPrompt'),
            target: '.reading',
            actions: [withEvent('setPrompt'), save],
          },
          {
            description: 'The record already contains this prompt, or nothing of its order.',
            actions: withEvent('setPrompt'),
          },
        ],
        'hand.chosen': [
          {
            description: 'The browser stores this order, and not yet that it is paid by hand.',
            guard: withEvent('isNewlyByHand'),
            actions: [withEvent('setByHand'), save],
          },
          {
            description: 'The record says so already, or contains nothing of this order.',
            actions: withEvent('setByHand'),
          },
        ],
        'prompt.dismissed': [
          {
            description: 'The browser stores this order.',
            guard: withEvent('isStored'),
            target: '.reading',
            actions: [withEvent('dropPrompt'), save],
          },
          { description: 'The browser stores another order, or none.', actions: withEvent('dropPrompt') },
        ],
        'payment.found': [
          {
            description: 'The browser stores the order of this shopper, with another prompt or none.',
            guard: withEvent('isOtherPromptKept'),
            target: '.reading',
            actions: [withEvent('setPrompt'), save],
          },
          {
            description: 'The browser stores nothing, or no order of this shopper yet, so the found payment is stored.',
            guard: 'isAdoptable',
            target: '.reading',
            actions: [withEvent('adopt'), save],
          },
        ],
        'lines.claimed': [
          {
            description: 'The stored record has lines of the order that are still in the cart (U6).',
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
            description: 'The browser stores this order.',
            guard: withEvent('isStored'),
            target: '.reading',
            actions: [withEvent('dropOrder'), save],
          },
          { description: 'The browser stores another order, or none.', actions: withEvent('dropOrder') },
        ],
      },
      states: {
        reading: {
          description: 'Decides how far the stored order has come.',
          always: [
            { description: 'The record contains a prompt for an order.', guard: 'hasPrompt', target: 'prompt' },
            { description: 'The record contains an order without a prompt.', guard: 'hasOrder', target: 'order' },
            { description: 'The record contains a confirmed draft without an order.', guard: 'hasKey', target: 'key' },
            { description: 'The record contains nothing of this shopper.', target: 'none' },
          ],
        },
        none: { description: 'The browser stores nothing of this shopper.' },
        key: { description: 'A draft was confirmed under a key. It is not known whether its order exists.' },
        order: { description: 'The order exists and is not paid. Sending the unchanged draft pays it (D9).' },
        prompt: { description: 'A prompt was accepted. Its payment is found again on every page.' },
      },
    },

    lines: {
      description: 'Whether the ordered lines are still in the cart.',
      initial: 'none',
      states: {
        none: {
          description: 'No ordered line has to leave the cart.',
          always: {
            description: 'The record contains lines that have to leave the cart.',
            guard: 'owesLines',
            target: 'owed',
          },
        },
        owed: {
          description: 'The lines leave the cart when the order is final (U6).',
          always: {
            description: 'The record contains no line that has to leave the cart.',
            guard: 'owesNothing',
            target: 'none',
          },
        },
      },
    },

    keeping: {
      description: 'Whether the browser stores the record.',
      initial: 'stored',
      states: {
        stored: {
          description: 'The record is stored, or there is none.',
          on: { 'record.notSaved': 'memoryOnly' },
        },
        memoryOnly: {
          description: 'The browser refuses to store the record. A notice says that it ends with the page.',
          always: {
            description: 'There is nothing left to store.',
            guard: 'isNothingStored',
            target: 'stored',
          },
          on: { 'record.saved': 'stored' },
        },
      },
    },
  },
});
