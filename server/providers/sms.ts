/** What the shop needs of an SMS provider that makes, sends and checks one-time codes, and sends plain texts. */
export interface SmsProvider {
  /** Makes a code and sends it. Throws SmsError when it was not, or perhaps not, sent. */
  sendCode(message: CodeMessage): Promise<SentCode>;
  /** Compares a typed code with the one behind `providerPinId`. Throws SmsError when nobody answered. */
  checkCode(providerPinId: string, code: string): Promise<CodeCheck>;
  /**
   * Sends a text as it is; `to` are digits with country code. Throws SmsError when it was not, or perhaps not, sent.
   */
  sendText(to: string, text: string): Promise<void>;
}

export interface CodeMessage {
  /** Digits with country code, no plus. */
  readonly to: string;
  /** Every CODE_MARK in it is replaced by the code. */
  readonly text: string;
  readonly lifeSeconds: number;
  readonly digits: number;
  readonly tries: number;
}

export interface SentCode {
  /** The provider's own id of the code; never leaves the server (D4). */
  readonly providerPinId: string;
  readonly status: string;
}

export type CodeCheck = 'right' | 'wrong' | 'expired';

/** Stands in a text where the provider puts the code. */
export const CODE_MARK = '< 1234 >';

/**
 * A provider that did not do what was asked. `mayHaveActed` is true when the answer was lost or
 * unreadable, so that the message may be on its way.
 */
export class SmsError extends Error {
  readonly mayHaveActed: boolean;

  constructor(message: string, { mayHaveActed, cause }: { mayHaveActed: boolean; cause?: unknown }) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'SmsError';
    this.mayHaveActed = mayHaveActed;
  }
}
