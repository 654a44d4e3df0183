// @vitest-environment happy-dom
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { wanjiku } from '../flows/support/account.samples.ts';
import { openPage } from '../support/open-page.tsx';
import { ok } from '../support/tab.ts';
import { until } from '../support/until.ts';

/** Texts that a page gives to its views. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('§2 Sign-up: the page says that it loads the new account', async () => {
  const page = await openPage('/auth/signup', {
    server: ({ path }) => {
      if (path === '/auth/register') return { status: 200, body: { success: true, requirePhoneVerification: true } };
      if (path === '/auth/send-otp') return ok({ pinId: 'P1' });
      return path === '/auth/verify-termii-otp' ? ok({ verified: true }) : new Promise<never>(() => undefined);
    },
  });
  const type = (label: string, value: string) => fireEvent.change(page.getByLabelText(label), { target: { value } });
  type('Full Name', wanjiku.name);
  type('Email Address', wanjiku.email);
  type('Phone Number', '0712345678');
  type('Password', 'Secret12');
  fireEvent.click(page.getByRole('checkbox'));
  fireEvent.click(page.getByRole('button', { name: 'Sign Up' }));
  await until(() => expect(page.getByRole('main').textContent).toContain('We sent a 6-digit code'));
  type('Verification code', '123456');
  fireEvent.click(page.getByRole('button', { name: 'Verify' }));
  await until(() => expect(page.getByRole('main').textContent).toContain('Loading your new account'));
});

test('§2 Products: the head describes the list by its heading', async () => {
  await openPage('/products?category=smart-tvs');
  expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).toBe(
    'Smart Tvs at believable prices, delivered across Kenya. Pay on delivery.',
  );
});
