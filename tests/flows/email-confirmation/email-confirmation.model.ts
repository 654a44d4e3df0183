import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { emailConfirmationMachine } from '../../../src/machines/account/email-confirmation.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import { openedAtEach } from '../support/account-links.samples.ts';

const refused = (status: number, message: string) =>
  new ApiError({ kind: 'refused', status, message, requestId: `req-${status}` });

/** Another account has taken the address in the meantime (D22). */
export const emailInUse = (status: number) =>
  new ApiError({
    kind: 'refused',
    status,
    message: 'This email is already in use',
    code: 'email-in-use',
    requestId: `req-${status}`,
  });

export const emailConfirmationModel = defineModel({
  flow: 'email-confirmation',
  machine: emailConfirmationMachine,
  inputs: openedAtEach([
    '/auth/confirm-email?token=abc',
    '/auth/confirm-email?token=a%2Bb%3D',
    '/auth/confirm-email?token=abc&utm_source=mail',
    '/auth/confirm-email',
    '/auth/confirm-email?token=',
    '/auth/confirm-email?token=%20%20',
  ]),
  events: {
    'session.changed': {
      sentBy: 'watchSession',
      cases: { 'logged in': { isSignedIn: true }, guest: { isSignedIn: false } },
    },
    'confirm.again': { '': {} },
  },
  acts: defineActs<typeof emailConfirmationMachine>({ 'confirm.again': press('button', 'Try Again') }),
  done: { confirmEmail: { '': undefined } },
  fail: {
    confirmEmail: {
      'taken, 409': refused(409, ''),
      'taken, 400': emailInUse(400),
      'too often': refused(429, 'Please try again in 10 minutes.'),
      'broken down, with this code': emailInUse(503),
    },
  },
  late: ['confirmEmail'],
  project: ({ token, isSignedIn, problem }) => ({ token, isSignedIn, problem: problem?.text }),
  delays: {},
  beyond: [{ what: /session\.changed -> \(stays\)/, why: 'D22: the links follow whoever is logged in by now' }],
  states: {
    posting: (snapshot) => snapshot.matches('posting'),
    confirmed: (snapshot) => snapshot.matches('confirmed'),
    invalid: (snapshot) => snapshot.matches('invalid'),
    taken: (snapshot) => snapshot.matches('taken'),
    failed: (snapshot) => snapshot.matches('failed'),
    // A link leaves the page and stops the machine.
    left: ({ status }) => status === 'active',
  },
  invariants: {
    'the page is public: it asks for no login, and a shopper who is logged in is not sent on': ({ allEffects }) =>
      allEffects.every(({ type }) => type === 'stripAddress' || type === 'reloadProfile'),
    "one opened link makes one POST; only 'Try Again' makes another": ({ step, started }) =>
      started.filter(({ slot }) => slot === 'confirmEmail').length === 0 ||
      step?.kind === 'start' ||
      step?.event.type === 'confirm.again',
    'the page logs nobody in or out; only a 401 removes a stored session': ({ allEffects }) =>
      allEffects.every(({ type }) => type === 'stripAddress' || type === 'reloadProfile'),
    "until the server says confirmed, the old address is the one to log in with and the one of the session's user": ({
      snapshot,
      allEffects,
    }) => snapshot.matches('confirmed') || allEffects.every(({ type }) => type !== 'reloadProfile'),
    'the address is stripped once, where it had a token': ({ allEffects, calls }) =>
      allEffects.filter(({ type }) => type === 'stripAddress').length ===
      (calls.some(({ slot }) => slot === 'confirmEmail') ? 1 : 0),
    'the token is sent as it was read, and kept as long as it may be sent again': ({ started, before, snapshot }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'confirmEmail' ||
          dequal(input, { token: (before ?? snapshot).context.token ?? snapshot.context.token }),
      ) && (snapshot.context.token !== null) === (snapshot.matches('posting') || snapshot.matches('failed')),
    'what is wrong is said, and nothing while the server is asked or when it is confirmed': ({ snapshot }) =>
      (snapshot.context.problem === null) === (snapshot.matches('posting') || snapshot.matches('confirmed')),
    'the profile is loaded once, for whoever is logged in when it is confirmed': ({ snapshot, before, effects }) =>
      effects.filter(({ type }) => type === 'reloadProfile').length ===
      (before?.matches('posting') === true && snapshot.matches('confirmed') && before.context.isSignedIn ? 1 : 0),
    'a judged link is not asked for again, everything else may be': ({ step, snapshot }) =>
      step?.kind !== 'error' || snapshot.matches('failed') !== /fails\((refused|taken)/.test(step.label),
    'a limit names its wait (H15), and the words of a broken server are not ours (Q4)': ({ step, snapshot }) => {
      const text = snapshot.context.problem?.text;
      if (step?.label === 'confirmEmail fails(too often)') return text === 'Please try again in 10 minutes.';
      return (
        !/fails\((broken|server|unauth|offline|timeout)/.test(step?.label ?? '') ||
        text === 'An error occurred. Please try again.'
      );
    },
    'every server error also shows its request id': ({ step, snapshot: { context } }) =>
      step === null ||
      context.problem === null ||
      !/server error|with words|taken|often/.test(step.label) ||
      context.problem.requestId !== null,
  },
  equivalents: { 'context isSignedIn begins otherwise': 'the session says at once who is there' },
});
