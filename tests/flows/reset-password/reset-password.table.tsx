import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import type { resetPasswordMachine } from '../../../src/machines/account/reset-password.machine.ts';
import { fieldNamed } from '../support/account.judges.ts';
import { credentials } from '../support/account.samples.ts';

type Machine = typeof resetPasswordMachine;
type Live = LiveActor<Machine>;

const ABC = '/auth/reset-password/abc';

const submit = (password: string, confirmPassword: string): EventFrom<Machine>[] => [
  { type: 'password.change', password },
  { type: 'confirm.change', confirmPassword },
  { type: 'form.submit' },
];

const saving = async (live: Live) => {
  for (const event of submit('Abcdefg1', 'Abcdefg1')) await live.send(event);
};
const success = async (live: Live) => {
  await saving(live);
  await live.answer('resetPassword', credentials);
};

export const resetPasswordTable: Table<Machine> = {
  start: {
    '/auth/reset-password': '/auth/reset-password',
    '/auth/reset-password?token=': '/auth/reset-password?token=',
    '/auth/reset-password?token=%20%20': '/auth/reset-password?token=%20%20',
    '/auth/reset-password/abc (the token is taken out of the address bar; it is not asked of the server)': ABC,
    '/auth/reset-password?token=abc (the same)': '/auth/reset-password?token=abc',
  },
  input: ({ from, on }) => (from === 'invalidLink' ? '/auth/reset-password' : (/^open\((\S+)\)/.exec(on)?.[1] ?? ABC)),
  reach: {
    saving,
    success,
    left: async (live) => {
      await success(live);
      await live.send({ type: 'profile.go' });
    },
    form: async (live, { on }) => {
      if (!on.includes("after 'Invalid reset token'")) return;
      await saving(live);
      await live.fail('resetPassword', new ApiError({ kind: 'refused', status: 400, message: 'Invalid reset token' }));
    },
  },
  when: [[/^the link (is|was) /, { because: 'the server knows the link: tests/server/accounts/reset.test.ts' }]],
  on: [
    {
      'show New Password': { type: 'password.toggle' },
      'show Confirm New Password': { type: 'confirm.toggle' },
      // The router handles the change. The machine receives no event.
      'url changed(/auth/reset-password) [its own stripping]': LOOK,
      'press Request New Reset Link': press('link', 'Request New Reset Link'),
      'press Go to Home Now (double click)': [press('button', 'Go to Home Now'), press('button', 'Go to Home Now')],
      'press Go to Home Now': { type: 'home.go' },
      'press View Profile': { type: 'profile.go' },
    },
    [
      /^submit\(password '(.*?)', confirmPassword '(.*?)'\)/,
      (_, [, password = '', confirm = '']) => submit(password, confirm),
    ],
    [/^open\(/, START],
    [/^(\d+) ms have passed/, (live, [, ms]) => live.advance(Number(ms))],
  ],
  calls: [
    {
      call: 'PUT /auth/reset-password/abc',
      slot: 'resetPassword',
      input: ({ password }) => ({ token: 'abc', password }),
      answers: [
        {
          "success true, data.token 'T', data.user": credentials,
          'success true without data.token': failures['broken'],
          "success false, message 'X'": new ApiError({ kind: 'refused', status: 200, message: 'X' }),
          'success false, no message': new ApiError({ kind: 'refused', status: 200 }),
        },
      ],
    },
  ],
  does: [
    {
      'that password is readable, the other is not': ({ page }, _, { on }) => {
        const isConfirm = on.includes('Confirm');
        expect(fieldNamed(page, 'password').type).toBe(isConfirm ? 'password' : 'text');
        expect(fieldNamed(page, 'confirmPassword').type).toBe(isConfirm ? 'text' : 'password');
      },
      'store token and user; logged in': (outcome) => void outcome.effect('signIn', credentials),
      'replace the address by /auth/reset-password, without a new history entry': (outcome) =>
        void outcome.effect('stripAddress'),
      'the link stays good': ({ snapshot }) => expect(snapshot.context.token).toBe('abc'),
      'remove token and user from localStorage': { judgedBy: 'tests/flows/session/session.requirements.test.ts (D14)' },
    },
    [/^go to (\/auth\/\S+)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [
      /^go to (\S+)( \(replace\))?$/,
      (outcome, [, path, replace]) => void outcome.effect('goTo', { path, replace: replace !== undefined }),
    ],
    [/^the token (stays in memory only|is kept)$/, ({ snapshot }) => expect(snapshot.context.token).not.toBeNull()],
    [/^the token is '(.*?)'/, ({ snapshot }, [, token]) => expect(snapshot.context.token).toBe(token)],
  ],
  elsewhere: [
    { rows: /: page reloaded/, by: 'tests/flows/reset-password/reset-password.requirements.test.ts' },
    { rows: /^invalidLink: open\(/, by: 'tests/flows/reset-password/reset-password.requirements.test.ts' },
    {
      rows: /^form: submit\(.* \[the token is gone\]/,
      by: 'tests/flows/reset-password/reset-password.requirements.test.ts',
    },
    { rows: /^invariant: after reading, the token is in no/, by: 'tests/e2e/password-reset.spec.ts' },
  ],
};
