import { expect } from 'vitest';
import { LoginView } from '../../src/views/auth/login.view.tsx';
import { fieldNamed } from '../models/account.samples.ts';
import { loginModel } from '../models/login.model.ts';
import { loginTable } from '../models/login.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(loginModel, {
  view: (snapshot) => (
    <LoginView snapshot={snapshot} send={() => undefined} phoneStep={<h1>Verify Your Phone Number</h1>} />
  ),
  shows: {
    form: (page) => {
      page.getByRole('heading', { level: 1, name: 'Login' });
      expect(fieldNamed(page, 'email').getAttribute('autocomplete')).toBe('username');
      expect(fieldNamed(page, 'password').getAttribute('autocomplete')).toBe('current-password');
      page.getByRole('checkbox', { name: 'Remember me' });
    },
    submitting: (page) => expect(page.getByRole('button', { name: 'Login' }).getAttribute('aria-busy')).toBe('true'),
    phoneStep: (page) => void page.getByRole('heading', { level: 1, name: 'Verify Your Phone Number' }),
  },
  table: loginTable,
});
