import { expect } from 'vitest';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { expectAllOff, expectField, expectProblem, fieldNamed } from '../support/account.judges.ts';
import { changePasswordModel } from './change-password.model.ts';
import { changePasswordView } from './change-password.view.tsx';
import { changePasswordTable, getNeeds } from './change-password.table.tsx';

type Snapshot = ReturnType<(typeof changePasswordModel)['machine']['resolveState']>;

const form = (page: Page, { context }: Snapshot) => {
  const { currentPassword, newPassword, confirmPassword, isCurrentShown, isNewShown, isConfirmShown } = context;
  expectField(page, 'currentPassword', currentPassword, null);
  expectField(page, 'newPassword', newPassword, null);
  expectField(page, 'confirmPassword', confirmPassword, null);
  expect(fieldNamed(page, 'currentPassword').type).toBe(isCurrentShown ? 'text' : 'password');
  expect(fieldNamed(page, 'newPassword').type).toBe(isNewShown ? 'text' : 'password');
  expect(fieldNamed(page, 'confirmPassword').type).toBe(isConfirmShown ? 'text' : 'password');
  expect(fieldNamed(page, 'currentPassword').autocomplete).toBe('current-password');
  expect(fieldNamed(page, 'newPassword').autocomplete).toBe('new-password');
  expect(fieldNamed(page, 'confirmPassword').autocomplete).toBe('new-password');
  const met = newPassword === 'Abcdefg1' ? ['yes', 'yes'] : newPassword === '' ? ['no', 'no'] : ['no', 'yes'];
  const [all, letters] = met;
  expect(getNeeds(page)).toBe(`8+ characters ${all}, uppercase ${letters}, lowercase ${letters}, number ${all}`);
  expectProblem(page, context.problem);
};

flowTests(changePasswordModel, {
  view: changePasswordView,
  shows: {
    editing: [
      see('heading', 'Change Password'),
      form,
      (page, { context: { currentPassword, newPassword, confirmPassword } }) => {
        const isOff = [currentPassword, newPassword, confirmPassword].includes('');
        expect(page.getByRole('button', { name: 'Change Password' }).getAttribute('aria-disabled')).toBe(
          isOff ? 'true' : null,
        );
      },
    ],
    'editing.changed': see('status', 'Password changed successfully!'),
    saving: [see('button', 'Change Password', 'busy'), expectAllOff],
  },
  shownBy: { gone: 'tests/flows/protected-page/protected-page.paths.test.ts: the login page' },
  table: changePasswordTable,
});
