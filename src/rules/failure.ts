import type { FailureCode } from '../../contract/errors.ts';
import * as texts from '../texts/common.ts';

/** A failure in words for the shopper. */
export interface Problem {
  readonly text: string;
  /** Identifies the request in the server's log (H14); `null` when no server replied. */
  readonly requestId: string | null;
}

/** The part of an `ApiError` that machines use. Plain data, so that machines need no classes. */
export interface FailedCall {
  readonly kind: 'refused' | 'unauthorized' | 'offline' | 'timeout' | 'broken';
  readonly status: number;
  /** Shown to the shopper; no decision depends on it. */
  readonly message: string;
  readonly code: FailureCode | null;
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly data: unknown;
  readonly retryAfter: number | null;
}

const NO_ANSWER: FailedCall = {
  kind: 'broken',
  status: 0,
  message: '',
  code: null,
  requestId: null,
  fields: {},
  data: undefined,
  retryAfter: null,
};

/** Converts an error that a slot rejected with. Anything else than a failed call counts as a broken reply. */
export function toFailedCall(error: unknown): FailedCall {
  return typeof error === 'object' && error !== null && 'kind' in error && 'status' in error
    ? { ...NO_ANSWER, ...(error as Partial<FailedCall>), message: getErrorMessage(error) }
    : NO_ANSWER;
}

/** Returns the server's message for a 4xx or `success: false`, otherwise the listed text (A55, H15, Q4). */
export function toProblem(error: unknown, listed: string): Problem {
  const { kind, status, message, requestId } = toFailedCall(error);
  const isWorded = kind !== 'broken' && status >= 200 && status < 500 && message !== '';
  return { text: isWorded ? message : listed, requestId };
}

/** Like `toProblem`, with one text for a reply without the requested data, and one for no usable reply (§8). */
export function toReplyProblem(
  error: unknown,
  listed: { readonly answered: string; readonly unanswered: string },
): Problem {
  const { kind, status } = toFailedCall(error);
  const isAnswered = kind === 'refused' && status === 200;
  return toProblem(error, isAnswered ? listed.answered : listed.unanswered);
}

/** Returns the listed text for every failure, where §8 defines one fixed text. */
export function toListedProblem(error: unknown, listed: string): Problem {
  return { text: listed, requestId: toFailedCall(error).requestId };
}

/** Returns the problem of an account that could not be completed after the phone step (§8 Registration, Q6). */
export function toCompletionProblem(error: unknown): Problem {
  const { text, requestId } = toProblem(error, texts.setupFailed);
  return { text: texts.registrationFailed(text), requestId };
}

/** Creates a problem that is not caused by a call. */
export function createProblem(text: string): Problem {
  return { text, requestId: null };
}

/** Returns whether no reply arrived, so that the server may or may not have acted (D10). */
export function hasNoReply(error: unknown): boolean {
  const { kind, status } = toFailedCall(error);
  return kind === 'offline' || kind === 'timeout' || (kind === 'broken' && status === 0);
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

function getErrorMessage(error: object): string {
  return 'message' in error && typeof error.message === 'string' ? error.message : '';
}
