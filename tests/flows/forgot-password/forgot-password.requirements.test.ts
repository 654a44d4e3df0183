import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { wanjiku } from '../support/account.samples.ts';
import { openAnswering } from '../../support/answering-tab.ts';
import { refused } from '../../support/tab.ts';
import type { Answer } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('forgot password', () => {
  test('§2: a reload starts with an empty form', async () => {
    const { machines } = openAnswering({ '/auth/forgot-password': { status: 200, body: { success: true } } });
    const first = createActor(machines.forgotPassword).start();
    first.send({ type: 'email.change', email: wanjiku.email });
    first.send({ type: 'form.submit' });
    await until(() => expect(first.getSnapshot().matches('checkEmail')).toBe(true));
    first.stop();
    const again = createActor(machines.forgotPassword).start().getSnapshot();
    expect(again.value).toBe('form');
    expect(again.context.email).toBe('');
  });

  test('§8: a lost connection at any step shows the error and keeps the e-mail; the next press continues', async () => {
    vi.useFakeTimers();
    let answer: Answer = 'lost';
    const { machines } = openAnswering({ '/auth/forgot-password': () => answer });
    const page = createActor(machines.forgotPassword).start();
    const text = () => page.getSnapshot().context.problem?.text ?? null;
    page.send({ type: 'email.change', email: wanjiku.email });
    page.send({ type: 'form.submit' });
    await vi.advanceTimersByTimeAsync(11_000);
    expect([page.getSnapshot().value, text()]).toEqual(['form', 'An error occurred. Please try again.']);
    answer = { status: 200, body: { success: true } };
    page.send({ type: 'form.submit' });
    await vi.advanceTimersByTimeAsync(61_000);
    expect([page.getSnapshot().value, text()]).toEqual([{ checkEmail: 'ready' }, null]);
    answer = 'lost';
    page.send({ type: 'link.resend' });
    await vi.advanceTimersByTimeAsync(11_000);
    expect([page.getSnapshot().value, text()]).toEqual([
      { checkEmail: 'ready' },
      'An error occurred. Please try again.',
    ]);
    answer = { status: 200, body: { success: true } };
    page.send({ type: 'link.resend' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect([page.getSnapshot().value, text()]).toEqual([{ checkEmail: 'waiting' }, null]);
    expect(page.getSnapshot().context.email).toBe(wanjiku.email);
    page.stop();
  });

  test.each([
    ['300', 300_000],
    ['20', 20_000],
    [undefined, 60_000],
  ])('H15, U8: after a 429 with Retry-After %s, Resend waits %i ms', async (retryAfter, wait) => {
    vi.useFakeTimers();
    const refusal = refused(429, 'Please try again in 5 minutes.');
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    let answer: Answer = { status: 200, body: { success: true } };
    const { machines } = openAnswering({ '/auth/forgot-password': () => answer });
    const page = createActor(machines.forgotPassword).start();
    const at = (value: string) => expect(page.getSnapshot().value).toEqual({ checkEmail: value });
    page.send({ type: 'email.change', email: wanjiku.email });
    page.send({ type: 'form.submit' });
    await vi.advanceTimersByTimeAsync(60_500);
    at('ready');
    answer = { ...refusal, headers };
    page.send({ type: 'link.resend' });
    await vi.advanceTimersByTimeAsync(2_000);
    at('waiting');
    expect(page.getSnapshot().context.problem?.text).toBe('Please try again in 5 minutes.');
    await vi.advanceTimersByTimeAsync(wait - 4_000);
    at('waiting');
    await vi.advanceTimersByTimeAsync(4_000);
    at('ready');
    page.stop();
  });
});
