import { expect } from 'vitest';
import { expectAllOff, expectError, expectField, expectProblem, fieldNamed } from '../support/account.judges.ts';
import { signUpModel } from './sign-up.model.ts';
import { signUpView } from './sign-up.view.tsx';
import { signUpTable } from './sign-up.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const busy = [see('button', 'Processing...', 'busy'), expectAllOff];

flowTests(signUpModel, {
  view: signUpView,
  shows: {
    form: [
      see('heading', 'Sign Up'),
      see('link', 'Login'),
      see('button', 'Sign Up', 'on'),
      (page, { context }) => {
        for (const name of ['name', 'email', 'phone', 'password'] as const)
          expectField(page, name, context[name], context.errors[name]);
        expectError(page, 'acceptTerms', context.errors.acceptTerms);
        expect(fieldNamed(page, 'acceptTerms').checked).toBe(context.acceptTerms);
        expect(fieldNamed(page, 'email').autocomplete).toBe('username');
        expect(fieldNamed(page, 'phone').autocomplete).toBe('tel');
        expect(fieldNamed(page, 'password').autocomplete).toBe('new-password');
        expect(fieldNamed(page, 'password').type).toBe(context.isPasswordShown ? 'text' : 'password');
        expect(page.text).toContain(context.password === '' ? 'At least 6 characters.' : 'Strong password.');
        expectProblem(page, context.problem);
      },
    ],
    registering: busy,
    phoneStep: see('heading', 'Verify Your Phone Number'),
    done: busy,
  },
  table: signUpTable,
});
