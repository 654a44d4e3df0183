// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { User } from '../../../contract/user.ts';
import { users } from '../../../server/db/schema.ts';
import { createAvatarService } from '../../../server/modules/google/avatar.service.ts';
import { putAvatar } from '../../../server/modules/google/google.repository.ts';
import { toEmail, toName } from '../../../server/modules/google/google.rules.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('H20: fetches a picture for an account that has none, and only when Google has one', () => {
  const keep = vi.fn((work: Promise<unknown>) => void work.catch(() => undefined));
  const { bringAvatar } = createAvatarService({ ...shop.deps, background: { ...shop.deps.background, keep } });
  const user = (avatar: string | null) => ({ _id: randomUUID(), avatar }) as User;
  bringAvatar(user(null), null);
  bringAvatar(user('/media/own-1'), 'not a URL');
  expect(keep).not.toHaveBeenCalled();
  bringAvatar(user(null), 'not a URL');
  expect(keep).toHaveBeenCalledTimes(1);
});

test('H20: keeps the picture that an account already has, and those of others', async () => {
  const { user } = await shop.signIn();
  const { user: other } = await shop.signIn();
  const avatarOf = async (id: string) =>
    (await shop.db.sql.select({ avatar: users.avatar }).from(users).where(eq(users.id, id)))[0]?.avatar;
  await putAvatar(shop.db.sql, user.id, '/media/own-1', shop.clock.now());
  await putAvatar(shop.db.sql, user.id, '/media/own-2', shop.clock.now());
  expect([await avatarOf(user.id), await avatarOf(other.id)]).toEqual(['/media/own-1', null]);
});

const identity = (more: object) =>
  ({ sub: 's', email: 'a@b.test', name: 'Amina', picture: null, nonce: null, ...more }) as Parameters<typeof toName>[0];

test('D2: takes an e-mail of 254 characters and no longer one', () => {
  const email = (length: number) => {
    const domain = `${'d'.repeat(48)}.`.repeat(4);
    const end = `@${domain}test`;
    return `${'a'.repeat(length - end.length)}${end}`;
  };
  expect(toEmail(identity({ email: email(254) }))).toBe(email(254));
  expect(toEmail(identity({ email: email(255) }))).toBeNull();
});

test('D2: takes a name of 120 characters on one line, or else the start of the e-mail', () => {
  const long = 'x'.repeat(121);
  expect(toName(identity({ name: ' A\n  B ' }), 'a@b.test')).toBe('A B');
  expect(toName(identity({ name: long }), 'a@b.test')).toBe(long.slice(1));
  expect(toName(identity({ name: `${'x'.repeat(119)} y` }), 'a@b.test')).toBe('x'.repeat(119));
  expect(toName(identity({ name: ' ' }), 'amina@b.test')).toBe('amina');
  expect(toName(identity({ name: '' }), `${long}@b.test`)).toBe(long.slice(1));
});
