// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { authMachines } from '../../src/compose/account/auth.ts';
import { useAccountState } from '../../src/routes/account/account-state.ts';
import { useGoogleSignIn } from '../../src/routes/account/google-sign-in.tsx';
import { wanjiku } from '../flows/support/account.samples.ts';
import { order, ORDER } from '../support/checkout-shop.ts';
import { openPage } from '../support/open-page.tsx';
import { ok, openTab } from '../support/tab.ts';
import { until } from '../support/until.ts';

/** Pages whose machines start other machines, and pages that read the state of a navigation. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('§2 Sign-up: the code screen replaces the form after the form is accepted', async () => {
  const page = await openPage('/auth/signup', {
    server: ({ path }) => {
      if (path === '/auth/register') return { status: 200, body: { success: true, requirePhoneVerification: true } };
      return path === '/auth/send-otp' ? ok({ expiresIn: 60 }) : new Promise<never>(() => undefined);
    },
  });
  const type = (label: string, value: string) => fireEvent.change(page.getByLabelText(label), { target: { value } });
  type('Full Name', wanjiku.name);
  type('Email Address', wanjiku.email);
  type('Phone Number', '0712345678');
  type('Password', 'Secret12');
  fireEvent.click(page.getByRole('checkbox'));
  fireEvent.click(page.getByRole('button', { name: 'Sign Up' }));
  await until(() => expect(page.queryByLabelText('Full Name')).toBeNull());
  expect(page.getByRole('main').textContent).toContain('Verify');
});

describe('Google’s sign-in beside a form', () => {
  const wrapper = ({ children }: { readonly children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;
  const start = (screen: 'login' | 'signUp') => {
    const { googleSignIn } = openTab().app.compose(authMachines);
    return createActor(googleSignIn, { input: { screen } }).start();
  };
  const getText = (node: ReactNode) => render(<MemoryRouter>{node}</MemoryRouter>).container.textContent;

  test('§4: shows the latest Google machine after a form was submitted twice', () => {
    const [first, second] = [start('login'), start('signUp')];
    const { result, rerender } = renderHook(({ running }) => useGoogleSignIn(running), {
      wrapper,
      initialProps: { running: first as typeof first | undefined },
    });
    expect(getText(result.current.google)).toContain('Sign in with Google');
    rerender({ running: undefined });
    rerender({ running: second });
    expect(getText(result.current.google)).toContain('Sign up with Google');
    rerender({ running: undefined });
    expect(getText(result.current.google)).toContain('Sign up with Google');
    expect(result.current.googleStep).toBeNull();
  });

  test('§4: shows nothing when it never started', () => {
    const { result } = renderHook(() => useGoogleSignIn(undefined), { wrapper });
    expect(result.current).toEqual({ google: null, googleStep: null });
  });
});

test('H11: the server does not render the e-mail and the notice of a navigation state', () => {
  const read = vi.fn();
  const State = () => void read(useAccountState());
  const state = { origin: '/cart', email: 'njeri@example.com', notice: 'notLoggedIn' };
  const page = (
    <MemoryRouter initialEntries={[{ pathname: '/auth/login', state }]}>
      <State />
    </MemoryRouter>
  );
  renderToString(page);
  expect(read.mock.lastCall).toStrictEqual([{ origin: '/cart', email: '', notice: null }]);
  render(page);
  expect(read.mock.lastCall).toStrictEqual([state]);
});

test('Q25: shows the notice of a reorder once and removes it from the navigation state', async () => {
  const state = { texts: ['Phone A is out of stock.'] };
  const At = () => <output>{JSON.stringify(useLocation().state)}</output>;
  const page = await openPage('/cart', { state, beside: <At /> });
  expect(page.queryByText('Phone A is out of stock.')).not.toBeNull();
  expect(page.container.querySelector('output')?.textContent).toBe('null');
});

test('Q25: Back does not return to the entry with the notices of a reorder', async () => {
  const At = () => <output>{useLocation().pathname}</output>;
  const page = await openPage('/wishlist', { beside: <At /> });
  await page.goTo('/cart', { state: { texts: ['Phone A is out of stock.'] } });
  await page.goTo(-1);
  expect(page.container.querySelector('output')?.textContent).toBe('/wishlist');
});

test('Q25: the cart keeps its address when there is no notice', async () => {
  const At = () => <output>{useLocation().search}</output>;
  const page = await openPage('/cart?utm_source=mail', { beside: <At /> });
  expect(page.container.querySelector('output')?.textContent).toBe('?utm_source=mail');
});

describe('the page of an order', () => {
  const open = () =>
    openPage(`/track-order/${ORDER}`, {
      user: wanjiku,
      server: ({ path }) => (path === `/orders/${ORDER}` ? ok(order()) : new Promise<never>(() => undefined)),
    });

  test('D25: passes the phone and the name of its customer to the machine', async () => {
    const page = await open();
    const { input } = page.inputs().find(({ machine }) => machine === 'orderTracking') ?? {};
    expect(input).toMatchObject({ phone: wanjiku.phone, userName: wanjiku.name });
  });

  test('A26: reads the stored session before it handles a press', async () => {
    const page = await open();
    await act(async () => void fireEvent.click(await page.findByRole('button', { name: /Cancel/ })));
    const [read, pressed] = page.received('orderTracking').slice(-2);
    expect(read).toMatchObject({ type: 'session.read', session: 'present' });
    expect(pressed?.type).toMatch(/cancel/);
  });
});
