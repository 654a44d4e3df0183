import type { FailureCode } from '../contract/errors.ts';
import * as texts from './common.texts.ts';

/**
 * Reasons for a refusal. `invalid`: the request is wrong for every caller. `forbidden`: another caller may.
 * `not-found`: there is no such resource. `conflict`: not in the current state. `too-often`: not before a wait.
 * `unavailable`: temporarily for all callers. `server/http/errors.ts` maps each to a status.
 */
export type RefusalKind = 'invalid' | 'forbidden' | 'not-found' | 'conflict' | 'too-often' | 'unavailable';

/**
 * Thrown by rules and services, with a message for the shopper. Any other error is a server fault, and its message is
 * hidden.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  /** For programs. The message is for people. */
  readonly code: FailureCode | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly data: unknown;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: RefusalKind,
    message: string,
    extra: { code?: FailureCode; fields?: Readonly<Record<string, string>>; data?: unknown; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
    this.code = extra.code;
    this.fields = extra.fields;
    this.data = extra.data;
    this.retryAfter = extra.retryAfter;
  }
}

/** Throws `Refusal` `invalid` with the fields that have a message (H15). */
export function refuseFields(messages: Readonly<Record<string, string | null>>): void {
  const fields = Object.fromEntries(
    Object.entries(messages).flatMap(([name, message]) => (message === null ? [] : [[name, message]])),
  );
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', texts.checkFields, { fields });
}

/** Same as `refuseFields` for one field, whose message is also the general message. Accepts `null`. */
export function refuseField(name: string, message: string | null): void {
  if (message !== null) throw new Refusal('invalid', message, { fields: { [name]: message } });
}
