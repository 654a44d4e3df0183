import { dequal } from 'dequal';
import type { SnapshotFrom } from 'xstate';
import type { checkoutMachine } from '../../../src/machines/checkout/checkout.machine.ts';
import {
  getFormRefusal,
  getGoodsRefusal,
  getMethodRefusals,
  getPurchase,
  isDraftChanged,
  toFormDraft,
} from '../../../src/rules/checkout/order-form.ts';
import type { DeliveryChoice } from '../../../src/rules/checkout/pickup.ts';
import type { PaymentMethod } from '../../../contract/orders.ts';
import type { Moment } from 'model-testing/model/live';
import { isPurchasing } from './checkout.told-apart.ts';
import { jane } from '../support/shop.samples.ts';

/** What the events of the form, the delivery and the session change, as conditions of the checkout's model. */

type Snapshot = SnapshotFrom<typeof checkoutMachine>;
type Conditions = Readonly<Record<string, (moment: Moment<typeof checkoutMachine>) => boolean>>;

export const checkoutPromises: Conditions = {
  'what is typed is kept when the session ends': ({ before, snapshot: { context } }) =>
    before === null ||
    context.user !== null ||
    before.context.details === before.context.loaded ||
    (dequal(context.typed?.details, context.details) && context.typed?.owner === jane._id),

  'what is typed is noted where the login follows (§6)': ({ snapshot }) => {
    const { owner, typed, loaded, details, savesAddress, payment } = snapshot.context;
    const isNoted = owner === null || details === loaded || dequal(typed, { owner, details, savesAddress, payment });
    return !snapshot.matches('signedOut') || isNoted;
  },

  'what is typed is stored once, where the page may be left for the login (§6)': ({
    step,
    before,
    snapshot,
    effects,
  }) => {
    const isTyped = step?.event.type === 'field.change' && isOpen(before) && before?.context.user === null;
    const isLoaded = step?.kind === 'done' && step.actorId === 'loadUser';
    const isStored = isTyped || isLoaded || step?.event.type === 'session.ended' || snapshot.matches('signedOut');
    return effects.filter(({ type }) => type === 'keepTyped').length === (isStored ? 1 : 0);
  },

  'another delivery counts at once, the same one changes nothing': ({ step, before, snapshot: { context } }) => {
    if (before === null || step?.event.type !== 'xstate.snapshot.delivery') return true;
    const { choice } = (step.event['snapshot'] as { readonly context: { readonly choice: DeliveryChoice } }).context;
    return choice === before.context.delivery
      ? context === before.context
      : context.delivery === choice && context.problem === null && context.badFields.length === 0;
  },

  'the limits do not count the order that is replaced (D21)': ({ started, snapshot: { context } }) =>
    started.every(
      ({ slot, input }) => slot !== 'watchLimits' || dequal(input, { replaces: context.kept?.orderId ?? null }),
    ),

  'the purchase gets the order, the payer and the address to save': ({ started, snapshot: { context } }) =>
    started.every(({ slot, input }) => slot !== 'purchase' || dequal(input, getPurchase(context, context.draft))),

  'an order that nothing refuses is placed (§4)': ({ step, before, snapshot, started }) => {
    if (step?.event.type !== 'order.place' || before === null || !isOpen(before)) return true;
    if (getGoodsRefusal(before.context) !== null || getFormRefusal(before.context) !== null) return true;
    return (
      isPurchasing(snapshot) &&
      started.filter(({ slot }) => slot === 'purchase').length === 1 &&
      snapshot.context.problem === null &&
      dequal(snapshot.context.draft, toFormDraft(before.context))
    );
  },

  'a payment method is taken where it is offered (A51, D19)': ({ step, before, snapshot: { context } }) => {
    if (step?.event.type !== 'payment.change' || before === null || !isOpen(before)) return true;
    const method = step.event['method'] as PaymentMethod;
    const isOffered = before.context.payments.includes(method) && getMethodRefusals(before.context)[method] === null;
    return isOffered ? context.payment === method && context.problem === null : context === before.context;
  },

  'beside a failed payment a change of the form counts (U3)': ({ step, before, snapshot }) => {
    const { draft } = snapshot.context;
    if (isInline(snapshot)) return draft !== null && !isDraftChanged(snapshot.context, draft);
    const isFromForm = step?.kind !== 'done' && step?.event.type !== 'order.place';
    const isFromPurchase = step?.event.type === 'xstate.snapshot.purchase';
    return (
      !isInline(before) || !isFromForm || isFromPurchase || draft === null || isDraftChanged(snapshot.context, draft)
    );
  },

  'what fails a check of §5 is said in the form': ({ step, before, snapshot }) => {
    const refusal = getRefusal(before);
    const { problem, badFields } = snapshot.context;
    return (
      step?.event.type !== 'order.place' ||
      refusal === null ||
      snapshot.matches('empty') ||
      (snapshot.matches({ form: 'editing' }) && problem?.text === refusal.text && dequal(badFields, refusal.fields))
    );
  },

  'nothing comes of the button where the goods cannot be ordered (X33)': ({ step, before, snapshot }) =>
    step?.event.type !== 'order.place' ||
    before === null ||
    getGoodsRefusal(before.context) === null ||
    (dequal(snapshot.value, before.value) && snapshot.context === before.context),

  'of a pickup that will not do the delivery says so, too (§5, Q18)': ({ step, before, snapshot, calls }) => {
    const refusal = getRefusal(before);
    if (step?.event.type !== 'order.place' || refusal?.fields.includes('pickup') !== true) return true;
    const told = calls.findLast(({ slot }) => slot === 'delivery')?.received.at(-1);
    return snapshot.matches('empty') || dequal(told, { type: 'choice.refused', text: refusal.text });
  },
};

const isInline = (snapshot: Snapshot | null) => snapshot?.matches({ form: { purchasing: 'inline' } }) === true;

/** Returns whether the form can be changed and sent. */
function isOpen(snapshot: Snapshot | null): boolean {
  return snapshot?.matches('form') === true && !isPurchasing(snapshot);
}

/** Returns the check of §5 that fails for a submit in this state; `null` when the form cannot be submitted. */
function getRefusal(before: Snapshot | null) {
  return before !== null && isOpen(before) && getGoodsRefusal(before.context) === null
    ? getFormRefusal(before.context)
    : null;
}
