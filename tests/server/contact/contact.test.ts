// @engine pglite
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendContact } from '../../../contract/contact.ts';
import { registerMails } from '../../../server/modules/messages/mail.worker.ts';
import { createMailService } from '../../../server/modules/messages/mail.service.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;
const hello = { name: 'Wanjiku', email: 'wanjiku@example.com', message: 'Hello\nthere' };

const open = async (env: Record<string, string> = {}) => {
  shop = await createTestApp({ env });
  registerMails(shop.deps, shop.services);
};
beforeEach(() => open());
afterEach(() => shop.close());

const HOUR = 3_600_000;
/** Longer than any delay between two attempts. */
const WAIT = 11 * 60_000;

describe('A22: POST /contact', () => {
  test('mails the message to the shop, with the sender as the reply address', async () => {
    const { status, body } = await shop.call(sendContact, {
      ...hello,
      name: ' Wanjiku ',
      email: 'Wanjiku@Example.com',
    });
    expect([status, body]).toEqual([200, { success: true }]);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        to: 'support@duka.test',
        replyTo: { name: 'Wanjiku', address: 'wanjiku@example.com' },
        subject: 'Message from Wanjiku',
        text: 'Hello\nthere\n\n-- \nWanjiku\nwanjiku@example.com\n',
      },
    ]);
  });

  test('wakes the worker that sends the mail', async () => {
    const wake = vi.spyOn(shop.deps.jobs, 'wake');
    await shop.call(sendContact, hello);
    expect(wake).toHaveBeenCalled();
  });

  test('returns an error when the mail cannot be queued', async () => {
    await shop.db.sql.execute(sql`alter table jobs rename to gone`);
    const { status } = await shop.call(sendContact, hello);
    await shop.db.sql.execute(sql`alter table gone rename to jobs`);
    expect(status).toBe(500);
  });

  test('uses the address in the settings', async () => {
    await shop.close();
    await open({ CONTACT_MAIL: 'desk@duka.example' });
    await shop.call(sendContact, hello);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails[0]?.to).toBe('desk@duka.example');
  });

  test.each([
    ['no name', { name: ' ' }],
    ['an invisible name', { name: '\u200b\u0000' }],
    ['a name that is too long', { name: 'a'.repeat(121) }],
    ['no e-mail', { email: '' }],
    ['a malformed e-mail', { email: 'wanjiku' }],
    ['two e-mails', { email: 'a@b.c, d@e.f' }],
    ['an e-mail of two lines', { email: 'a@b.c\nBcc:x@y.z' }],
    ['no message', { message: '\n \n' }],
    ['a message that is too long', { message: 'a'.repeat(5001) }],
    ['an invisible message', { message: '\u0000\ufeff' }],
    ['an unknown field', { to: 'victim@example.com' }],
  ])('%s returns 400 and sends no mail', async (_, change) => {
    const { status } = await shop.call(sendContact, { ...hello, ...change });
    expect(status).toBe(400);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toEqual([]);
  });

  test('D24, H15: limits an address to 50 messages an hour; the text states the wait', async () => {
    await shop.close();
    await open({ RATE_LIMIT_FACTOR: '0.04' });
    const write = (ip: string) => shop.call(sendContact, hello, { ip });
    expect([(await write('2001:db8::1')).status, (await write('2001:db8::2')).status]).toEqual([200, 200]);
    const refused = await write('2001:db8::3');
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/^(Please try again in \d+ minutes\.|Please wait a minute and try again\.)$/);
    expect((await write('198.51.100.7')).status).toBe(200);
    shop.clock.advance(HOUR);
    expect((await write('2001:db8::1')).status).toBe(200);
  });
});

describe('R20: the mail queue', () => {
  const mail = { to: 'a@b.c', subject: 'S', text: 'T', html: '<p>T</p>' };
  const queue = (once?: string) => shop.db.tx((tx) => createMailService(shop.deps).queueMail(tx, mail, once));

  test('queues a mail exactly if the change is stored', async () => {
    await shop.db
      .tx(async (tx) => {
        await createMailService(shop.deps).queueMail(tx, mail);
        throw new Error('the change failed');
      })
      .catch(() => undefined);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toEqual([]);
  });

  test('retries while the provider is down, and sends once with the same id', async () => {
    shop.mail.fail('down', 'down');
    await queue();
    await shop.deps.jobs.runDue();
    shop.clock.advance(WAIT);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toEqual([]);
    shop.clock.advance(WAIT);
    await shop.deps.jobs.runDue();
    shop.clock.advance(WAIT);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toEqual([{ id: expect.any(String), ...mail }]);
  });

  test('gives up a permanently rejected mail and alerts the back office (D29)', async () => {
    shop.mail.fail('refused');
    await queue();
    await shop.deps.jobs.runDue();
    shop.clock.advance(WAIT);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toEqual([]);
    expect(shop.lines().filter(({ msg }) => msg === 'message undelivered')).toMatchObject([
      { level: 40, channel: 'mail' },
    ]);
  });

  test('sends a keyed mail once and mails without a key each time', async () => {
    await queue('receipt 1');
    await queue('receipt 1');
    await queue();
    await queue();
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toHaveLength(3);
  });
});
