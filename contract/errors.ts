import * as v from 'valibot';

/** Failure codes for programs. The message is for people, and programs must not depend on it. */
export const FAILURE_CODES = [
  // The one-time code is no longer valid, or none was requested. The shopper needs a new one (D4).
  'no-otp-session',
  // Another account has the e-mail (D22).
  'email-in-use',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** Body of every failure. `message` is for the shopper, `requestId` finds the request in the log (H14). */
export const Failure = v.object({
  success: v.literal(false),
  message: v.optional(v.string(), ''),
  requestId: v.optional(v.nullable(v.string()), null),
  /** For programs. Unknown codes count as missing. */
  code: v.fallback(v.optional(v.picklist(FAILURE_CODES)), undefined),
  /** Messages by request field (H15). */
  fields: v.optional(v.record(v.string(), v.string())),
  /** Data for the next step, e.g. the changed lines of an order (D5). */
  data: v.optional(v.unknown()),
});
export type Failure = v.InferOutput<typeof Failure>;

/**
 * `refused`: the server returned a failure. `unauthorized`: missing or invalid token (401). `offline`: no connection.
 * `timeout`: no reply in time. `broken`: the reply violates the contract.
 */
export type FailureKind = 'refused' | 'unauthorized' | 'offline' | 'timeout' | 'broken';

export interface ApiErrorDetails {
  readonly kind: FailureKind;
  /** HTTP status, or 0 without a reply. */
  readonly status: number;
  /** Text of the server, or empty. Never a library's text. */
  readonly message?: string;
  readonly code?: FailureCode | null | undefined;
  readonly requestId?: string | null;
  readonly fields?: Readonly<Record<string, string>>;
  readonly data?: unknown;
  /** Milliseconds after which the server allows a retry (429, 503). */
  readonly retryAfter?: number | null;
}

/** The only error that services throw. Machines read it through `src/rules/failure.ts`. */
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
