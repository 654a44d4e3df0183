/** What the shop needs of whoever carries its mail. */
export interface MailProvider {
  /** Throws MailError where the mail was not, or perhaps not, taken. */
  send(mail: Mail): Promise<void>;
}

/** A mail of the shop. Texts of strangers may stand in any part of it but `id` and `to`. */
export interface Mail {
  /** Names the mail: sent twice after a lost answer, it is the same mail. Letters, digits and dashes. */
  readonly id: string;
  /** One address. */
  readonly to: string;
  /** Who is answered, where it is not the shop. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  /** The same for those who see more than text. */
  readonly html?: string;
}

/** A mail that was not taken. `isFinal`: this mail never will be, however often it is sent. */
export class MailError extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'MailError';
    this.isFinal = isFinal;
  }
}
