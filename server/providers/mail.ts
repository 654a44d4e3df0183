/** Sends the shop's mail. */
export interface MailProvider {
  /** Throws `MailError` when the mail was not accepted, or the outcome is unknown. */
  send(mail: Mail): Promise<void>;
}

/** A mail of the shop. All fields except `id` and `to` may contain text from strangers. */
export interface Mail {
  /** Message id. Stays the same when the mail is sent again after a lost reply. Letters, digits and dashes. */
  readonly id: string;
  /** A single address. */
  readonly to: string;
  /** Recipient of replies, when it is not the shop. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  /** HTML version of the text. */
  readonly html?: string;
}

/** The mail was not accepted. `isFinal`: a retry cannot succeed. */
export class MailError extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'MailError';
    this.isFinal = isFinal;
  }
}
