import { expect } from 'vitest';
import { expectAllOff, expectField, expectProblem, fieldNamed } from '../support/account.judges.ts';
import { loginModel } from './login.model.ts';
import { loginView } from './login.view.tsx';
import { loginTable } from './login.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const busy = [see('button', 'Login', 'busy'), expectAllOff];

flowTests(loginModel, {
  view: loginView,
  shows: {
    form: [
      see('heading', 'Login'),
      see('link', 'Sign Up'),
      see('button', 'Login', 'on'),
      (
        page,
        {
          context: { email, emailError, password, passwordError, code, codeError, isPasswordShown, remember, problem },
        },
      ) => {
        expectField(page, 'email', email, emailError);
        expectField(page, 'password', password, passwordError);
        if (code === null) expect(page.queryByLabelText('Verification code')).toBeNull();
        else {
          expectField(page, 'code', code, codeError);
          expect(fieldNamed(page, 'code').autocomplete).toBe('one-time-code');
        }
        expect(fieldNamed(page, 'email').autocomplete).toBe('username');
        expect(fieldNamed(page, 'password').autocomplete).toBe('current-password');
        expect(fieldNamed(page, 'password').type).toBe(isPasswordShown ? 'text' : 'password');
        expect(fieldNamed(page, 'remember').checked).toBe(remember);
        expectProblem(page, problem);
      },
    ],
    submitting: busy,
    phoneStep: see('heading', 'Verify Your Phone Number'),
    done: busy,
  },
  table: loginTable,
});
