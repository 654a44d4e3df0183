import { expect } from 'vitest';
import { PhoneVerificationView } from '../../src/views/auth/phone-verification.view.tsx';
import { fieldNamed } from '../models/account.samples.ts';
import { phoneVerificationModel } from '../models/phone-verification.model.ts';
import { phoneVerificationTable } from '../models/phone-verification.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(phoneVerificationModel, {
  view: (snapshot) => (
    <PhoneVerificationView snapshot={snapshot} send={() => undefined} completing="Loading your account" />
  ),
  shows: {
    sending: (page) => {
      expect(page.text).toContain('0712 345 678');
      expect(page.getByRole('button', { name: 'Resend Code' }).getAttribute('aria-busy')).toBe('true');
      expect(page.getByRole('button', { name: 'Verify' })).toHaveProperty('disabled', true);
    },
    sendFailed: (page) => expect(page.getByRole('button', { name: 'Resend Code' })).toHaveProperty('disabled', false),
    open: (page) => {
      expect(fieldNamed(page, 'code').getAttribute('autocomplete')).toBe('one-time-code');
      page.getByRole('timer');
      page.getByRole('button', { name: 'Back' });
    },
    'open.code.verifying': (page) =>
      expect(page.getByRole('button', { name: 'Verify' }).getAttribute('aria-busy')).toBe('true'),
    completing: (page) => void page.getByText('Loading your account'),
    'open.resend.blocked': (page) =>
      expect(page.getByRole('button', { name: /^Resend Code in \d+ s$/ })).toHaveProperty('disabled', true),
  },
  table: phoneVerificationTable,
});
