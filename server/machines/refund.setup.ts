import { and, assign, not, or, setup } from 'xstate';
import type { RefundAlarm, RefundContext, RefundEvent } from './refund.types.ts';

const readByCaller = (): never => {
  throw new Error('refund: effects are read from transition(), never executed');
};

/** Calls of one try by B2C. Each repeats the same id. */
const MOST_CALLS = 4;

const getEnd = (event: RefundEvent) => (event.type === 'result.failed' ? event.to : null);

/** Actions and guards of `refund.machine.ts`. */
export const refundSetup = setup({
  types: { context: {} as RefundContext, events: {} as RefundEvent },
  actions: {
    alertBackOffice: readByCaller as (scope: unknown, params: { kind: RefundAlarm }) => void,
    /** Messages to the shopper (PAY-F5), each once. */
    tellSent: readByCaller,
    tellDone: readByCaller,
    tellDropped: readByCaller,
    /** Stores the receipt with its one use: our own refund (PAY-C3). */
    useReceipt: readByCaller,
    /** Asks M-Pesa as soon as possible. */
    askNow: readByCaller,
    /** Closes the refund for its order and attempt. */
    closeRefund: readByCaller,
    /** Ends the refund for its order and attempt: nothing goes back. */
    closeDropped: readByCaller,
    /** The amount is free for another refund of the payment. */
    freeAmount: readByCaller,
    /** The amount counts for the payment again. */
    takeAmount: readByCaller,
    /** Accepts the event without a change. */
    ignoreRepeat: readByCaller,
    setWay: assign({ way: ({ event }) => ('way' in event ? event.way : null), waitsFor: null }),
    clearWay: assign({ way: null, waitsFor: null }),
    setWait: assign({
      waitsFor: ({ event }) => {
        if (event.type === 'call.refused') return event.waitsFor;
        const end = getEnd(event);
        return end === 'failed' || end === 'byHand' ? null : end;
      },
    }),
    clearWait: assign({ waitsFor: null }),
    countTry: assign({ tries: ({ context }) => context.tries + 1, calls: 1, waitsFor: null, isConfirmed: false }),
    countCall: assign({ calls: ({ context }) => context.calls + 1 }),
    /** The call was certainly not carried out, so the try stays free. */
    freeTry: assign({ tries: ({ context }) => context.tries - 1, calls: 0, isConfirmed: true }),
    setFailure: assign(({ event }) => ('code' in event ? { failureCode: event.code, failure: event.text } : {})),
    clearFailure: assign({ failureCode: null, failure: null }),
    setConfirmed: assign({ isConfirmed: true, isRestored: false, deniedBy: null }),
    /** It may have been sent since the backup, and what people noted about it is older (PAY-F6). */
    setRestored: assign({ isRestored: true, isConfirmed: false, waitsFor: null, cashBy: null, deniedBy: null }),
    setTold: assign({ isTold: true }),
    setReceipt: assign({
      receipt: ({ context, event }) => context.receipt ?? (event.type === 'money.sent' ? event.receipt : null),
    }),
    setPaidByReceipt: assign({ way: 'receipt' }),
    setPaidInCash: assign({ way: 'cash' }),
    setChecked: assign({ checkedReceipt: ({ event }) => (event.type === 'staff.receipt' ? event.receipt : null) }),
    setCheckedReceipt: assign({ receipt: ({ context }) => context.checkedReceipt }),
    clearChecked: assign({ checkedReceipt: null }),
    setCash: assign({ cashBy: ({ event }) => ('by' in event ? event.by : null) }),
    clearCash: assign({ cashBy: null }),
    setDenied: assign({ deniedBy: ({ event }) => ('by' in event ? event.by : null) }),
    closeAll: assign({
      waitsFor: null,
      isConfirmed: true,
      isRestored: false,
      checkedReceipt: null,
      cashBy: null,
      deniedBy: null,
    }),
  },
  guards: {
    isConfirmed: ({ context }) => context.isConfirmed,
    isUntried: ({ context }) => context.tries === 0,
    isWaiting: ({ context }) => context.waitsFor !== null,
    isShopFault: ({ event }) =>
      event.type === 'call.refused' && (event.waitsFor === 'setting' || event.waitsFor === 'balance'),
    /** Nothing of an earlier try or of a person's work is open, and the shop has changed what M-Pesa refused. */
    isReady: ({ context: { isConfirmed, checkedReceipt, waitsFor } }) =>
      isConfirmed && checkedReceipt === null && waitsFor !== 'setting' && waitsFor !== 'balance',
    isTold: ({ context }) => context.isTold,
    isFirstCall: ({ context }) => context.calls === 1,
    mayRepeat: ({ context }) => context.way === 'b2c' && context.calls < MOST_CALLS,
    isByResult: ({ event }) => event.type === 'money.sent' && event.isByResult,
    isFitting: ({ event }) => 'isFitting' in event && event.isFitting === true,
    /** Without a known way another approval is needed. */
    isWait: ({ context, event }) =>
      context.way !== null && ['balance', 'setting', 'pause'].includes(getEnd(event) ?? ''),
    /** The failure of a reversal is final. Transaction Status must confirm that of a B2C payment (PAY-F3). */
    isReversal: ({ context }) => context.way === 'reversal',
    isWaitOfReversal: and(['isWait', 'isReversal']),
    isByHand: ({ event }) => getEnd(event) === 'byHand',
    isOwnFault: ({ event }) => event.type === 'call.refused' && event.waitsFor === null,
    isPause: ({ event }) => event.type === 'call.refused' && event.waitsFor === 'pause',
    isFirstOwnFault: and(['isFirstCall', 'isOwnFault']),
    isFirstPause: and(['isFirstCall', 'isPause']),
    isUnchecked: ({ context }) => context.checkedReceipt === null,
    isChecking: ({ context }) => context.checkedReceipt !== null,
    isFittingCheck: and(['isChecking', 'isFitting']),
    isSameReceipt: ({ context, event }) => event.type === 'staff.receipt' && context.checkedReceipt === event.receipt,
    hasCash: ({ context }) => context.cashBy !== null,
    isUntouched: and(['isUnchecked', not('hasCash')]),
    isOtherPerson: ({ context, event }) =>
      event.type === 'staff.confirmCash' && context.cashBy !== null && context.cashBy !== event.by,
    isFirstDenial: ({ context }) => context.deniedBy === null,
    isSecondDenial: ({ context, event }) =>
      event.type === 'staff.deny' && event.isTime && context.deniedBy !== null && context.deniedBy !== event.by,
    hasReceipt: ({ context }) => context.receipt !== null,
    isSentByMpesa: ({ context }) => context.way === 'reversal' || context.way === 'b2c',
    /** Done by M-Pesa, which named no receipt (R000001). */
    mayFillReceipt: and([not('hasReceipt'), 'isUnchecked', 'isSentByMpesa']),
    isFillingReceipt: and([not('hasReceipt'), 'isChecking', 'isFitting']),
    /** M-Pesa names a receipt that is not the known one. */
    isNews: ({ context, event }) =>
      event.type === 'money.sent' && event.receipt !== null && event.receipt !== context.receipt,
    isNewReceipt: and(['isNews', not('hasReceipt')]),
    /** Done by M-Pesa without a receipt (R000001), which it names now. */
    isMissingReceipt: and(['isNewReceipt', 'isFitting', 'isSentByMpesa']),
    /** Done in cash, and M-Pesa sent it, too. */
    isSecondWay: and(['isFitting', not('hasReceipt'), not('isSentByMpesa')]),
    /** Money of which a dropped refund knows no receipt. */
    isOtherMoney: or(['isNews', not('hasReceipt')]),
  },
});
