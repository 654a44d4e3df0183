import { expect } from 'vitest';
import { flowTests } from 'model-testing/flow-tests';
import { see } from 'model-testing/view/shows';
import { expectAllOff, expectField, expectProblem, fieldNamed } from '../support/account.judges.ts';
import { resetPasswordModel } from './reset-password.model.ts';
import { resetPasswordView } from './reset-password.view.tsx';
import { resetPasswordTable } from './reset-password.table.tsx';

const succeeded = [
  see('heading', 'Password Reset Successful!'),
  'You are now logged in and will be redirected to the home page in a moment.',
  see('button', 'Go to Home Now'),
  see('button', 'View Profile'),
];

flowTests(resetPasswordModel, {
  view: resetPasswordView,
  shows: {
    invalidLink: [see('heading', 'Invalid Reset Link'), see('link', 'Request New Reset Link')],
    form: [
      see('heading', 'Reset Password'),
      see('button', 'Reset Password', 'on'),
      see('link', 'Request New Reset Link'),
      (page, { context }) => {
        const { password, confirmPassword, passwordError, confirmError, isPasswordShown, isConfirmShown } = context;
        expectField(page, 'password', password, passwordError);
        expectField(page, 'confirmPassword', confirmPassword, confirmError);
        expect(fieldNamed(page, 'password').type).toBe(isPasswordShown ? 'text' : 'password');
        expect(fieldNamed(page, 'confirmPassword').type).toBe(isConfirmShown ? 'text' : 'password');
        expect(fieldNamed(page, 'password').autocomplete).toBe('new-password');
        expect(fieldNamed(page, 'confirmPassword').autocomplete).toBe('new-password');
        expectProblem(page, context.problem);
      },
    ],
    saving: [see('button', 'Reset Password', 'busy'), expectAllOff],
    success: succeeded,
    left: succeeded,
  },
  table: resetPasswordTable,
});
