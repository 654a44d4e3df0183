import { hasNoReply, toFailedCall, toProblem } from './failure.ts';
import type { Problem } from './failure.ts';
import * as texts from '../texts/common.ts';

/** Returns the problem of an account that could not be completed after the phone step (§8 Registration, Q6). */
export function toCompletionProblem(error: unknown): Problem {
  const { text, requestId } = toProblem(error, texts.setupFailed);
  return { text: texts.registrationFailed(text), requestId };
}

/**
 * Returns whether the server may have acted although the call failed: no reply, an unreadable one, a server error, or
 * an error of a proxy (D10).
 */
export function isReplyUncertain(error: unknown): boolean {
  const { kind, status } = toFailedCall(error);
  return hasNoReply(error) || kind === 'broken' || status >= 500;
}

/** Returns whether the token is missing or invalid (D14). */
export function isSignedOut(error: unknown): boolean {
  return toFailedCall(error).kind === 'unauthorized';
}

/** Returns whether the call was refused because its order is cancelled. */
export function isOrderCancelled(error: unknown): boolean {
  const { data } = toFailedCall(error);
  return typeof data === 'object' && data !== null && 'orderStatus' in data && data.orderStatus === 'cancelled';
}

/** Returns whether a login needs a code besides the password (D26). */
export function isLoginCodeRequired(error: unknown): boolean {
  const { status, data } = toFailedCall(error);
  return status === 409 && typeof data === 'object' && data !== null && 'code' in data && data.code === true;
}
