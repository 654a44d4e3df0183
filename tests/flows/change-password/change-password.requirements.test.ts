import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { changePasswordMachines } from '../../../src/compose/account/change-password.ts';
import { wanjiku } from '../support/account.samples.ts';
import { openTab, refused } from '../../support/tab.ts';
import type { Answer } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

const PATH = '/auth/change-password';
const DONE: Answer = { status: 200, body: { success: true } };

describe('change password', () => {
  const open = (answer: Answer) => {
    const server = ({ path }: { path: string }): Answer =>
      path === PATH ? answer : { status: 200, body: { success: true, data: { user: wanjiku } } };
    const tab = openTab({ server, user: wanjiku });
    const actor = createActor(tab.app.compose(changePasswordMachines).changePassword).start();
    return {
      tab,
      state: () => actor.getSnapshot(),
      asked: () => tab.sent.filter(({ path }) => path === PATH),
      submit: (currentPassword: string, newPassword: string, confirmPassword = newPassword) => {
        actor.send({ type: 'current.change', currentPassword });
        actor.send({ type: 'new.change', newPassword });
        actor.send({ type: 'confirm.change', confirmPassword });
        actor.send({ type: 'form.submit' });
      },
    };
  };

  test.each<[string, Answer, object]>([
    ['a new password', DONE, { editing: 'changed' }],
    ['a wrong current password', refused(400, 'Current password is incorrect'), { editing: 'failed' }],
    ['a refusal without a message', refused(403), { editing: 'failed' }],
    ['a server error', refused(500), { editing: 'failed' }],
    ['a lost connection', 'lost', { editing: 'failed' }],
  ])('D13, D14: the session survives %s', async (_, answer, end) => {
    const { tab, submit, state } = open(answer);
    submit('Old', 'Abcdefg1');
    await until(() => expect(state().value).toEqual(end));
    expect(tab.app.session.getSnapshot().hasTag('signedIn')).toBe(true);
    expect(tab.storage.values.get('token')).toBe('T');
  });

  test('§6, D14: a 401 ends the session, and the storage holds no password', async () => {
    const { tab, submit, state } = open(refused(401));
    submit('Old', 'Abcdefg1');
    await until(() => expect(state().value).toBe('gone'));
    await until(() => expect([...tab.storage.values.keys()].filter((key) => /^(token|user)$/.test(key))).toEqual([]));
    expect(JSON.stringify(state().context)).not.toMatch(/Old|Abcdefg1/);
  });

  test.each([
    ['no text', '', '', '', 'Please fill in all password fields'],
    ['a mismatch, few characters and no classes', 'Old', 'abc', 'abd', 'New passwords do not match'],
    ['few characters and no classes', 'Old', 'abc', 'abc', 'New password must be at least 8 characters long'],
    [
      'no character classes',
      'Old',
      'abcdefgh',
      'abcdefgh',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
  ])(
    '§5: passwords with %s: shows only the first failing rule, and sends no request',
    (_, current, fresh, confirm, text) => {
      const { submit, state, asked } = open(DONE);
      submit(current, fresh, confirm);
      expect(state().value).toEqual({ editing: 'refused' });
      expect(state().context.problem).toEqual({ text, requestId: null });
      expect(asked()).toEqual([]);
    },
  );

  test.each([
    ['spaces at both ends', ' Old ', '  Abc defg1  '],
    ['other scripts and an emoji', 'Ａlt🔑', 'Äbcdéfg1🔑'],
    ['one character', 'x', 'Abcdefg1'],
  ])('§7: passwords with %s are sent exactly as typed, once, and are never stored', async (_, current, fresh) => {
    const { tab, submit, state, asked } = open(DONE);
    submit(current, fresh);
    submit(current, fresh);
    await until(() => expect(state().value).toEqual({ editing: 'changed' }));
    expect(asked().map(({ method, body }) => ({ method, body }))).toEqual([
      { method: 'PUT', body: { currentPassword: current, newPassword: fresh } },
    ]);
    const kept = [...tab.storage.values.values()].join();
    expect([current.trim().length > 1 && kept.includes(current), kept.includes(fresh)]).toEqual([false, false]);
  });
});
