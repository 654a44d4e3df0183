import type { FailureCode } from '../../contract/errors.ts';

/**
 * A refusal that the shopper may read. Everything else that is thrown becomes a 500 with a constant body.
 * 401 is not for handlers: only the token check answers it (D14).
 */
export class HttpError extends Error {
  readonly status: 400 | 403 | 404 | 409 | 422 | 429 | 503;
  /** What a program decides by; the message is for people. */
  readonly code: FailureCode | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly data: unknown;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: HttpError['status'],
    message: string,
    extra: { code?: FailureCode; fields?: Readonly<Record<string, string>>; data?: unknown; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = extra.code;
    this.fields = extra.fields;
    this.data = extra.data;
    this.retryAfter = extra.retryAfter;
  }
}
