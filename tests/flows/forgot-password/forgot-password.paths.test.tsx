import { expect } from 'vitest';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { expectAllOff, expectField, expectProblem } from '../support/account.judges.ts';
import { forgotPasswordModel } from './forgot-password.model.ts';
import { forgotPasswordView } from './forgot-password.view.tsx';
import { forgotPasswordTable } from './forgot-password.table.tsx';

const sentAgain = 'We have sent the e-mail again.';

flowTests(forgotPasswordModel, {
  view: forgotPasswordView,
  shows: {
    form: [
      see('heading', 'Forgot Password'),
      see('link', 'Contact us'),
      see('link', 'Back to Login'),
      see('button', 'Send Password Reset Link', 'on'),
      (page, { context: { email, emailError, problem } }) => {
        expectField(page, 'email', email, emailError);
        expectProblem(page, problem);
      },
    ],
    sending: [see('button', 'Sending Reset Link...', 'busy'), expectAllOff],
    checkEmail: [
      see('heading', 'Check Your Email'),
      see('link', 'Contact us'),
      see('link', 'Back to Login'),
      'wanjiku@example.com',
    ],
    'checkEmail.waiting': [
      see('button', /^Resend Email in (?:\d+ s|\d+:\d\d)$/, 'off'),
      (page, { context: { problem, isSentAgain } }) => {
        expectProblem(page, problem);
        expectSentAgain(page, isSentAgain);
      },
    ],
    'checkEmail.ready': [
      see('button', 'Resend Email', 'on'),
      (page, { context: { problem, isSentAgain } }) => {
        expectProblem(page, problem);
        expectSentAgain(page, isSentAgain);
      },
    ],
    'checkEmail.resending': [
      see('button', 'Resend Email', 'busy'),
      (page) => {
        expectProblem(page, null);
        expectSentAgain(page, false);
      },
    ],
  },
  table: forgotPasswordTable,
});

function expectSentAgain(page: Page, isSaid: boolean): void {
  expect(page.text.includes(sentAgain)).toBe(isSaid);
}
