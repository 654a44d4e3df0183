import { expect, test } from 'vitest';
import {
  hasEnded,
  getSessionStatus,
  getShopperName,
  getShopperId,
  getTokenFor,
} from '../../src/rules/account/session.ts';
import type { SessionSnapshot } from '../../src/rules/account/session.ts';
import { jane } from '../flows/support/shop.samples.ts';

const tokens = { token: 'T', adminToken: 'A' };
/** Creates a session with these tags. The user stays in the context while logging out. */
const session = (...tags: readonly string[]): SessionSnapshot => ({
  hasTag: (tag) => tags.includes(tag),
  context: { ...tokens, user: jane },
});
const starting = session('loading');
const shopper = session('signedIn');
const loggingOut = session('busy');
const leaving = session('signedOut', 'leaving');
const guest = session('signedOut');

test('A25: a protected page remains during the logout, and waits for the login page afterwards', () => {
  expect([starting, shopper, loggingOut, leaving, guest].map(getSessionStatus)).toEqual([
    'loading',
    'signedIn',
    'signedIn',
    'leaving',
    'signedOut',
  ]);
});

test('A25: the session has ended only for a guest; a logout leaves the page itself', () => {
  expect([starting, shopper, loggingOut, leaving, guest].map(hasEnded)).toEqual([false, false, false, false, true]);
});

test('returns id and name only for a signed-in shopper', () => {
  expect([starting, shopper, loggingOut, leaving, guest].map(getShopperId)).toEqual([null, jane._id, null, null, null]);
  expect([starting, shopper, loggingOut, leaving, guest].map(getShopperName)).toEqual([
    null,
    jane.name,
    null,
    null,
    null,
  ]);
});

test('§6: a call uses the token of its scope', () => {
  const scopes = (['admin', 'customer', 'public'] as const).map((access) => getTokenFor(access, tokens));
  expect(scopes).toEqual(['A', 'T', 'T']);
});
