import { createTransport, type NodemailerError } from 'nodemailer';
import { MailError, type MailProvider } from './mail.ts';

export interface SmtpSettings {
  readonly host: string;
  /** 465 is TLS from the first byte; any other port has to switch to it. */
  readonly port: number;
  /** Null: nobody logs in and nothing is encrypted, for the simulator on loopback. */
  readonly login: { readonly user: string; readonly password: string } | null;
  /** Who the mails come from. */
  readonly from: { readonly name: string; readonly address: string };
  readonly timeoutMs: number;
}

/**
 * SMTP (providers 1.10). Addresses are handed over as objects and no header is put together here, so that no text can
 * add one; neither files nor addresses in a mail are ever read.
 */
export function createSmtp({ host, port, login, from, timeoutMs }: SmtpSettings): MailProvider {
  const isSecure = port === 465;
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    ...(login === null
      ? { ignoreTLS: true }
      : { requireTLS: !isSecure, auth: { user: login.user, pass: login.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.indexOf('@') + 1);

  return {
    async send({ id, to, replyTo, subject, text, html }) {
      // A reader of mail takes what stands between them for the address.
      if (/[<>]/.test(to)) throw new MailError('The address cannot be written to', { isFinal: true });
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { ...replyTo, name: withoutEncodedWords(replyTo.name) } }),
          subject: withoutEncodedWords(subject),
          text,
          ...(html !== undefined && { html }),
        });
      } catch (cause) {
        const { code, responseCode } = cause as Partial<NodemailerError>;
        throw new MailError(`The mail was not taken (${code ?? 'unknown'}, ${responseCode ?? 'no answer'})`, {
          isFinal: isRefused(code, responseCode),
          cause,
        });
      }
    },
  };
}

/** What looks like an encoded word of RFC 2047 would be decoded by the reader's program: it stays as it was typed. */
const withoutEncodedWords = (text: string): string => text.replaceAll('=?', '= ?');

/** 5xx about the mail itself; a login that is refused is about the settings, and its mails wait. */
function isRefused(code: string | undefined, status: number | undefined): boolean {
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && status !== undefined && status >= 500;
}
