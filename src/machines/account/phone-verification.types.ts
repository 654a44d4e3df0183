import type { Verification } from '../../../contract/auth.ts';
import type { FailedCall, Problem } from '../../rules/failure.ts';
import type { Credentials } from './session.machine.ts';

/** Types of phone-verification.machine.ts. */

export interface PhoneVerificationInput {
  /** As typed, normalised (Q8). */
  readonly phone: string;
  readonly userName: string;
  /** Identifies the waiting step when the phone alone does not; passed to `complete` unread (D2). */
  readonly userId?: string;
  /** The page was reloaded: a code that was sent earlier and is still valid is used (X22). */
  readonly isResumed?: boolean;
}

export interface CodeRequest {
  readonly phone: string;
  readonly userName: string;
  /** Largest age of a code that this tab has requested and that may be reused. Milliseconds; 0 for a new code. */
  readonly usableFor: number;
}

export interface PhoneVerificationContext extends PhoneVerificationInput {
  readonly pinId: string;
  /** Digits only, at most six. */
  readonly code: string;
  /** Epoch ms; 0 until a code was sent. */
  readonly now: number;
  readonly resendAt: number;
  readonly expiresAt: number;
  /** Under the code field. */
  readonly codeError: string | null;
  readonly problem: Problem | null;
  /** The server's reply to the correct code. The completion sends it back unchanged (D1). */
  readonly verification: Verification;
  readonly credentials: Credentials | null;
  readonly failure: FailedCall | null;
}

export type PhoneVerificationEvent =
  | { readonly type: 'code.change'; readonly code: string }
  | { readonly type: 'code.filled'; readonly code: string }
  | { readonly type: 'code.verify'; readonly code: string }
  | { readonly type: 'code.resend' }
  | { readonly type: 'clock.tick'; readonly now: number }
  | { readonly type: 'step.back' };

export interface Completion {
  readonly phone: string;
  readonly verificationData: Verification;
  readonly userId?: string;
}

/** All are `null` when the shopper went back. */
export interface PhoneVerificationOutput {
  /** Proof of the phone after the correct code (D1). */
  readonly verification: Verification | null;
  /** Credentials of the shopper after the completion. */
  readonly credentials: Credentials | null;
  /** Why the completion failed. */
  readonly failure: FailedCall | null;
}
