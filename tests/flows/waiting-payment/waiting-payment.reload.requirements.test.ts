import { afterEach, describe, expect, test, vi } from 'vitest';
import { findStoredPrompt } from '../../../src/rules/payment/stored-payment.ts';
import { ok, refused } from '../../support/tab.ts';
import { record, payment, shop, open, keeping } from '../../support/waiting-bar.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

describe('decision 0008: a reload', () => {
  test.each([
    ['that waits', 'waiting', ok(payment('pending'))],
    ['that failed', 'unpaid.failed', ok(payment('failed'))],
    ['that timed out', 'unpaid.timedOut.said', ok(payment('pending', { secondsAgo: 700 }))],
  ])('checks a payment %s', async (_, state, answer) => {
    const storage = keeping(record());
    for (const _page of ['first', 'reloaded']) {
      const tab = open(
        shop(() => answer),
        storage,
      );
      await until(() => expect(tab.asked()).toEqual(['/mpesa/payment-status/ws_1']));
      await tab.reaches(state);
      tab.bar.stop();
    }
  });

  test.each([
    ['was paid', 'ended.paid', 'completed', undefined],
    ['was dismissed', 'none', 'failed', 'payment.dismiss'],
    ['was cancelled', 'cancelled', 'failed', 'payment.retry'],
  ] as const)('asks the server for an open payment when the last one %s', async (_, state, status, press) => {
    const storage = keeping(record());
    const server = shop(
      () => ok(payment(status)),
      ({ path }) =>
        path === '/mpesa/stkpush'
          ? refused(409, 'This order has been cancelled.', { orderStatus: 'cancelled' })
          : undefined,
    );
    const tab = open(server, storage);
    if (press !== undefined) {
      await tab.reaches('unpaid.failed');
      tab.shown()?.send({ type: press });
    }
    await tab.reaches(state);
    await until(() => expect(findStoredPrompt(tab.kept())).toBeNull());
    tab.bar.stop();
    const reloaded = open(server, storage);
    await reloaded.reaches('none');
    expect(reloaded.asked()).toEqual(['/mpesa/open-payment']);
    reloaded.bar.stop();
  });

  test('U5, Q28: sends no check while the page is hidden', async () => {
    const tab = open(
      shop(() => ok(payment('pending'))),
      keeping(record()),
      { isVisible: false },
    );
    await tab.reaches('waiting');
    expect(tab.asked()).toEqual([]);
    tab.browser.isVisible = true;
    tab.fire('visibilitychange');
    await until(() => expect(tab.asked()).toEqual(['/mpesa/payment-status/ws_1']));
    tab.bar.stop();
  });
});
