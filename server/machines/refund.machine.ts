import { refundSetup } from './refund.setup.ts';
import type { RefundAlarm } from './refund.types.ts';

/**
 * One refund of one payment (PAY-F1 to PAY-F6). Money that was sent wins over every other message, and nothing is sent
 * twice: a try has one intent, and another needs the certainty that the last one moved nothing. The machine never runs
 * as an actor: `transition()` decides, and the caller performs its custom actions in the same transaction.
 */

const alert = (kind: RefundAlarm) => ({ type: 'alertBackOffice', params: { kind } }) as const;
const arrived = ['setReceipt', 'useReceipt', 'closeAll', 'closeRefund', 'tellDone'] as const;

/** M-Pesa reports success while the outcome was open. */
const moneySent = [
  {
    description: 'Amount and receiver are right.',
    guard: 'isFitting',
    target: '#refund.done',
    actions: arrived,
  },
  {
    description: 'M-Pesa names another amount or receiver, so the back office decides.',
    target: '#refund.unknown',
    actions: [alert('refund.differs'), 'askNow'],
  },
] as const;

/** M-Pesa reports success after the shop had given the try up. */
const moneySentLate = [
  {
    description: 'Amount and receiver are right. The money wins, and nothing is sent again.',
    guard: 'isFitting',
    target: '#refund.done',
    actions: [...arrived, alert('refund.late')],
  },
  { description: 'M-Pesa names another amount or receiver.', actions: alert('refund.differs') },
] as const;

/** Final results while the outcome is open (PAY-F2). */
const resultFailed = [
  {
    description: 'Balance or settings of the shop must change first, and a reversal has certainly failed.',
    guard: 'isWaitOfReversal',
    target: '#refund.approved',
    actions: ['setFailure', 'setWait', 'setConfirmed', alert('refund.waits')],
  },
  {
    description: 'Balance or settings of the shop must change first. Transaction Status must confirm the failure.',
    guard: 'isWait',
    target: '#refund.approved',
    actions: ['setFailure', 'setWait', alert('refund.waits'), 'askNow'],
  },
  {
    description: 'M-Pesa cannot send it to this payer, so a person does.',
    guard: 'isByHand',
    target: '#refund.byHand',
    actions: ['setFailure', 'setConfirmed', alert('refund.failed')],
  },
  {
    description: 'The reversal has certainly failed, so the next approval may send it again.',
    guard: 'isReversal',
    target: '#refund.failed',
    actions: ['setFailure', 'setConfirmed', 'freeAmount', alert('refund.failed')],
  },
  {
    description: 'Transaction Status must confirm the failure before another try (PAY-F3).',
    target: '#refund.failed',
    actions: ['setFailure', 'freeAmount', alert('refund.failed'), 'askNow'],
  },
] as const;

/** Messages while M-Pesa's outcome is open. */
const open = {
  'money.sent': moneySent,
  'result.failed': resultFailed,
  'result.strange': {
    description: 'The code is in no table, so it is never read as a failure.',
    target: '#refund.unknown',
    actions: ['setFailure', alert('refund.unknown'), 'askNow'],
  },
  'queue.timedOut': { description: 'A queue time-out is not a failure.', target: '#refund.unknown', actions: 'askNow' },
} as const;

/** Messages of an earlier try, after it was given up. */
const late = {
  'money.sent': moneySentLate,
  'result.failed': { actions: 'ignoreRepeat' },
  'queue.timedOut': { actions: 'ignoreRepeat' },
  'call.accepted': { actions: 'ignoreRepeat' },
  'call.lost': { actions: 'ignoreRepeat' },
  'call.refused': { actions: 'ignoreRepeat' },
  'call.doubtful': { actions: 'ignoreRepeat' },
  'result.strange': { actions: 'ignoreRepeat' },
} as const;

