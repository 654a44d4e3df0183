import type { NodemailerError, Transporter } from 'nodemailer';
import { MailError, type MailProvider } from './mail.ts';

export interface SmtpSettings {
  readonly host: string;
  /** 465 uses TLS from the start. Other ports must upgrade to TLS. */
  readonly port: number;
  /** `null`: no login and no encryption, for the simulator on loopback. */
  readonly login: { readonly user: string; readonly password: string } | null;
  /** Sender of the mails. */
  readonly from: { readonly name: string; readonly address: string };
  readonly timeoutMs: number;
}

/**
 * SMTP (providers 1.10). Passes addresses as objects and builds no headers itself, so that no text can inject one.
 * Never reads files or URLs in a mail.
 */
export function createSmtp({ host, port, login, from, timeoutMs }: SmtpSettings): MailProvider {
  const isSecure = port === 465;
  let transport: Transporter | null = null;
  /** Loads the library with the first mail, because a start need not wait for it. */
  async function getTransport(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({
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
    return transport;
  }
  const domain = from.address.slice(from.address.indexOf('@') + 1);

  return {
    async send({ id, to, replyTo, subject, text, html }) {
      // A mail program would take the part in angle brackets as the address.
      if (/[<>]/.test(to)) throw new MailError('The address cannot be written to', { isFinal: true });
      try {
        await (
          await getTransport()
        ).sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { ...replyTo, name: removeEncodedWords(replyTo.name) } }),
          subject: removeEncodedWords(subject),
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

/** Breaks up text that looks like an RFC 2047 encoded word, because mail programs would decode it. */
const removeEncodedWords = (text: string): string => text.replaceAll('=?', '= ?');

/** 5xx about this mail. A refused login is about the settings, so its mails are retried. */
function isRefused(code: string | undefined, status: number | undefined): boolean {
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && status !== undefined && status >= 500;
}
