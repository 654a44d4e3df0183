// @engine postgres
import { expect, test } from 'vitest';
import { FORM, register } from './steps.ts';
import { describeShop } from './world.ts';

describeShop('the flow cookie without TLS', (world) => {
  test('D1: register sets a new HttpOnly, strict cookie `flow` each time', async () => {
    const browser = world().browser();
    const first = await register(browser);
    expect(first.setCookie).toMatch(/^flow=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const second = await register(browser);
    expect(second.setCookie).not.toBe(first.setCookie);
  });

  test('D1: a refused sign-up, a refused login and a code request set no cookie', async () => {
    const browser = world().browser();
    expect((await register(browser, { name: '' })).setCookie).toBeNull();
    expect((await browser.post('/auth/login', { email: FORM.email, password: 'Wrong123' })).setCookie).toBeNull();
    expect((await browser.post('/auth/send-otp', { phone: FORM.phone })).setCookie).toBeNull();
  });
});

describeShop(
  'the flow cookie over TLS',
  (world) => {
    test('D1: sets `__Host-flow`, Secure, without a domain', async () => {
      const { setCookie } = await register(world().browser());
      expect(setCookie).toMatch(/^__Host-flow=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    });
  },
  { PUBLIC_ORIGIN: 'https://duka.example' },
);
