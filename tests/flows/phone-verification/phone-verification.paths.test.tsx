import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { expectField, expectProblem, fieldNamed } from '../support/account.judges.ts';
import { phoneVerificationModel } from './phone-verification.model.ts';
import { phoneVerificationView } from './phone-verification.view.tsx';
import { phoneVerificationTable } from './phone-verification.table.tsx';
import type { Page } from 'model-testing/view/page';
import { NOTHING, see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

function form(page: Page, { context }: SnapshotFrom<typeof phoneVerificationMachine>): void {
  expectField(page, 'code', context.code, context.codeError);
  expectProblem(page, context.problem);
  expect(fieldNamed(page, 'code').autocomplete).toBe('one-time-code');
}

const sending = [
  form,
  'A 6-digit code goes to 0712 345 678.',
  see('button', 'Verify', 'off'),
  see('button', 'Resend Code', 'busy'),
  see('button', 'Back'),
];

flowTests(phoneVerificationModel, {
  view: phoneVerificationView,
  shows: {
    sending,
    sendFailed: [form, 'A 6-digit code goes to 0712 345 678.', see('button', 'Verify', 'on'), see('button', 'Back')],
    'sendFailed.waiting': see('button', /^Resend Code in \d+ s$/, 'off'),
    'sendFailed.allowed': see('button', 'Resend Code', 'on'),
    sendingAgain: sending,
    open: [form, 'We sent a 6-digit code to 0712 345 678.', see('timer'), see('button', 'Back')],
    'open.code.usable': see('textbox', 'Verification code', 'on'),
    'open.code.usable & open.resend.sending': (page, { context }) =>
      expect(page.getByRole('button', { name: 'Verify' })).toHaveProperty('disabled', context.code.length === 6),
    'open.code.verifying': [see('button', 'Verify', 'busy'), see('textbox', 'Verification code', 'off')],
    'open.code.none': [see('button', 'Verify', 'on'), see('textbox', 'Verification code', 'on')],
    'open.resend.blocked': see('button', /^Resend Code in \d+ s$/, 'off'),
    'open.code.usable & open.resend.allowed': see('button', 'Resend Code', 'on'),
    'open.code.verifying & open.resend.allowed': see('button', 'Resend Code', 'off'),
    'open.code.none & open.resend.allowed': see('button', 'Resend Code', 'on'),
    'open.resend.sending': see('button', 'Resend Code', 'busy'),
    completing: see('status', 'Loading your account'),
    completed: NOTHING,
    failed: NOTHING,
    left: NOTHING,
  },
  table: phoneVerificationTable,
});
