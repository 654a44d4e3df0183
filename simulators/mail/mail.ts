import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { FaultMode } from '../core/faults.ts';
import type { Simulator } from '../core/simulator.ts';
import { createMailbox, findLinks, type Mailbox } from './mailbox.ts';

/** SMTP replies for the fault modes: temporary, rate limit, permanent. */
const REFUSALS: Partial<Record<FaultMode, { readonly code: number; readonly text: string }>> = {
  '503': { code: 421, text: 'Service not available' },
  '429': { code: 451, text: 'Too many messages, try again later' },
  html: { code: 550, text: 'Mailbox unavailable' },
};

/**
 * Mail server on loopback that accepts every mail and keeps it in memory (providers 1.10). No TLS and no login. @param
 * port port to listen on, 0 for a free one
 */
export function mail(now: () => number, port: number): Simulator {
  const mailbox = createMailbox();
  let server: SMTPServer | undefined;
  return {
    name: 'mail',
    mount: () => undefined,
    control(app) {
      app.get<{ Querystring: { to?: string } }>('/mail', async ({ query: { to } }) => ({
        messages: mailbox.messages(to === '' ? undefined : to),
      }));
      app.get('/mail/port', async () => ({ port: getPort(server) }));
    },
    reset: () => mailbox.reset(),
    async listen(next) {
      server = createServer(mailbox, now, next);
      await new Promise<void>((resolve, reject) => {
        server?.once('error', reject);
        server?.listen(port, '127.0.0.1', () => {
          // Later errors come from broken connections.
          server?.off('error', reject);
          server?.on('error', () => undefined);
          resolve();
        });
      });
    },
    close: () => new Promise((resolve) => (server === undefined ? resolve() : server.close(resolve))),
  };
}

function createServer(mailbox: Mailbox, now: () => number, next: (call: string) => FaultMode): SMTPServer {
  const modes = new Map<string, FaultMode>();
  const breakOff = (id: string) => server.connections.forEach((one) => one.id === id && one.close());
  const server: SMTPServer = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: 1024 * 1024,
    closeTimeout: 100,
    onConnect({ id }, callback) {
      const mode = next('connect');
      modes.set(id, mode);
      if (mode === 'hang') return;
      if (mode === 'reset') breakOff(id);
      else callback(mode === '503' ? refusal(mode) : null);
    },
    onRcptTo(_address, { id }, callback) {
      const mode = modes.get(id) ?? 'none';
      callback(mode === 'html' || mode === '429' ? refusal(mode) : null);
    },
    onData: callbackify(async (stream: SMTPServerDataStream, { id, envelope }: SMTPServerSession) => {
      const raw = await read(stream);
      for (const { address } of envelope.rcptTo) mailbox.deliver(await toReceivedMail(raw, address, now()));
      if (modes.get(id) === 'lose-answer') breakOff(id);
    }),
    onClose: ({ id }) => void modes.delete(id),
  });
  return server;
}

function refusal(mode: FaultMode): Error {
  const { code = 451, text = '' } = REFUSALS[mode] ?? {};
  return Object.assign(new Error(text), { responseCode: code });
}

async function read(stream: SMTPServerDataStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function toReceivedMail(raw: Buffer, to: string, at: number) {
  const { from, replyTo, messageId = '', subject = '', text = '', html = '' } = await PostalMime.parse(raw);
  return {
    to: to.toLowerCase(),
    from: from?.address ?? '',
    replyTo: replyTo?.[0]?.address ?? null,
    messageId,
    subject,
    text,
    html,
    links: findLinks(text, html),
    sentAt: new Date(at).toISOString(),
  };
}

function getPort(server: SMTPServer | undefined): number | null {
  const address = server?.server.address();
  return typeof address === 'object' && address !== null ? address.port : null;
}
