// @engine postgres
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ handlers: () => [] });
});
afterAll(() => shop.close());

test('H1: a staff password has at least twelve characters and is not a common password', async () => {
  const add = (password: string) =>
    shop.services.staffAccounts.add({
      email: 'otieno@staff.test',
      name: '',
      role: 'owner',
      password,
      by: 'test',
    });
  for (const weak of ['Kilimo-2026', '1qaz2wsx3edc', '1QAZ2wsx3edc'])
    await expect(add(weak), weak).rejects.toMatchObject({ kind: 'invalid', fields: { password: expect.any(String) } });
  expect(await add('Kilimo-20266')).toMatchObject({ isNew: true });
});
