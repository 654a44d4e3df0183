/** SMS provider that generates, sends and checks one-time codes, and sends plain texts. */
export interface SmsProvider {
  /** Generates and sends a code. Throws `SmsError` when it was not sent, or the outcome is unknown. */
  sendCode(message: CodeMessage): Promise<SentCode>;
  /** Checks a code against `providerPinId`. Throws `SmsError` when there is no answer. */
  checkCode(providerPinId: string, code: string): Promise<CodeCheck>;
  /**
   * Sends a text. `to` contains digits with the country code. Throws `SmsError` when it was not sent, or the outcome is
   * unknown.
   */
  sendText(to: string, text: string): Promise<void>;
}

export interface CodeMessage {
  /** Digits with the country code, without a plus. */
  readonly to: string;
  /** The provider replaces each `CODE_MARK` with the code. */
  readonly text: string;
  readonly lifeSeconds: number;
  readonly digits: number;
  readonly tries: number;
}

export interface SentCode {
  /** The provider's id of the code. Never leaves the server (D4). */
  readonly providerPinId: string;
  readonly status: string;
}

export type CodeCheck = 'right' | 'wrong' | 'expired';

/** Placeholder for the code. */
export const CODE_MARK = '< 1234 >';

/**
 * The provider failed. `mayHaveActed` is true when the reply was lost or unreadable, so that the message may have been
 * sent.
 */
export class SmsError extends Error {
  readonly mayHaveActed: boolean;

  constructor(message: string, { mayHaveActed, cause }: { mayHaveActed: boolean; cause?: unknown }) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'SmsError';
    this.mayHaveActed = mayHaveActed;
  }
}
