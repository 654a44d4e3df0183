import { expect } from 'vitest';
import { expectAllOff, expectField, expectProblem } from '../support/account.judges.ts';
import { googleSignInModel } from './google-sign-in.model.ts';
import { googleSignInView } from './google-sign-in.view.tsx';
import { googleSignInTable } from './google-sign-in.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';

const GOOGLE = /^Sign (in|up) with Google$/;
const place = ({ element }: Page) => element.querySelector('[data-google-button]');

flowTests(googleSignInModel, {
  view: googleSignInView,
  shows: {
    idle: [
      (page, { context }) => {
        expectProblem(page, context.problem);
        expect(place(page)).not.toBeNull();
      },
      see('heading', 'Verify Your Phone Number', 'absent'),
    ],
    'idle.loading': [expectAllOff, see('button', GOOGLE, 'off')],
    'idle.ready': see('button', GOOGLE, 'absent'),
    'idle.unavailable': see('button', GOOGLE, 'on'),
    signingIn: [see('button', GOOGLE, 'busy'), expectAllOff],
    phoneEntry: [
      see('heading', 'Verify Your Phone Number'),
      "We'll send a verification code to the phone number to complete your registration",
      see('button', 'Send Code', 'on'),
      see('button', 'Back', 'on'),
      (page, { context }) => {
        expectField(page, 'phone', context.phone, context.phoneError);
        expectProblem(page, context.problem);
      },
    ],
    reserving: [see('button', 'Send Code', 'busy'), see('button', 'Back', 'on')],
    otp: see('heading', 'Verify Your Phone Number'),
    done: [
      see('status', 'Google sign-in completed'),
      // The app's live region announces the result (src/services/announce.ts). A second status would be announced as
      // well.
      ({ element }) => expect(element.querySelector('[role="status"]:not([aria-live="off"])')).toBeNull(),
    ],
  },
  table: googleSignInTable,
});
