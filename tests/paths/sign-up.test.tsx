import { expect } from 'vitest';
import { SignUpView } from '../../src/views/auth/sign-up.view.tsx';
import { fieldNamed } from '../models/account.samples.ts';
import { signUpModel } from '../models/sign-up.model.ts';
import { signUpTable } from '../models/sign-up.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(signUpModel, {
  view: (snapshot) => (
    <SignUpView snapshot={snapshot} send={() => undefined} phoneStep={<h1>Verify Your Phone Number</h1>} />
  ),
  shows: {
    form: (page) => {
      page.getByRole('heading', { level: 1, name: 'Sign Up' });
      page.getByRole('button', { name: 'Sign Up' });
      expect(page.text).toContain('I am 18 or older');
      expect(fieldNamed(page, 'email').getAttribute('autocomplete')).toBe('username');
      expect(fieldNamed(page, 'phone').getAttribute('autocomplete')).toBe('tel');
      expect(fieldNamed(page, 'password').getAttribute('autocomplete')).toBe('new-password');
    },
    registering: (page) =>
      expect(page.getByRole('button', { name: 'Processing...' }).getAttribute('aria-busy')).toBe('true'),
    phoneStep: (page) => void page.getByRole('heading', { level: 1, name: 'Verify Your Phone Number' }),
  },
  table: signUpTable,
});
