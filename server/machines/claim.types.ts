/** Context and events of `claim.machine.ts`. */

export interface ClaimContext {
  /** Questions to M-Pesa so far, by the schedule (PAY-S2). */
  readonly asks: number;
  /** Why staff decide: M-Pesa names no payer, or it gave no answer. `null` before. */
  readonly problem: 'unclear' | 'noAnswer' | null;
}

export type ClaimEvent =
  /** The shopper sends a receipt. Every claim has one. */
  | { readonly type: 'claim.send' }
  /** M-Pesa shows money that pays the order, by the rules of PAY-S1. */
  | { readonly type: 'status.fits' }
  /** M-Pesa shows no such money, or money that is not this shopper's. */
  | { readonly type: 'status.refused' }
  /** Completed, but payer and receiver are not distinguishable. */
  | { readonly type: 'status.unclear' }
  /** No result: still under way, a fault of our settings, or a queue time-out. */
  | { readonly type: 'status.open' }
  /** M-Pesa did not take the question. */
  | { readonly type: 'call.failed' }
  /** The question has been without a result for a minute. */
  | { readonly type: 'result.overdue' }
  /** It is time for the next question. */
  | { readonly type: 'question.due' }
  /** The same receipt has paid the order otherwise (PAY-C3). */
  | { readonly type: 'money.seen' }
  | { readonly type: 'staff.ask' }
  | { readonly type: 'staff.refuse' };
