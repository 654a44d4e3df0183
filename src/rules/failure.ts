import type { FailureCode } from '../../contract/errors.ts';

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

/** Creates a problem that is not caused by a call. */
export function createProblem(text: string): Problem {
  return { text, requestId: null };
}

/** Returns whether no reply arrived, so that the server may or may not have acted (D10). */
export function hasNoReply(error: unknown): boolean {
  const { kind, status } = toFailedCall(error);
  return kind === 'offline' || kind === 'timeout' || (kind === 'broken' && status === 0);
}

function getErrorMessage(error: object): string {
  return 'message' in error && typeof error.message === 'string' ? error.message : '';
}
