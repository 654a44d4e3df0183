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
/** Later than any wait between two tries. */
const WAIT = 11 * 60_000;

describe('A22: POST /contact', () => {
  test('mails the shop what was written, so that an answer goes to who wrote it', async () => {
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

  test('answers no success where the mail cannot be queued', async () => {
    await shop.db.sql.execute(sql`alter table jobs rename to gone`);
    const { status } = await shop.call(sendContact, hello);
    await shop.db.sql.execute(sql`alter table gone rename to jobs`);
    expect(status).toBe(500);
  });

  test('the shop’s address is a setting', async () => {
    await shop.close();
    await open({ CONTACT_MAIL: 'desk@duka.example' });
    await shop.call(sendContact, hello);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails[0]?.to).toBe('desk@duka.example');
  });

  test.each([
    ['no name', { name: ' ' }],
    ['a name that nobody sees', { name: '\u200b\u0000' }],
    ['a name without end', { name: 'a'.repeat(121) }],
    ['no e-mail', { email: '' }],
    ['an e-mail that is none', { email: 'wanjiku' }],
    ['two e-mails', { email: 'a@b.c, d@e.f' }],
    ['an e-mail of two lines', { email: 'a@b.c\nBcc:x@y.z' }],
    ['no message', { message: '\n \n' }],
    ['a message without end', { message: 'a'.repeat(5001) }],
    ['a message that nobody sees', { message: '\u0000\ufeff' }],
    ['more than it has', { to: 'victim@example.com' }],
  ])('%s is a 400, and nothing is mailed', async (_, change) => {
    const { status } = await shop.call(sendContact, { ...hello, ...change });
    expect(status).toBe(400);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toEqual([]);
  });

  test('D24, H15: one address may write 50 times an hour; the text names the wait, others go on', async () => {
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

describe('R20: the outbox of mails', () => {
  const mail = { to: 'a@b.c', subject: 'S', text: 'T', html: '<p>T</p>' };
  const queue = (once?: string) => shop.db.tx((tx) => createMailService(shop.deps).queueMail(tx, mail, once));

  test('a mail exists exactly if the change does', async () => {
    await shop.db
      .tx(async (tx) => {
        await createMailService(shop.deps).queueMail(tx, mail);
        throw new Error('the change failed');
      })
      .catch(() => undefined);
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toEqual([]);
  });

  test('it waits for a provider that is down, and comes once, by the same id', async () => {
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

  test('one that is refused for good is given up, and told to the desk (D29)', async () => {
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

  test('what is named is mailed once, what is not each time', async () => {
    await queue('receipt 1');
    await queue('receipt 1');
    await queue();
    await queue();
    await shop.deps.jobs.runDue();
    expect(shop.mail.mails).toHaveLength(3);
  });
});
