import {
  alert,
  arrived,
  confirmsReceipt,
  endsCheck,
  late,
  moneySentLate,
  open,
  receiptChecked,
  receiptTyped,
} from './refund.messages.regions.ts';
import { refundSetup } from './refund.setup.ts';

/**
 * One refund of one payment (PAY-F1 to PAY-F6). Money that was sent wins over every other message, and nothing is sent
 * twice: a try has one intent, and another needs the certainty that the last one moved nothing. The machine never runs
 * as an actor: `transition()` decides, and the caller performs its custom actions in the same transaction.
 */

const drop = {
  description: 'No receipt is being checked.',
  guard: 'isUnchecked',
  target: 'dropped',
  actions: ['closeAll', 'freeAmount', 'closeDropped', 'tellDropped'],
} as const;
const approve = {
  description: 'No earlier try can move money any more.',
  guard: 'isConfirmed',
  target: 'approved',
  actions: ['setWay', 'clearFailure'],
} as const;
const byHand = {
  description: 'No earlier try can move money any more.',
  guard: 'isConfirmed',
  target: 'byHand',
  actions: 'clearWay',
} as const;
export const refundMachine = refundSetup.createMachine({
  id: 'refund',
  description: 'Money that goes back to the payer of one payment.',
  context: {
    way: null,
    tries: 0,
    calls: 0,
    waitsFor: null,
    isConfirmed: true,
    failureCode: null,
    failure: null,
    receipt: null,
    checkedReceipt: null,
    cashBy: null,
    deniedBy: null,
    isTold: false,
    isRestored: false,
  },
  initial: 'due',
  on: {
    ...late,
    'money.sent': moneySentLate,
    'failure.confirmed': { actions: 'ignoreRepeat' },
    'receipt.checked': receiptChecked,
    'shop.restored': {
      description: 'It may have been sent since the backup (PAY-F6).',
      target: '.unknown',
      actions: 'setRestored',
    },
  },
  states: {
    due: {
      description: 'The money is owed. Nothing is sent before a person approves it.',
      on: {
        'staff.approve': approve,
        'staff.unapprove': { actions: 'ignoreRepeat' },
        'staff.byHand': byHand,
        'staff.drop': drop,
        'failure.confirmed': { actions: 'setConfirmed' },
      },
    },
    approved: {
      description: 'The worker sends it, unless it waits for the balance, a setting or a pause.',
      on: {
        'staff.approve': { actions: 'ignoreRepeat' },
        'staff.unapprove': { target: 'due', actions: 'clearWay' },
        'staff.byHand': byHand,
        'staff.drop': drop,
        'staff.retry': {
          description: 'It waits for the balance, a setting or a pause.',
          guard: 'isWaiting',
          actions: ['clearWait', 'askNow'],
        },
        'call.start': {
          description: 'No earlier try can move money any more, and nothing else has to happen first.',
          guard: 'isReady',
          target: 'sending',
          actions: 'countTry',
        },
        'call.refused': {
          description: 'Before the call: too little money, or another refund found a wrong setting.',
          guard: 'isShopFault',
          actions: ['setFailure', 'setWait', alert('refund.waits')],
        },
        'failure.confirmed': { actions: 'setConfirmed' },
      },
    },
    sending: {
      description: 'The intent is stored. The call may be on its way.',
      on: {
        ...open,
        'call.start': {
          description: 'B2C repeats the same id, which never sends twice (PAY-F3).',
          guard: 'mayRepeat',
          actions: 'countCall',
        },
        'call.accepted': [
          {
            description: 'The shopper knows it from an earlier try.',
            guard: 'isTold',
            target: 'sent',
          },
          { description: 'The shopper does not know it yet.', target: 'sent', actions: ['setTold', 'tellSent'] },
        ],
        'call.refused': [
          {
            description: 'The refund itself is refused on its first call, so it was certainly not sent.',
            guard: 'isFirstOwnFault',
            target: 'failed',
            actions: ['setFailure', 'setConfirmed', 'freeAmount', alert('refund.failed')],
          },
          {
            description: 'The first call was certainly not carried out, and M-Pesa asked for a pause.',
            guard: 'isFirstPause',
            target: 'approved',
            actions: ['setFailure', 'freeTry', 'setWait'],
          },
          {
            description: 'The first call was certainly not carried out. The shop must change something first.',
            guard: 'isFirstCall',
            target: 'approved',
            actions: ['setFailure', 'freeTry', 'setWait', alert('refund.waits')],
          },
          {
            description: 'An earlier call of this try got no answer, and M-Pesa only asked for a pause.',
            guard: 'isPause',
            actions: 'setFailure',
          },
          {
            description: 'The refusal says nothing about an earlier call of this try.',
            target: 'unknown',
            actions: ['setFailure', alert('refund.unknown'), 'askNow'],
          },
        ],
        'call.lost': [
          {
            description: 'B2C repeats the same id later (PAY-F3).',
            guard: 'mayRepeat',
            actions: 'setFailure',
          },
          {
            description: 'A reversal is never called twice, and B2C was repeated often enough.',
            target: 'unknown',
            actions: ['setFailure', alert('refund.unknown'), 'askNow'],
          },
        ],
        'call.doubtful': { target: 'unknown', actions: ['setFailure', alert('refund.unknown'), 'askNow'] },
      },
    },
    sent: {
      description: 'M-Pesa accepted the request and has not reported the result.',
      on: {
        ...open,
        'result.overdue': { target: 'unknown', actions: 'askNow' },
        'failure.confirmed': {
          target: 'failed',
          actions: ['setConfirmed', 'freeAmount', alert('refund.failed')],
        },
      },
    },
    unknown: {
      description: 'It is not known whether the money went. It is never sent again before that is known (PAY-F3).',
      on: {
        ...open,
        'queue.timedOut': { actions: 'askNow' },
        'failure.confirmed': [
          {
            description: 'It was restored from a backup in which it was never tried (PAY-F6).',
            guard: 'isUntried',
            target: 'due',
            actions: ['setConfirmed', 'clearWay'],
          },
          {
            description: 'A try is known, and it moved nothing.',
            target: 'failed',
            actions: ['setConfirmed', 'freeAmount'],
          },
        ],
        'staff.receipt': receiptTyped,
        'staff.deny': [
          {
            description: 'Two people saw in M-Pesa’s portal that nothing was sent, a day after the try.',
            guard: 'isSecondDenial',
            target: 'failed',
            actions: ['setConfirmed', 'freeAmount'],
          },
          {
            description: 'It is the first denial.',
            guard: 'isFirstDenial',
            actions: ['setDenied', 'askNow'],
          },
        ],
      },
    },
    failed: {
      description: 'Nothing was sent. A person approves another try, or pays by hand.',
      on: {
        'money.sent': [
          {
            description: 'Amount and receiver are right. The money wins, and nothing is sent again.',
            guard: 'isFitting',
            target: 'done',
            actions: ['takeAmount', ...arrived, alert('refund.late')],
          },
          { description: 'M-Pesa names another amount or receiver.', actions: alert('refund.differs') },
        ],
        'queue.timedOut': { actions: 'askNow' },
        'result.strange': { actions: 'askNow' },
        'failure.confirmed': { actions: 'setConfirmed' },
        'shop.restored': {
          description: 'It may have been sent since the backup, so its amount counts (PAY-F6).',
          target: 'unknown',
          actions: ['takeAmount', 'setRestored'],
        },
        'staff.approve': { ...approve, actions: ['takeAmount', ...approve.actions] },
        'staff.byHand': { ...byHand, actions: ['takeAmount', 'clearWay'] },
        'receipt.checked': [{ ...receiptChecked[0], actions: ['takeAmount', ...confirmsReceipt] }, endsCheck],
        'staff.drop': { ...drop, actions: ['closeAll', 'closeDropped', 'tellDropped'] },
      },
    },
    byHand: {
      description: 'A person sends it outside the shop: by M-Pesa’s portal, or in cash.',
      on: {
        'staff.byHand': { actions: 'ignoreRepeat' },
        'staff.byMpesa': {
          description: 'No receipt is being checked, and no cash is noted.',
          guard: 'isUntouched',
          target: 'due',
          actions: 'clearWay',
        },
        'staff.drop': {
          ...drop,
          description: 'No receipt is being checked, and no cash is noted.',
          guard: 'isUntouched',
        },
        'staff.receipt': receiptTyped,
        'staff.cash': [
          { description: 'It is noted already.', guard: 'hasCash', actions: 'ignoreRepeat' },
          {
            description: 'No receipt is being checked.',
            guard: 'isUnchecked',
            actions: 'setCash',
          },
        ],
        'staff.noCash': {
          description: 'Cash is noted.',
          guard: 'hasCash',
          actions: 'clearCash',
        },
        'staff.confirmCash': {
          description: 'A second person confirms the cash.',
          guard: 'isOtherPerson',
          target: 'done',
          actions: ['setPaidInCash', 'closeAll', 'closeRefund', 'tellDone'],
        },
      },
    },
    done: {
      description: 'The money is back. This state is final.',
      on: {
        'money.sent': [
          {
            description: 'M-Pesa names the receipt for the first time.',
            guard: 'isMissingReceipt',
            actions: ['setReceipt', 'useReceipt'],
          },
          {
            description: 'It was paid in cash, and M-Pesa sent it, too.',
            guard: 'isSecondWay',
            actions: ['setReceipt', 'useReceipt', alert('refund.twice')],
          },
          {
            description: 'M-Pesa names a second receipt or another amount, so it may have been sent twice.',
            guard: 'isNews',
            actions: alert('refund.twice'),
          },
          { description: 'The message brings nothing new.', actions: 'ignoreRepeat' },
        ],
        'result.failed': { actions: alert('refund.late') },
        'queue.timedOut': { actions: alert('refund.late') },
        'failure.confirmed': { actions: alert('refund.late') },
        'shop.restored': { actions: 'ignoreRepeat' },
        'receipt.checked': [
          {
            description: 'It was done without a receipt, and M-Pesa confirms this one.',
            guard: 'isFillingReceipt',
            actions: ['setCheckedReceipt', 'useReceipt', 'clearChecked'],
          },
          endsCheck,
        ],
        'staff.receipt': {
          description: 'It was done without a receipt.',
          guard: 'mayFillReceipt',
          actions: ['setChecked', 'askNow'],
        },
      },
    },
    dropped: {
      description: 'An owner decided that nothing goes back. This state is final.',
      on: {
        'money.sent': [
          {
            description: 'The money went all the same.',
            guard: 'isNewReceipt',
            actions: ['setReceipt', 'useReceipt', alert('refund.dropped')],
          },
          {
            description: 'M-Pesa names a second receipt, or none.',
            guard: 'isOtherMoney',
            actions: alert('refund.dropped'),
          },
          { description: 'The message brings nothing new.', actions: 'ignoreRepeat' },
        ],
        'staff.drop': { actions: 'ignoreRepeat' },
        'shop.restored': { actions: 'ignoreRepeat' },
      },
    },
  },
});
