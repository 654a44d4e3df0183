import type { Verification } from '../../../contract/auth.ts';
import type { FailedCall, Problem } from '../../rules/failure.ts';
import type { Credentials } from './session.machine.ts';

/** What phone-verification.machine.ts is given, knows, hears and ends with. */

export interface PhoneVerificationInput {
  /** As typed, stripped (Q8). */
  readonly phone: string;
  readonly userName: string;
  /** Names what waits for the proof where the phone alone does not; handed to `complete` unread (D2). */
  readonly userId?: string;
  /** The page was loaded again: a code that was sent before and still counts serves (X22). */
  readonly isResumed?: boolean;
}

export interface CodeRequest {
  readonly phone: string;
  readonly userName: string;
  /** How old a code may be, in ms, that this tab has asked for already and that serves as well; 0 for a new one. */
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
  /** What the server answered to the right code; completion sends it back unchanged (D1). */
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

/** All are null where the shopper went back. */
export interface PhoneVerificationOutput {
  /** What proves the phone, once the code was right (D1). */
  readonly verification: Verification | null;
  /** The shopper's, once all is completed. */
  readonly credentials: Credentials | null;
  /** Why it could not be completed. */
  readonly failure: FailedCall | null;
}
