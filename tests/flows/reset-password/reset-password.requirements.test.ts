import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { resetPasswordMachine } from '../../../src/machines/account/reset-password.machine.ts';
import { openedAt } from '../support/account-links.samples.ts';
import { wanjiku } from '../support/account.samples.ts';
import { openAnswering } from '../../support/answering-tab.ts';
import { ok, refused } from '../../support/tab.ts';
import type { Answer } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

const RESET = '/auth/reset-password/abc';

describe('reset password', () => {
  const openAt = (address: string, answer: Answer = ok({ token: 'N', user: wanjiku })) => {
    const opened = openAnswering({ [RESET]: answer });
    const actor = createActor(opened.machines.resetPassword, { input: openedAt(address) }).start();
    const submit = (password = 'Abcdefg1') => {
      actor.send({ type: 'password.change', password });
      actor.send({ type: 'confirm.change', confirmPassword: password });
      actor.send({ type: 'form.submit' });
    };
    return { ...opened, actor, submit, state: () => actor.getSnapshot() };
  };

  test('D15: the link of the mail opens the form and is removed from the address; the bare address opens no form', () => {
    const link = openAt(RESET);
    expect(link.state().value).toBe('form');
    expect(link.tab.visits).toEqual([{ path: '/auth/reset-password', options: { replace: true } }]);
    const reloaded = openAt(link.tab.visits[0]?.path ?? '');
    expect(reloaded.state().value).toBe('invalidLink');
    expect(reloaded.tab.visits).toEqual([]);
    expect(openAt(RESET).state().value).toBe('form');
  });

  test('D15: stores neither reset token nor password, before and after the reset', async () => {
    const { tab, submit, state } = openAt(RESET);
    submit();
    await until(() => expect(state().value).toBe('success'));
    expect(JSON.stringify([...tab.storage.values])).not.toMatch(/abc|Abcdefg1/);
    expect(tab.storage.values.get('token')).toBe('N');
    expect(tab.app.session.getSnapshot().hasTag('signedIn')).toBe(true);
  });

  test('§5: a form without a token shows an error and sends no request', () => {
    const { context } = openAt(RESET).state();
    const snapshot = resetPasswordMachine.resolveState({
      value: 'form',
      context: { ...context, token: null, password: 'Abcdefg1', confirmPassword: 'Abcdefg1' },
    });
    const actor = createActor(resetPasswordMachine, { snapshot, input: { token: null } }).start();
    actor.send({ type: 'form.submit' });
    expect(actor.getSnapshot().value).toBe('form');
    expect(actor.getSnapshot().context.problem).toEqual({ text: 'Invalid reset token', requestId: null });
  });

  test.each([
    ['200 characters', `Ab1${'x'.repeat(197)}`],
    ['spaces at both ends', '  Abc defg1  '],
    ['full-width letters', 'Ａｂｃ１２３Ab1'],
    ['an emoji', 'Abcdefg1🔑'],
  ])('§5: a password with %s is sent exactly as typed', async (_, password) => {
    const { tab, submit, state } = openAt(RESET);
    submit(password);
    await until(() => expect(state().value).toBe('success'));
    expect(tab.sent[0]?.body).toEqual({ password });
  });

  test.each<[string, Answer]>([
    ['network lost', 'lost'],
    ['a page of HTML', { status: 200, body: '<html>' }],
    ['500', refused(500, 'Internal error')],
  ])('§8 Reset: %s keeps the form with its values, and it can be sent again', async (_, answer) => {
    const { submit, state, actor, paths } = openAt(RESET, answer);
    submit();
    await until(() => expect(state().context.problem?.text).toBe('An error occurred. Please try again.'));
    expect(state().context).toMatchObject({ password: 'Abcdefg1', confirmPassword: 'Abcdefg1', token: 'abc' });
    actor.send({ type: 'form.submit' });
    await until(() => expect(paths()).toEqual([RESET, RESET]));
  });
});
