import type { FailureCode } from '../../contract/errors.ts';
import * as texts from '../texts/common.ts';

/** What went wrong, in words for the shopper. */
export interface Problem {
  readonly text: string;
  /** Finds the request in the server's log (H14); null where no server answered. */
  readonly requestId: string | null;
}

/** The part of an ApiError that machines look at. Errors are data here, so that machines stay free of classes. */
export interface FailedCall {
  readonly kind: 'refused' | 'unauthorized' | 'offline' | 'timeout' | 'broken';
  readonly status: number;
  /** For the shopper; nothing is decided by it. */
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

/** Reads an error that a slot rejected with; anything that is not a failed call counts as a broken answer. */
export function failedCall(error: unknown): FailedCall {
  return typeof error === 'object' && error !== null && 'kind' in error && 'status' in error
    ? { ...NO_ANSWER, ...(error as Partial<FailedCall>), message: messageIn(error) }
    : NO_ANSWER;
}

/** The server's own words for a 4xx or a `success: false`, the listed text for everything else (A55, H15, Q4). */
export function problemOf(error: unknown, listed: string): Problem {
  const { kind, status, message, requestId } = failedCall(error);
  const isWorded = kind !== 'broken' && status >= 200 && status < 500 && message !== '';
  return { text: isWorded ? message : listed, requestId };
}

/**
 * As `problemOf`, with a listed text for a shop that answered without what was asked for, and one for no answer that could
 * be used (§8).
 */
export function answerProblem(
  error: unknown,
  listed: { readonly answered: string; readonly unanswered: string },
): Problem {
  const { kind, status } = failedCall(error);
  const isAnswered = kind === 'refused' && status === 200;
  return problemOf(error, isAnswered ? listed.answered : listed.unanswered);
}

/** The listed text whatever the server said, where §8 gives one fixed text. */
export function listedProblem(error: unknown, listed: string): Problem {
  return { text: listed, requestId: failedCall(error).requestId };
}

/** The account could not be finished after the phone step (§8 Registration, Q6). */
export function completionProblem(error: unknown): Problem {
  const { text, requestId } = problemOf(error, texts.setupFailed);
  return { text: texts.registrationFailed(text), requestId };
}

/** A problem that no call caused. */
export function problem(text: string): Problem {
  return { text, requestId: null };
}

/** True where the reply never came, so that the server may or may not have acted (D10). */
export function isUncertain(error: unknown): boolean {
  const { kind, status } = failedCall(error);
  return kind === 'offline' || kind === 'timeout' || (kind === 'broken' && status === 0);
}

/**
 * True where the server may have acted all the same: no reply, one that cannot be read, or one of a server that failed
 * or that something in front of it has given (D10).
 */
export function isAnswerLost(error: unknown): boolean {
  const { kind, status } = failedCall(error);
  return isUncertain(error) || kind === 'broken' || status >= 500;
}

/** True for a missing or invalid token (D14). */
export function isSignedOut(error: unknown): boolean {
  return failedCall(error).kind === 'unauthorized';
}

/** True where the call was refused because its order is cancelled. */
export function isOrderCancelled(error: unknown): boolean {
  const { data } = failedCall(error);
  return typeof data === 'object' && data !== null && 'orderStatus' in data && data.orderStatus === 'cancelled';
}

/** True where a login needs a code beside the password (D26). */
export function isLoginCodeAsked(error: unknown): boolean {
  const { status, data } = failedCall(error);
  return status === 409 && typeof data === 'object' && data !== null && 'code' in data && data.code === true;
}

function messageIn(error: object): string {
  return 'message' in error && typeof error.message === 'string' ? error.message : '';
}
