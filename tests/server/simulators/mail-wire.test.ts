import { createConnection } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MailError, type Mail } from '../../../server/providers/mail.ts';
import { createSmtp } from '../../../server/providers/smtp.ts';
import { startSimulators, type RunningSimulators } from './running.ts';

let simulators: RunningSimulators;
let port: number;
beforeEach(async () => {
  simulators = await startSimulators();
  port = await simulators.mailPort();
});
afterEach(() => simulators.close());

const mail: Mail = {
  id: 'job-1',
  to: 'Jane@Example.com',
  subject: 'Reset your password',
  text: 'Open https://duka.test/auth/reset-password?token=a&b=c now.',
  html: '<a href="https://duka.test/auth/reset-password?token=a&amp;b=c">Reset</a>',
};
const send = (given: Mail = mail, timeoutMs = 2_000, to = port) =>
  createSmtp({
    host: '127.0.0.1',
    port: to,
    login: null,
    from: { name: 'Duka', address: 'shop@duka.test' },
    timeoutMs,
  }).send(given);
const refusal = (work: Promise<void>) =>
  work.then(
    () => 'sent',
    (error: unknown) => (error instanceof MailError ? error.isFinal : error),
  );

describe('providers 1.10: the real SMTP client and the simulated mailbox', () => {
  test('X61: keeps text that looks like an encoded word in a subject or name as typed', async () => {
    const word = '=?utf-8?q?Your_payment_failed?=';
    await send({ ...mail, subject: `Message from ${word}`, replyTo: { name: word, address: 'joe@example.com' } });
    const [got] = await simulators.mails('jane@example.com');
    expect(got?.subject).toBe('Message from = ?utf-8?q?Your_payment_failed?=');
    expect(got?.replyTo).toBe('joe@example.com');
    expect(JSON.stringify(got)).not.toContain('=?utf-8');
  });

  test('refuses for good to write to an address in angle brackets', async () => {
    for (const to of ['jane@example.com>', '<jane@example.com'])
      expect(await refusal(send({ ...mail, to }))).toBe(true);
    expect(await simulators.mails()).toEqual([]);
  });

  test('a mail arrives with its texts, its links and the name of the job', async () => {
    await send();
    expect(await simulators.mails('jane@example.com')).toMatchObject([
      {
        to: 'jane@example.com',
        from: 'shop@duka.test',
        replyTo: null,
        messageId: '<job-1@duka.test>',
        subject: 'Reset your password',
        text: expect.stringContaining('Open https://duka.test/auth/reset-password?token=a&b=c now.'),
        links: ['https://duka.test/auth/reset-password?token=a&b=c'],
      },
    ]);
    expect(await simulators.mails('joe@example.com')).toEqual([]);
    await send({ ...mail, id: 'job-2', subject: 'Later' });
    expect((await simulators.mails()).map(({ subject }) => subject)).toEqual(['Later', 'Reset your password']);
    await simulators.reset();
    expect(await simulators.mails()).toEqual([]);
  });

  test.each([
    ['a subject', { subject: 'Hi\r\nBcc: victim@example.com' }],
    ['a name', { replyTo: { name: 'Eve\r\nBcc: victim@example.com', address: 'eve@example.com' } }],
    ['a quoted name', { replyTo: { name: 'Eve" <victim@example.com>, "x', address: 'eve@example.com' } }],
    ['an address', { replyTo: { name: 'Eve', address: 'eve@example.com\r\nBcc: victim@example.com' } }],
  ])('%s adds no header and no recipient', async (_, change) => {
    await refusal(send({ ...mail, ...change }));
    expect(await simulators.mails('victim@example.com')).toEqual([]);
    for (const { to, replyTo } of await simulators.mails()) {
      expect(to).toBe('jane@example.com');
      expect(replyTo).not.toBe('victim@example.com');
    }
  });

  test.each([
    ['503', false],
    ['429', false],
    ['reset', false],
    ['html', true],
  ])('after a server failure by %s: final is %s, and the next mail goes through', async (mode, isFinal) => {
    await simulators.fault('mail', mode);
    expect(await refusal(send())).toBe(isFinal);
    expect(await simulators.mails()).toEqual([]);
    await send();
    expect(await simulators.mails()).toHaveLength(1);
  });

  test('names the answer of the server, or that there was none', async () => {
    const reason = (work: Promise<void>) =>
      work.then(
        () => 'sent',
        (error: unknown) => (error as Error).message,
      );
    await simulators.fault('mail', '503');
    expect(await reason(send())).toMatch(/^The mail was not taken \(E[A-Z]+, 4\d\d\)$/);
    expect(await reason(send(mail, 500, 1))).toMatch(/^The mail was not taken \(E[A-Z]+, no answer\)$/);
  });

  test('times out when the server does not respond', async () => {
    await simulators.fault('mail', 'hang');
    expect(await refusal(send(mail, 100))).toBe(false);
  });

  test('R20: after a lost response, the mail is sent again with the same id', async () => {
    await simulators.fault('mail', 'lose-answer');
    expect(await refusal(send())).toBe(false);
    await send();
    expect((await simulators.mails()).map(({ messageId }) => messageId)).toEqual([
      '<job-1@duka.test>',
      '<job-1@duka.test>',
    ]);
  });

  test('a refused connection is a temporary failure', async () => {
    expect(await refusal(send(mail, 500, 1))).toBe(false);
  });

  test('H16: the server listens on loopback and offers no login', async () => {
    const greeting = await new Promise<string>((resolve, reject) => {
      const socket = createConnection({ host: '127.0.0.1', port }).once('error', reject);
      let said = '';
      socket
        .on('data', (part) => {
          if (said === '') socket.write('EHLO test\r\nQUIT\r\n');
          said += String(part);
        })
        .on('close', () => resolve(said));
    });
    expect(greeting).toMatch(/^220 /);
    expect(greeting).not.toMatch(/AUTH|STARTTLS/);
  });
});