const drop = { target: 'dropped', actions: ['closeAll', 'freeAmount', 'closeRefund', 'tellDropped'] } as const;
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
const receiptTyped = [
  {
    description: 'M-Pesa is asked about this receipt already.',
    guard: 'isSameReceipt',
    actions: 'ignoreRepeat',
  },
  {
    description: 'No other receipt is being checked, and nobody noted cash.',
    guard: 'isUntouched',
    actions: ['setChecked', 'askNow'],
  },
] as const;
const receiptChecked = [
  {
    description: 'M-Pesa confirms the receipt (PAY-F2).',
    guard: 'isFitting',
    target: 'done',
    actions: ['setPaidByReceipt', 'setCheckedReceipt', 'useReceipt', 'closeAll', 'closeRefund', 'tellDone'],
  },
  { description: 'The receipt does not fit, or M-Pesa gave no answer in time.', actions: 'clearChecked' },
] as const;

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
  states: {
    due: {
      description: 'The money is owed. Nothing is sent before a person approves it.',
      on: {
        ...late,
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
        ...late,
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
          description: 'No earlier try can move money any more.',
          guard: 'isConfirmed',
          target: 'sending',
          actions: 'countTry',
        },
        // Before the call: too little money, or another refund found a wrong setting.
        'call.refused': {
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
        'call.accepted': { target: 'sent', actions: ['setTold', 'tellSent'] },
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
        'failure.confirmed': { actions: 'ignoreRepeat' },
      },
    },
    sent: {
      description: 'M-Pesa accepted the request and has not reported the result.',
      on: {
        ...open,
        'call.accepted': { actions: 'ignoreRepeat' },
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
        'call.accepted': { actions: 'ignoreRepeat' },
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
        'receipt.checked': receiptChecked,
        'staff.deny': [
          {
            description: 'Two people saw in M-Pesa’s portal that nothing was sent, a day after the try.',
            guard: 'isSecondDenial',
            target: 'failed',
            actions: ['setConfirmed', 'freeAmount'],
          },
          {
            description: 'Nobody has said so before.',
            guard: 'isFirstDenial',
            actions: ['setDenied', 'askNow'],
          },
        ],
      },
    },
    failed: {
      description: 'Nothing was sent. A person approves another try, or pays by hand.',
      on: {
        ...late,
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
        'staff.approve': { ...approve, actions: ['takeAmount', ...approve.actions] },
        'staff.byHand': { ...byHand, actions: ['takeAmount', 'clearWay'] },
        'staff.drop': { target: 'dropped', actions: ['closeAll', 'closeRefund', 'tellDropped'] },
      },
    },
    byHand: {
      description: 'A person sends it outside the shop: by M-Pesa’s portal, or in cash.',
      on: {
        ...late,
        'staff.byHand': { actions: 'ignoreRepeat' },
        'staff.byMpesa': {
          description: 'No receipt is being checked, and nobody noted cash.',
          guard: 'isUntouched',
          target: 'due',
          actions: 'clearWay',
        },
        'staff.drop': {
          description: 'No receipt is being checked, and nobody noted cash.',
          guard: 'isUntouched',
          ...drop,
        },
        'staff.receipt': receiptTyped,
        'receipt.checked': receiptChecked,
        'staff.cash': [
          { description: 'It is noted already.', guard: 'hasCash', actions: 'ignoreRepeat' },
          {
            description: 'No receipt is being checked.',
            guard: 'isUnchecked',
            actions: 'setCash',
          },
        ],
        'staff.noCash': {
          description: 'Somebody noted cash.',
          guard: 'hasCash',
          actions: 'clearCash',
        },
        'staff.confirmCash': {
          description: 'A second person confirms the cash.',
          guard: 'isOtherPerson',
          target: 'done',
          actions: ['setPaidInCash', 'closeAll', 'closeRefund', 'tellDone'],
        },
        'failure.confirmed': { actions: 'ignoreRepeat' },
      },
    },
    done: {
      description: 'The money is back. This state is final.',
      on: {
        ...late,
        'money.sent': [
          {
            description: 'M-Pesa names a second receipt, so it may have been sent twice.',
            guard: 'isOtherReceipt',
            actions: alert('refund.twice'),
          },
          {
            description: 'M-Pesa names the receipt for the first time.',
            guard: 'isNewReceipt',
            actions: ['setReceipt', 'useReceipt'],
          },
          { description: 'The message brings nothing new.', actions: 'ignoreRepeat' },
        ],
        'result.failed': { actions: alert('refund.late') },
        'queue.timedOut': { actions: alert('refund.late') },
        'failure.confirmed': { actions: alert('refund.late') },
        'receipt.checked': [
          {
            description: 'It was done without a receipt, and M-Pesa confirms this one.',
            guard: 'isFillingReceipt',
            actions: ['setCheckedReceipt', 'useReceipt', 'clearChecked'],
          },
          { description: 'The receipt does not fit, or M-Pesa gave no answer in time.', actions: 'clearChecked' },
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
        ...late,
        'money.sent': {
          actions: ['setReceipt', 'useReceipt', alert('refund.dropped')],
        },
        'staff.drop': { actions: 'ignoreRepeat' },
        'failure.confirmed': { actions: 'ignoreRepeat' },
      },
    },
  },
});
