import { formatKsh } from '../../../contract/rules/money.ts';
import type { createRefundsStaffService } from '../../modules/refunds/refunds-staff.service.ts';
import { formatTime } from './time.ts';

type Listed = Awaited<ReturnType<ReturnType<typeof createRefundsStaffService>['list']>>[number];

const WHY = {
  overpaid: 'was paid twice',
  cancelled: 'was cancelled',
  lost: 'was lost',
  returned: 'came back',
  staff: 'part of a payment',
  unmatched: 'matched no order',
} as const;
const WAITS = { balance: 'waits for the balance', setting: 'waits for a setting', pause: 'waits a minute' } as const;

/** Returns the output of `npm run refunds`. */
export function refundsReport(refunds: readonly Listed[]): string[] {
  if (refunds.length === 0) return ['No open refunds.'];
  return [
    ...refunds.map(toLine),
    '',
    'Handle one: npm run refunds -- approve NAME. All verbs: npm run refunds -- --help',
  ];
}

function toLine({ id, shortId, amount, reason, note, state, way, phone, receipt, createdAt, ...more }: Listed): string {
  const { isRest, waitsFor, failureCode, failure, checkedReceipt, isDoubtful } = more;
  const facts = [
    `${formatKsh(amount)} to ${phone ?? 'an unknown phone'}`,
    `${shortId === null ? 'money that' : `order ${shortId.toUpperCase()}`} ${isRest ? 'was paid with too much' : WHY[reason]}${note === null ? '' : `: ${note}`}`,
    ...(receipt === null ? [] : [`receipt ${receipt}`]),
    ...(way === null ? [] : [`by ${way}`]),
    ...(waitsFor === null ? [] : [WAITS[waitsFor]]),
    ...(failureCode === null ? [] : [`code ${failureCode}: ${failure ?? ''}`]),
    ...(isDoubtful ? ['may have gone back already: import the statement'] : []),
    ...(checkedReceipt === null ? [] : [`M-Pesa is asked about ${checkedReceipt}`]),
  ];
  return `  refund-${id.slice(0, 8)}  ${formatTime(createdAt)}  ${state.replace('_', ' ')}  ${facts.join(', ')}`;
}
