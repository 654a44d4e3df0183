import { dequal } from 'dequal';
import type { SnapshotFrom } from 'xstate';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import type {
  OrderResult,
  OrderTrackingContext,
  OrderTrackingInput,
  SessionState,
} from '../../../src/machines/orders/order-tracking.setup.ts';
import { toFailedCall } from '../../../src/rules/failure.ts';
import { isReplyUncertain } from '../../../src/rules/failure-kinds.ts';
import { getPaymentDeadline, isPayable } from '../../../src/rules/orders/shown-order.ts';
import type { PhoneVerificationOutput } from '../../../src/machines/account/phone-verification.types.ts';
import type { Moment } from 'model-testing/model/live';

/** What each step of order-tracking changes, as conditions of its model. They hold at every moment of every path. */

type Machine = typeof orderTrackingMachine;
type Snapshot = SnapshotFrom<Machine>;
type Shown = Readonly<Record<'order' | 'cancel' | 'pay' | 'reorder', string>>;
type Conditions = Readonly<Record<string, (moment: Moment<Machine>) => boolean>>;

export const isAt = (snapshot: Snapshot, region: keyof Shown, ...states: readonly string[]) =>
  states.includes(getShown(snapshot)?.[region] ?? '');

/** Steps that show an order which was not shown before also change what belongs to the shown order. */
const LOADED = 'loadOrder answers';
const OTHER_ORDER = ['path.changed', 'id.submit', 'order.pick'];

/** The steps that may change a field. */
const CAUSES: Readonly<Record<Exclude<keyof OrderTrackingContext, 'isStale'>, readonly string[]>> = {
  orderId: OTHER_ORDER,
  session: ['path.changed'],
  typed: ['id.change', 'path.changed'],
  typedProblem: ['id.change', 'id.submit', 'path.changed'],
  orders: ['loadOrders answers'],
  problem: [
    'loadOrders answers',
    'loadOrders fails',
    LOADED,
    'loadOrder fails',
    'cancelOrder fails',
    'pushPrompt fails',
  ],
  notice: ['session.read', 'path.changed'],
  order: [LOADED, 'cancelOrder answers'],
  now: [LOADED, 'clock.tick'],
  isSeen: [LOADED, 'page.hidden', 'page.visible'],
  inBar: [LOADED, 'bar.paying', 'bar.idle'],
  cancelProblem: [LOADED, 'cancel.ask', 'cancelOrder fails'],
  isPromptLeft: [LOADED, 'cancel.confirm'],
  profilePhone: [],
  userName: [],
  proof: [LOADED, 'phoneVerification answers', 'pushPrompt answers', 'pushPrompt fails'],
  phone: ['pay.ask', 'phone.change', 'pay.useOwn'],
  phoneError: ['pay.ask', 'phone.change', 'phone.confirm'],
  payProblem: [LOADED, 'pay.ask', 'pay.useOwn', 'pushPrompt fails', 'bar.paying', 'clock.tick'],
  ownPhone: ['pay.ask', 'pay.useOwn', 'pushPrompt fails'],
  blockedUntil: [LOADED, 'pushPrompt fails'],
  reorderProblem: [LOADED, 'reorder.ask', 'checkLines fails'],
  reorderTexts: ['checkLines answers'],
};

