import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { emailInUse } from './email-confirmation.model.ts';
import type { emailConfirmationMachine } from '../../../src/machines/account/email-confirmation.machine.ts';

type Machine = typeof emailConfirmationMachine;
type Live = LiveActor<Machine>;

const ABC = '/auth/confirm-email?token=abc';

const is = (isSignedIn: boolean) => (live: Live) => live.emit('watchSession', { type: 'session.changed', isSignedIn });
const refused = (status: number, message = '') => new ApiError({ kind: 'refused', status, message });

const requirements = 'tests/flows/email-confirmation/email-confirmation.requirements.test.ts';

export const emailConfirmationTable: Table<Machine> = {
  start: {
    '/auth/confirm-email (nothing is sent)': '/auth/confirm-email',
    '/auth/confirm-email?token= (nothing is sent)': '/auth/confirm-email?token=',
    '/auth/confirm-email?token=%20%20 (nothing is sent)': '/auth/confirm-email?token=%20%20',
    "/auth/confirm-email?token=abc (the token is taken out of the address bar, POST /auth/confirm-email {token:'abc'} is sent at once)":
      ABC,
  },
  input: ({ on }) => /^open\((\S+)\)/.exec(on)?.[1] ?? ABC,
  reach: {
    confirmed: (live) => live.answer('confirmEmail', undefined),
    invalid: async (live) => {
      if (live.snapshot.matches('posting')) await live.fail('confirmEmail', refused(400));
    },
    taken: (live) => live.fail('confirmEmail', refused(409)),
    failed: (live) => live.fail('confirmEmail', failures['offline']),
  },
  when: [{ guest: { before: is(false) } }, [/^logged in/, { before: is(true) }]],
  on: [
    {
      // The router keeps the page and its machine.
      'open again(the page is mounted a second time)': LOOK,
      'Try Again': { type: 'confirm.again' },
      'network back': LOOK,
      'press Login': press('link', 'Login'),
      'press Profile': press('link', 'View Profile'),
      'press Home': press('link', 'Go to Home'),
    },
    [/^open\(/, START],
    [/^(\d+) ms have passed$/, (live, [, ms]) => live.advance(Number(ms))],
    [/^session became guest/, { type: 'session.changed', isSignedIn: false }],
  ],
  calls: [
    {
      call: 'POST /auth/confirm-email',
      slot: 'confirmEmail',
      input: ({ token }) => ({ token }),
      answers: [
        {
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200),
        },
        [/^success true/, undefined],
        [/cannot be read$/, failures['broken']],
      ],
      fails: [
        {
          "400, code 'email-in-use', message 'This email is already in use'": emailInUse(400),
          "409, code 'email-in-use', message 'This email is already in use'": emailInUse(409),
        },
      ],
    },
  ],
  inside: { watchSession: 'looks at the session, calls nothing' },
  does: [
    {
      'take the token out of the address bar, without a new history entry': (outcome) =>
        void outcome.effect('stripAddress'),
      'load the profile anew': (outcome) => void outcome.effect('reloadProfile'),
      'nothing is stored, nobody is logged in': ({ live }) =>
        expect(live.effects.map(({ type }) => type)).toEqual(['stripAddress']),
      "the session's user keeps 'wanjiku@example.com'": ({ live }) =>
        expect(live.effects.map(({ type }) => type)).toEqual(['stripAddress']),
      'remove token and user from localStorage': { judgedBy: 'tests/flows/session/session.requirements.test.ts (D14)' },
      'the text goes': ({ page }) => expect(page.queryByRole('alert')).toBeNull(),
    },

    // The link to the login carries the origin: tests/views/auth.test.tsx.
    [/^go to ([^\s,]+)/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  ],
  elsewhere: [
    { rows: /: page reloaded/, by: requirements },
    { rows: /^confirmed: GET \/auth\/profile/, by: requirements },
    { rows: /^left: /, by: requirements },
    { rows: /: url changed\(\/\)/, by: requirements },
    { rows: /^invariant: after reading, the token is in no/, by: 'tests/e2e/email-confirmation.spec.ts' },
    { rows: /^invariant: the GET \/auth\/profile of the confirmed rows/, by: requirements },
  ],
};
