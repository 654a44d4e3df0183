import type { FailureCode } from '../contract/errors.ts';
import * as texts from './common.texts.ts';

/**
 * Why the shop does not do what it was asked to: `invalid` nobody may have it as it was sent, `forbidden` somebody else
 * may, `not-found` there is no such thing, `conflict` not as things are now, `too-often` not before a wait, `unavailable`
 * nobody for a moment. `server/http/errors.ts` gives each its status.
 */
export type RefusalKind = 'invalid' | 'forbidden' | 'not-found' | 'conflict' | 'too-often' | 'unavailable';

/**
 * A refusal in words that the shopper may read: what rules and services throw. Everything else that is thrown is a
 * fault of ours, of which the shopper reads nothing.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  /** What a program decides by; the message is for people. */
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

/** Throws Refusal `invalid` with the messages of the fields that have one (H15). */
export function refuseFields(messages: Readonly<Record<string, string | null>>): void {
  const fields = Object.fromEntries(
    Object.entries(messages).flatMap(([name, message]) => (message === null ? [] : [[name, message]])),
  );
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', texts.checkFields, { fields });
}

/** The same for one field, whose message is said for the whole too; null refuses nothing. */
export function refuseField(name: string, message: string | null): void {
  if (message !== null) throw new Refusal('invalid', message, { fields: { [name]: message } });
}
