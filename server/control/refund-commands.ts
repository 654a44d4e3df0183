import * as v from 'valibot';
import { command } from './command.ts';
import { staffCommand } from './staff-command.ts';

/** The services refuse long or malformed values with better messages. */
const words = v.pipe(v.string(), v.maxLength(10_000));
/** Roles that may handle refunds (owner §1). */
const ROLES = ['owner', 'orders'] as const;

/** `npm run refunds` (PAY-F1). */
export const listRefunds = command({
  name: 'refunds.list',
  input: v.strictObject({}),
  run: ({ services }) => services.refundsStaff.list(),
});

/** `npm run refunds -- propose` (PAY-F2). */
export const proposeRefund = staffCommand({
  name: 'refunds.propose',
  roles: ROLES,
  input: v.strictObject({ receipt: words, amount: v.number(), reason: words }),
  run: async ({ services }, { receipt, amount, reason }, staff) => ({
    handle: `refund-${(await services.refundsStaff.propose(staff, receipt, amount, reason)).slice(0, 8)}`,
    state: 'due' as const,
  }),
});

/** Decisions of a person about one refund. */
export const REFUND_VERBS = [
  'approve',
  'take-back',
  'by-hand',
  'by-mpesa',
  'receipt',
  'cash',
  'no-cash',
  'confirm-cash',
  'not-happened',
  'drop',
  'retry',
] as const;
export type RefundVerb = (typeof REFUND_VERBS)[number];

/** `npm run refunds -- approve` and the other verbs (PAY-F1). */
export const changeRefund = staffCommand({
  name: 'refunds.change',
  roles: ROLES,
  input: v.strictObject({ verb: v.picklist(REFUND_VERBS), handle: words, text: words }),
  run: async ({ services: { refundsStaff } }, { verb, handle, text }, staff) => {
    const run = {
      approve: () => refundsStaff.approve(staff, handle),
      'take-back': () => refundsStaff.takeBack(staff, handle),
      'by-hand': () => refundsStaff.payByHand(staff, handle),
      'by-mpesa': () => refundsStaff.sendAfterAll(staff, handle),
      receipt: () => refundsStaff.nameReceipt(staff, handle, text),
      cash: () => refundsStaff.noteCash(staff, handle),
      'no-cash': () => refundsStaff.takeCashBack(staff, handle),
      'confirm-cash': () => refundsStaff.confirmCash(staff, handle),
      'not-happened': () => refundsStaff.deny(staff, handle),
      drop: () => refundsStaff.drop(staff, handle, text),
      retry: () => refundsStaff.retry(staff, handle),
    } satisfies Record<RefundVerb, () => ReturnType<typeof refundsStaff.approve>>;
    const { refund } = await run[verb]();
    return { handle: `refund-${refund.id.slice(0, 8)}`, state: refund.state };
  },
});
