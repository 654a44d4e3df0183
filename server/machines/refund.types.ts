/** Context and events of `refund.machine.ts`. */

/** How M-Pesa sends a refund: the whole payment back, or an amount to a phone (PAY-F2). */
export type RefundWay = 'reversal' | 'b2c';
/** Why an approved refund is not sent yet. `pause`: M-Pesa asked the shop to wait. */
export type RefundWait = 'balance' | 'setting' | 'pause';

export interface RefundContext {
  /** How it is sent, or was paid back. `null` until it is approved. */
  readonly way: RefundWay | 'receipt' | 'cash' | 'hand' | null;
  readonly tries: number;
  /** Calls of the current try. Only B2C repeats one. */
  readonly calls: number;
  readonly waitsFor: RefundWait | null;
  /** Whether it is certain that no earlier try moves money (PAY-F3). */
  readonly isConfirmed: boolean;
  readonly failureCode: string | null;
  readonly failure: string | null;
  /** M-Pesa's receipt of the money that went back. */
  readonly receipt: string | null;
  /** Receipt that staff typed and M-Pesa has not judged yet. */
  readonly checkedReceipt: string | null;
  /** The person who noted that it was paid in cash. */
  readonly cashBy: string | null;
  /** The person who noted that it was not sent. */
  readonly deniedBy: string | null;
  /** Whether the shopper was informed that it was sent. */
  readonly isTold: boolean;
  /** Restored from a backup and not decided since (PAY-F6). */
  readonly isRestored: boolean;
}

/** A code of M-Pesa with its text for the back office. */
interface Failure {
  readonly code: string;
  readonly text: string;
}

export type RefundEvent =
  /** A person who may do it (PAY-F2) approves it. The caller chooses the way. */
  | { readonly type: 'staff.approve'; readonly way: RefundWay }
  | { readonly type: 'staff.unapprove' }
  | { readonly type: 'staff.byHand' }
  | { readonly type: 'staff.byMpesa' }
  | { readonly type: 'staff.drop' }
  | { readonly type: 'staff.retry' }
  | { readonly type: 'staff.receipt'; readonly receipt: string }
  | { readonly type: 'staff.cash'; readonly by: string }
  | { readonly type: 'staff.noCash' }
  | { readonly type: 'staff.confirmCash'; readonly by: string }
  /** A person saw in M-Pesa's portal that it was not sent. `isTime`: the last try is a day old. */
  | { readonly type: 'staff.deny'; readonly by: string; readonly isTime: boolean }
  /** The worker writes the intent, directly before the call. */
  | { readonly type: 'call.start' }
  | { readonly type: 'call.accepted' }
  /** Certainly not carried out. `waitsFor` is `null` for a fault of the refund itself. */
  | ({ readonly type: 'call.refused'; readonly waitsFor: RefundWait | null } & Failure)
  /** It may have been carried out, and a repetition with the same id is the way to find out. */
  | ({ readonly type: 'call.lost' } & Failure)
  /** It may have been carried out, and no repetition helps: an unknown code, or an id that M-Pesa knows. */
  | ({ readonly type: 'call.doubtful' } & Failure)
  /** M-Pesa reports success. `isFitting`: amount and receiver are right. */
  | {
      readonly type: 'money.sent';
      readonly receipt: string | null;
      readonly isFitting: boolean;
      readonly isByResult: boolean;
    }
  /** A listed final failure. `to` is where PAY-F2 sends it. */
  | ({ readonly type: 'result.failed'; readonly to: RefundWait | 'failed' | 'byHand' } & Failure)
  | ({ readonly type: 'result.strange' } & Failure)
  | { readonly type: 'queue.timedOut' }
  | { readonly type: 'result.overdue' }
  /** Transaction Status, the statement or the portal: the try is over and moved nothing. */
  | { readonly type: 'failure.confirmed' }
  /** The shop was restored from a backup, after which the refund may have been sent (PAY-F6). */
  | { readonly type: 'shop.restored' }
  /** M-Pesa's answer about a typed receipt. `null`: none came in time. */
  | { readonly type: 'receipt.checked'; readonly isFitting: boolean | null };

export type RefundAlarm =
  | 'refund.unknown'
  | 'refund.failed'
  | 'refund.waits'
  | 'refund.differs'
  | 'refund.twice'
  | 'refund.dropped'
  | 'refund.late';
