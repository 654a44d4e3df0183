// @vitest-environment happy-dom
import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../support/open-page.tsx';
import { ok } from '../support/tab.ts';
import type { Server } from '../support/tab.ts';
import { until } from '../support/until.ts';

/** Google's sign-in on the pages of login and sign-up, with a stub of Google's script. */

let give: (answer: { readonly credential: string }) => void;

beforeEach(() => {
  const meta = Object.assign(document.createElement('meta'), { name: 'google-client-id', content: 'client-1' });
  meta.dataset['script'] = 'https://google.test/gsi/client';
  document.head.append(meta);
  const id = {
    initialize: ({ callback }: { readonly callback: typeof give }) => (give = callback),
    // The shop draws again into a place without an element.
    renderButton: (place: Element, { text }: { readonly text: string }) =>
      place.append(Object.assign(document.createElement('b'), { textContent: text })),
    prompt: () => undefined,
    cancel: () => undefined,
  };
  vi.stubGlobal('google', { accounts: { id } });
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(32));
});

afterEach(() => {
  cleanup();
  document.querySelector('meta[name="google-client-id"]')?.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Google knows the shopper, and the shop needs the phone. */
const server: Server = ({ path }) => {
  if (path === '/auth/google-login') {
    const data = { userId: 'pend1', email: 'jane@gmail.com', name: 'Jane' };
    return { status: 200, body: { success: true, requirePhoneVerification: true, data } };
  }
  if (path === '/auth/verify-google-phone') return { status: 200, body: { success: true } };
  return path === '/auth/send-otp' ? ok({ expiresIn: 60 }) : new Promise<never>(() => undefined);
};

test.each([
  ['/auth/login', 'signin_with'],
  ['/auth/signup', 'signup_with'],
])('§4: %s shows Google’s button above its form, then the phone and the code in place of both', async (at, button) => {
  const page = await openPage(at, { server });
  const main = () => page.getByRole('main').textContent;
  await until(() => expect(main()).toContain(button));
  expect(page.queryByLabelText('Password')).not.toBeNull();

  act(() => give({ credential: 'jwt' }));
  const sendCode = await until(() => page.getByRole('button', { name: 'Send Code' }));
  expect(page.queryByLabelText('Password')).toBeNull();
  expect(main()).not.toContain(button);

  fireEvent.change(page.getByLabelText('Phone Number'), { target: { value: '0712345678' } });
  fireEvent.click(sendCode);
  await until(() => page.getByLabelText('Verification code'));
  expect(page.queryByLabelText('Phone Number')).toBeNull();
});
