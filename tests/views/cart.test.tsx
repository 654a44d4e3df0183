// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { ProceedView } from '../../src/views/cart/proceed.view.tsx';
import { sessionMachine } from '../../src/machines/account/session.machine.ts';
import { renderPage } from 'model-testing/view/page';
import { openTab } from '../support/tab.ts';
import { jane } from '../flows/support/shop.samples.ts';

afterEach(() => vi.unstubAllGlobals());

const proceed = (snapshot: Parameters<typeof ProceedView>[0]['snapshot']) =>
  renderPage(<ProceedView snapshot={snapshot} />);

test('§2 Cart: offers Login to Checkout to a guest', () => {
  const link = proceed(createActor(sessionMachine).getSnapshot()).getByRole('link', { name: 'Login to Checkout' });
  expect(link.getAttribute('href')).toBe('/auth/login');
});

test('§2 Cart: offers Proceed to Checkout to a customer', () => {
  const { app } = openTab({ user: jane });
  const link = proceed(app.session.getSnapshot()).getByRole('link', { name: 'Proceed to Checkout' });
  expect(link.getAttribute('href')).toBe('/checkout');
});
