import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { wanjiku } from '../models/account.samples.ts';
import { openAnswering } from '../support/answering-tab.ts';

afterEach(() => vi.unstubAllGlobals());

describe('forgot password', () => {
  test('§2: a reload begins with an empty form', async () => {
    const { machines } = openAnswering({ '/auth/forgot-password': { status: 200, body: { success: true } } });
    const first = createActor(machines.forgotPassword).start();
    first.send({ type: 'email.change', email: wanjiku.email });
    first.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(first.getSnapshot().matches('checkEmail')).toBe(true));
    first.stop();
    const again = createActor(machines.forgotPassword).start().getSnapshot();
    expect(again.value).toBe('form');
    expect(again.context.email).toBe('');
  });
});
