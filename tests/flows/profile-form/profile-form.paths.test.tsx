import { expect } from 'vitest';
import { flowTests } from 'model-testing/flow-tests';
import { see } from 'model-testing/view/shows';
import { pendingTexts } from '../../../src/rules/account/profile-form.ts';
import { expectAllOff, expectField, expectProblem } from '../support/account.judges.ts';
import { profileFormModel } from './profile-form.model.ts';
import { profileFormView } from './profile-form.view.tsx';
import { profileFormTable } from './profile-form.table.tsx';

flowTests(profileFormModel, {
  view: profileFormView,
  shows: {
    editing: [
      see('heading', 'Profile Information'),
      see('button', 'Save Profile', 'on'),
      (page, { context: { draft, fieldErrors, problem } }) => {
        for (const name of ['name', 'email', 'phone'] as const) {
          expectField(page, name, draft[name], fieldErrors[name] ?? null);
        }
        for (const name of ['street', 'city', 'town', 'zipCode', 'country'] as const) {
          expectField(page, name, draft[name], null);
        }
        expectProblem(page, problem);
      },
      (page, { context: { pending, user } }) => {
        for (const text of pendingTexts(pending, user)) expect(page.says).toContain(text);
      },
    ],
    saving: [see('button', 'Save Profile', 'busy'), expectAllOff],
    phoneStep: [see('heading', 'Profile Information'), see('heading', 'Verify Your Phone Number')],
    confirming: see('status', 'Confirming your phone number'),
  },
  shownBy: { gone: 'tests/flows/protected-page/protected-page.paths.test.ts: the login page' },
  table: profileFormTable,
});