export const orderTrackingPromises: Conditions = {
  'a step changes only what it is about': ({ step, before, snapshot }) =>
    before === null ||
    Object.entries(CAUSES).every(
      ([field, causes]) =>
        causes.includes(getCause(step)) ||
        dequal(before.context[field as 'orderId'], snapshot.context[field as 'orderId']),
    ),

  'the page knows what the clock, the browser and the bar say (H13, U5)': ({ step, before, snapshot }) => {
    if (getShown(before) === null || getShown(snapshot) === null) return true;
    const { now, isSeen, inBar } = snapshot.context;
    switch (getCause(step)) {
      case 'clock.tick':
        return now === step?.event['now'];
      case 'page.hidden':
        return !isSeen;
      case 'page.visible':
        return isSeen;
      case 'bar.paying':
        return inBar === step?.event['orderId'];
      case 'bar.idle':
        return inBar === null;
      default:
        return true;
    }
  },

  'a response clears the error of an earlier request (§7)': ({ step, snapshot }) =>
    ![LOADED, 'loadOrders answers'].includes(getCause(step)) || snapshot.context.problem === null,

  'an order that is shown is the loaded one, and nothing of an earlier one is said': ({ step, before, snapshot }) => {
    if (getShown(before) !== null || getShown(snapshot) === null) return true;
    const { context } = snapshot;
    const { order, now } = getEvent<{ readonly output: OrderResult }>(step).output;
    return (
      context.order === order &&
      context.now === now &&
      context.isSeen &&
      context.inBar === null &&
      !context.isStale &&
      !context.isPromptLeft &&
      context.proof === null &&
      context.blockedUntil === 0 &&
      [context.cancelProblem, context.payProblem, context.reorderProblem].every((problem) => problem === null)
    );
  },

  'the order loads again exactly when it may have changed (Q24, H4, D12)': ({ step, before, snapshot, started }) => {
    const [was, is] = [getShown(before), getShown(snapshot)];
    if (before === null || was === null || is === null) return true;
    const isOutdated = before.context.isStale || mayHaveChanged(step, before);
    const isBusy = was.order === 'asking' && !/^loadOrder /.test(getCause(step));
    const isAsked = isOutdated && !isBusy;
    return (
      started.filter(({ slot }) => slot === 'loadOrder').length === (isAsked ? 1 : 0) &&
      is.order === (isAsked || isBusy ? 'asking' : 'still') &&
      snapshot.context.isStale === (isOutdated && isBusy)
    );
  },

  'an action on the order leaves the others alone': ({ step, before, snapshot }) => {
    const [was, is] = [getShown(before), getShown(snapshot)];
    if (before === null || was === null || is === null) return true;
    const cause = getCause(step);
    return (
      (/^cancel/.test(cause) || is.cancel === (isTimeEnding(step, before) ? closeQuestion(was.cancel) : was.cancel)) &&
      (/^(reorder\.|checkLines )/.test(cause) || is.reorder === was.reorder) &&
      (/^(pay\.|phone|pushPrompt |loadOrder |cancelOrder )/.test(cause) ||
        is.pay === getPayAfter(step, before, snapshot))
    );
  },

  'the reason of an action stands until the next one (U3)': ({ snapshot }) => {
    const shown = getShown(snapshot);
    if (shown === null) return true;
    const { payProblem, ownPhone, cancelProblem, reorderProblem } = snapshot.context;
    return (
      (payProblem !== null) === (shown.pay === 'refused') &&
      (payProblem === null || payProblem.text.includes('Your own number') === (ownPhone !== '')) &&
      (shown.cancel !== 'failed' || cancelProblem !== null) &&
      ((shown.cancel !== 'asking' && shown.cancel !== 'sending') || cancelProblem === null) &&
      (reorderProblem !== null) === (shown.reorder === 'failed')
    );
  },

  'the login is told why it is needed, and which order to return to (§6)': ({ step, snapshot, effects }) => {
    const { orderId, notice } = snapshot.context;
    const session = getSessionIn(step);
    const isLogin = snapshot.matches('toLogin');
    const isExpired = snapshot.matches('sessionExpired') && getCause(step).endsWith(' fails');
    const count = (type: string) => effects.filter((effect) => effect.type === type).length;
    return (
      notice === (isLogin ? NOTICES[session] : null) &&
      effects.every(({ type, params }) => type !== 'goToLogin' || dequal(params, { orderId, notice })) &&
      count('goToLogin') === (isLogin && getCause(step) !== 'session.ended' ? 1 : 0) &&
      count('endSession') === ((isLogin && session === 'unreadable') || isExpired ? 1 : 0)
    );
  },

  'another address is another order, the same one changes nothing': ({ step, before, snapshot }) => {
    if (before === null || getCause(step) !== 'path.changed') return true;
    const { orderId, session } = getEvent<OrderTrackingInput>(step);
    return before.context.orderId === orderId
      ? snapshot.context === before.context && dequal(snapshot.value, before.value)
      : snapshot.context.orderId === orderId && snapshot.context.session === session;
  },

  'the box for an order id is empty at first': ({ before, snapshot }) =>
    before?.matches('choosing') === true ||
    !snapshot.matches('choosing') ||
    (snapshot.context.typed === '' && snapshot.context.typedProblem === null),

  'a proof is carried until the server has answered the push (D25)': ({ step, before, snapshot }) => {
    if (before === null || getShown(before) === null || getShown(snapshot) === null) return true;
    const { proof } = snapshot.context;
    if (isAt(snapshot, 'pay', 'proving') && proof !== null) return false;
    switch (getCause(step)) {
      case 'pushPrompt answers':
        return proof === null;
      case 'pushPrompt fails':
        return dequal(proof, isReplyUncertain(step?.event['error']) ? before.context.proof : null);
      case 'phoneVerification answers':
        return dequal(proof, getEvent<{ readonly output: PhoneVerificationOutput }>(step).output.verification);
      default:
        return true;
    }
  },
};

