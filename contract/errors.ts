import * as v from 'valibot';

/** Why a call failed, for programs: what somebody decides by. The message is for people, and decides nothing. */
export const FAILURE_CODES = [
  // The one-time code counts no more, or none was asked for: only a new one helps (D4).
  'no-otp-session',
  // Somebody else has the e-mail address (D22).
  'email-in-use',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** The body of every failure. `message` is for the shopper; the id finds the request in the log (H14). */
export const Failure = v.object({
  success: v.literal(false),
  message: v.optional(v.string(), ''),
  requestId: v.optional(v.nullable(v.string()), null),
  /** Where a program decides by the failure; one that is not known here counts as none. */
  code: v.fallback(v.optional(v.picklist(FAILURE_CODES)), undefined),
  /** Messages by request field (H15). */
  fields: v.optional(v.record(v.string(), v.string())),
  /** What the caller needs to go on, e.g. the changed lines of an order (D5). */
  data: v.optional(v.unknown()),
});
export type Failure = v.InferOutput<typeof Failure>;

/**
 * How a call failed: `refused` the server answered with a failure, `unauthorized` the token is missing
 * or invalid (401), `offline` no connection, `timeout` no answer in time, `broken` the answer is not
 * what the contract promises.
 */
export type FailureKind = 'refused' | 'unauthorized' | 'offline' | 'timeout' | 'broken';

export interface ApiErrorDetails {
  readonly kind: FailureKind;
  /** HTTP status, 0 where there was no answer. */
  readonly status: number;
  /** The server's own text, else empty; never a library's words. */
  readonly message?: string;
  readonly code?: FailureCode | null | undefined;
  readonly requestId?: string | null;
  readonly fields?: Readonly<Record<string, string>>;
  readonly data?: unknown;
  /** Milliseconds after which the server allows another try (429, 503). */
  readonly retryAfter?: number | null;
}

/** The one error that services throw; machines read it through src/rules/failure.ts. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly code: FailureCode | null;
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly data: unknown;
  readonly retryAfter: number | null;

  constructor(details: ApiErrorDetails) {
    const { kind, status, message = '', code = null, requestId = null, fields = {}, data, retryAfter = null } = details;
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}
