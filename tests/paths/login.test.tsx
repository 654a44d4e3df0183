import { expect } from 'vitest';
import { LoginView } from '../../src/views/auth/login.view.tsx';
import { expectAllOff, expectField, expectProblem, fieldNamed } from '../models/account.samples.ts';
import { loginModel } from '../models/login.model.ts';
import { loginTable } from '../models/login.table.tsx';
import { googleParts } from '../models/google-sign-in.parts.tsx';
import { see } from '../../model-testing/view/shows.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

const busy = [see('button', 'Login', 'busy'), expectAllOff];

flowTests(loginModel, {
  view: (snapshot, send) => (
    <LoginView
      snapshot={snapshot}
      send={send}
      phoneStep={<h1>Verify Your Phone Number</h1>}
      {...googleParts(snapshot.children.googleSignIn)}
    />
  ),
  shows: {
    form: [
      see('heading', 'Login'),
      see('link', 'Sign Up'),
      see('button', 'Login', 'on'),
      (page, { context: { email, emailError, password, passwordError, isPasswordShown, remember, problem } }) => {
        expectField(page, 'email', email, emailError);
        expectField(page, 'password', password, passwordError);
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
