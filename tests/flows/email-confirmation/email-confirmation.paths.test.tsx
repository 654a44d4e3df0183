import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { emailConfirmationMachine } from '../../../src/machines/account/email-confirmation.machine.ts';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { expectProblem } from '../support/account.judges.ts';
import { emailConfirmationModel } from './email-confirmation.model.ts';
import { emailConfirmationView } from './email-confirmation.view.tsx';
import { emailConfirmationTable } from './email-confirmation.table.tsx';

function waysOn(page: Page, { context: { isSignedIn } }: SnapshotFrom<typeof emailConfirmationMachine>): void {
  const links = [...page.element.querySelectorAll('a')].map(({ textContent }) => textContent);
  expect(links).toEqual([isSignedIn ? 'View Profile' : 'Login', 'Go to Home']);
}

const said = (page: Page, { context }: SnapshotFrom<typeof emailConfirmationMachine>) =>
  expectProblem(page, context.problem);

flowTests(emailConfirmationModel, {
  view: emailConfirmationView,
  shows: {
    posting: [see('heading', 'Email Confirmation'), see('status', 'Confirming your email address…'), said],
    confirmed: [see('status', 'Your email address is confirmed.'), waysOn, said],
    invalid: [said, waysOn, 'Open the link in the e-mail again, or save the new address in your profile once more.'],
    taken: [said, waysOn, 'Your old address stays the one to log in with.'],
    failed: [said, see('button', 'Try Again', 'on'), see('link', 'Go to Home')],
  },
  table: emailConfirmationTable,
});