const NOTICES = { present: null, missing: 'notLoggedIn', unreadable: 'invalidSession' } as const;

function getEvent<Event>(step: Moment<Machine>['step']): Event {
  return (step?.event ?? {}) as unknown as Event;
}

/** Returns the session that a step is about; `present` when it is about none. */
function getSessionIn(step: Moment<Machine>['step']): SessionState['session'] {
  if (step?.kind === 'start') return (step.input as OrderTrackingInput).session;
  return (step?.event['session'] as SessionState['session'] | undefined) ?? 'present';
}

/** Returns the states of the shown order; `null` when none is shown. */
function getShown(snapshot: Snapshot | null): Shown | null {
  return snapshot?.matches('shown') === true ? (snapshot.value as { readonly shown: Shown }).shown : null;
}

/** Returns `clock.tick`, `loadOrder answers` or `loadOrder fails`. */
function getCause(step: Moment<Machine>['step']): string {
  if (step?.kind === 'done') return `${step.actorId} answers`;
  return step?.kind === 'error' ? `${step.actorId} fails` : (step?.event.type ?? '');
}

/** Returns whether the order may be paid no longer with this tick of the clock. */
function isTimeEnding(step: Moment<Machine>['step'], { context: { order, now } }: Snapshot): boolean {
  return (
    getCause(step) === 'clock.tick' &&
    order !== null &&
    isPayable(order, now) &&
    !isPayable(order, Number(step?.event['now']))
  );
}

function closeQuestion(cancel: string): string {
  return cancel === 'asking' ? 'none' : cancel;
}

const WAITS_FOR_START = ['none', 'confirmingPhone', 'proving', 'refused'];

/** Returns whether the server may know more of the order than the page. */
function mayHaveChanged(step: Moment<Machine>['step'], before: Snapshot): boolean {
  const { order, isSeen } = before.context;
  const refusal = toFailedCall(step?.event['error']);
  const data = (refusal.data ?? {}) as { readonly proof?: boolean; readonly retryAfter?: number };
  switch (getCause(step)) {
    case 'page.visible':
      return order !== null && getPaymentDeadline(order) !== null;
    case 'clock.tick':
      return isSeen && isTimeEnding(step, before) && isAt(before, 'pay', ...WAITS_FOR_START);
    case 'bar.idle':
      return isAt(before, 'pay', 'underway');
    case 'cancelOrder answers':
      return step?.event['output'] === null;
    case 'cancelOrder fails':
      return refusal.status === 409;
    case 'pushPrompt fails':
      return refusal.status === 409 && data.proof !== true && data.retryAfter === undefined;
    default:
      return false;
  }
}

/** Returns the state of the payment after a step of the clock, the bar, the page or a dialog. */
function getPayAfter(step: Moment<Machine>['step'], before: Snapshot, after: Snapshot): string {
  const pay = getShown(before)?.pay ?? '';
  const { order, orderId, inBar, now } = after.context;
  const isOpen = order !== null && getPaymentDeadline(order) !== null;
  const isOver = isOpen && !isPayable(order, now);
  const isCancelled = order?.status === 'cancelled';
  const decided = inBar === orderId && !isCancelled ? 'underway' : isOver ? 'over' : 'none';
  switch (getCause(step)) {
    case 'clock.tick':
      if (pay === 'over') return isOver ? pay : decided;
      return isTimeEnding(step, before) && WAITS_FOR_START.includes(pay) ? 'over' : pay;
    case 'bar.paying':
      return inBar === orderId && !isCancelled && ['none', 'proving', 'refused'].includes(pay) ? 'underway' : pay;
    case 'bar.idle':
      return pay === 'underway' ? decided : pay;
    case 'dialog.cancel':
      return pay === 'confirmingPhone' ? decided : pay;
    case 'code.dismiss':
      return pay === 'proving' ? decided : pay;
    default:
      return pay;
  }
}
