import type { Page } from '@playwright/test';
import type { AnyStateMachine } from 'xstate';
import { loginScreen, phoneVerificationScreen } from './support/account-screens.ts';
import { cartScreen, prepareCart } from './support/cart-screen.ts';
import { replayTours, untaken } from './support/replay.ts';
import type { Screen } from './support/replay.ts';
import { stopClock } from './support/stopped-clock.ts';
import { expect, test } from './support/test.ts';

/**
 * The models of tests/flows on the pages of the real shop: generated walks of gestures, answers and timers that take
 * every transition a shopper can make, with a check of the page after each step. Calls that a step answers are held
 * until then; the running server answers all others. Transitions that no gesture on these pages takes are listed with
 * their screen and covered by other tests.
 */

// A walk has hundreds of steps and is slow on a slow machine.
test.describe.configure({ timeout: 360_000 });

test.beforeEach(async ({ page, watch }) => {
  // The failures that the walks cause.
  watch.allow(/ERR_FAILED|500 for \/api\//);
  await stopClock(page);
});

async function replay<Machine extends AnyStateMachine>(page: Page, screen: Screen<Machine>): Promise<void> {
  const taken = await replayTours(page, screen);
  expect(untaken(screen, taken).sort()).toEqual(Object.keys(screen.elsewhere).sort());
}

test('model of login: every transition that a shopper can make', ({ page }) => replay(page, loginScreen));

test('model of phone-verification: every transition that a shopper can make', ({ page }) =>
  replay(page, phoneVerificationScreen));

test('model of cart: every transition that a shopper can make', async ({ page }) => {
  await prepareCart(page);
  await replay(page, cartScreen);
});
