import type { RefundAlarm } from './refund.types.ts';

/** M-Pesa's messages about a refund, in the states that read them alike (PAY-F2, PAY-F3). */

export const alert = (kind: RefundAlarm) => ({ type: 'alertBackOffice', params: { kind } }) as const;
export const arrived = ['setReceipt', 'useReceipt', 'closeAll', 'closeRefund', 'tellDone'] as const;

/** M-Pesa reports success while the outcome was open. */
const moneySent = [
  {
    description: 'Amount and receiver are right.',
    guard: 'isFitting',
    target: '#refund.done',
    actions: arrived,
  },
  {
    description: 'The result names another amount or receiver. Transaction Status may know better.',
    guard: 'isByResult',
    target: '#refund.unknown',
    actions: [alert('refund.differs'), 'askNow'],
  },
  {
    description: 'Transaction Status names another amount or receiver, so the back office decides.',
    target: '#refund.unknown',
    actions: alert('refund.differs'),
  },
] as const;

/** M-Pesa reports success after the shop had given the try up. */
export const moneySentLate = [
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
export const open = {
  'money.sent': moneySent,
  'result.failed': resultFailed,
  'result.strange': {
    description: 'The code is in no table, so it is never read as a failure.',
    target: '#refund.unknown',
    actions: ['setFailure', alert('refund.unknown'), 'askNow'],
  },
  'queue.timedOut': { description: 'A queue time-out is not a failure.', target: '#refund.unknown', actions: 'askNow' },
} as const;

/** Messages that bring nothing new: of an earlier try, or after another one has decided. */
export const late = {
  'result.failed': { actions: 'ignoreRepeat' },
  'queue.timedOut': { actions: 'ignoreRepeat' },
  'call.accepted': { actions: 'ignoreRepeat' },
  'call.lost': { actions: 'ignoreRepeat' },
  'call.refused': { actions: 'ignoreRepeat' },
  'call.doubtful': { actions: 'ignoreRepeat' },
  'result.strange': { actions: 'ignoreRepeat' },
} as const;

export const receiptTyped = [
  {
    description: 'M-Pesa is asked about this receipt already.',
    guard: 'isSameReceipt',
    actions: 'ignoreRepeat',
  },
  {
    description: 'No other receipt is being checked, and no cash is noted.',
    guard: 'isUntouched',
    actions: ['setChecked', 'askNow'],
  },
] as const;
export const confirmsReceipt = [
  'setPaidByReceipt',
  'setCheckedReceipt',
  'useReceipt',
  'closeAll',
  'closeRefund',
  'tellDone',
] as const;
export const endsCheck = {
  description: 'The receipt does not fit, or M-Pesa gave no answer in time.',
  guard: 'isChecking',
  actions: 'clearChecked',
} as const;
export const receiptChecked = [
  {
    description: 'M-Pesa confirms the receipt (PAY-F2).',
    guard: 'isFittingCheck',
    target: '#refund.done',
    actions: confirmsReceipt,
  },
  endsCheck,
] as const;
