import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { resetPasswordMachine } from '../../../src/machines/account/reset-password.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';
import { openedAtEach } from '../support/account-links.samples.ts';
import { credentials } from '../support/account.samples.ts';

const COMMON = 'This password is too common. Please choose another.';

const toggle = (label: string) => (_: unknown, shown: { readonly isShown: boolean }) =>
  press('button', `${shown.isShown ? 'Hide' : 'Show'} ${label}`);

export const resetPasswordModel = defineModel({
  flow: 'reset-password',
  machine: resetPasswordMachine,
  inputs: openedAtEach([
    '/auth/reset-password/abc',
    '/auth/reset-password?token=abc',
    '/auth/reset-password?token=a%2Bb',
    '/auth/reset-password/abc?token=def',
    '/auth/reset-password',
    '/auth/reset-password?token=',
    '/auth/reset-password?token=%20%20',
  ]),
  events: {
    'password.change': { good: { password: 'Abcdefg1' }, short: { password: 'Abc1' } },
    'confirm.change': { same: { confirmPassword: 'Abcdefg1' }, other: { confirmPassword: 'Abcdefg2' } },
    'password.toggle': { '': {} },
    'confirm.toggle': { '': {} },
    'form.submit': { '': {} },
    'home.go': { '': {} },
    'profile.go': { '': {} },
  },
  acts: defineActs<typeof resetPasswordMachine>({
    'password.change': ({ password }) => fill('New Password', password),
    'confirm.change': ({ confirmPassword }) => fill('Confirm New Password', confirmPassword),
    'password.toggle': (event, { context }) => toggle('new password')(event, { isShown: context.isPasswordShown }),
    'confirm.toggle': (event, { context }) =>
      toggle('confirm new password')(event, { isShown: context.isConfirmShown }),
    'form.submit': press('button', 'Reset Password'),
    'home.go': press('button', 'Go to Home Now'),
    'profile.go': press('button', 'View Profile'),
  }),
  done: { resetPassword: { '': credentials } },
  fail: {
    resetPassword: {
      'too common': new ApiError({ kind: 'refused', status: 400, message: COMMON, fields: { password: COMMON } }),
    },
  },
  late: ['resetPassword'],
  project: ({ problem, ...rest }) => ({ ...rest, problem: problem?.text }),
  delays: { redirectAfter: 3_000 },
  unreachable: {
    'form: form.submit [hasToken] -> saving':
      'a form without token is never shown (§4 Reset flow); the text stays reachable',
    'form: form.submit [otherwise] -> (stays)':
      'the same: tests/flows/reset-password/reset-password.requirements.test.ts',
  },
  states: {
    invalidLink: (snapshot) => snapshot.matches('invalidLink'),
    form: (snapshot) => snapshot.matches('form'),
    saving: (snapshot) => snapshot.matches('saving'),
    success: (snapshot) => snapshot.matches('success'),
    // A link leaves the page and stops the machine.
    left: (snapshot) => snapshot.matches('left') || snapshot.matches('invalidLink'),
  },
  invariants: {
    'on load the token is only checked for presence; no call is made': ({ step, started }) =>
      step?.kind !== 'start' || started.length === 0,
    'passwords are sent exactly as typed': ({ started, before }) =>
      started
        .filter(({ slot }) => slot === 'resetPassword')
        .every(({ input }) => dequal(input, { token: before?.context.token, password: before?.context.password })),
    'exactly one redirect leaves the success page': ({ snapshot, allEffects }) =>
      allEffects.filter(({ type }) => type === 'goTo').length === (snapshot.status === 'done' ? 1 : 0),
    'the address is stripped once, where it had a token': ({ allEffects, snapshot }) =>
      allEffects.filter(({ type }) => type === 'stripAddress').length === (snapshot.matches('invalidLink') ? 0 : 1),
    'at most one PUT /auth/reset-password is open at a time': ({ calls }) =>
      calls.filter((call) => call.isOpen()).length <= 1,
    'nothing is known of token and passwords once they are of no use': ({ snapshot: { context }, snapshot }) =>
      !(snapshot.matches('success') || snapshot.matches('left')) ||
      (context.token === null && context.password + context.confirmPassword === ''),
    'the token and what was typed are kept until the password is set': ({ step, before, snapshot }) => {
      if (before === null || !snapshot.matches('form') || step?.event.type.endsWith('.change') === true) return true;
      const { token, password, confirmPassword } = before.context;
      const now = snapshot.context;
      return dequal([now.token, now.password, now.confirmPassword], [token, password, confirmPassword]);
    },
    'the form begins empty and hidden, and nothing is called wrong': ({ step, snapshot: { context } }) => {
      if (step?.kind !== 'start') return true;
      const { token: _, ...rest } = context;
      return Object.values(rest).every((value) => value === '' || value === null || value === false);
    },
    'nothing is said while the server is asked': ({ snapshot: { context }, snapshot }) =>
      !snapshot.matches('saving') ||
      [context.passwordError, context.confirmError, context.problem].every((said) => said === null),
    'a field is called wrong while nothing is said on top': ({ step, before, snapshot }) =>
      step?.event.type !== 'form.submit' || before?.matches('form') !== true || snapshot.context.problem === null,
    'what was said of a field goes when it is typed into, and what was said of all': ({ step, before, snapshot }) => {
      if (before?.matches('form') !== true) return true;
      const { passwordError, confirmError, problem } = snapshot.context;
      if (step?.event.type === 'password.change') return (passwordError ?? confirmError ?? problem) === null;
      return step?.event.type !== 'confirm.change' || (confirmError ?? problem) === null;
    },
    'what the server says of the password stands under it, and nothing on top (H15)': ({
      step,
      snapshot: { context },
    }) =>
      step?.label !== 'resetPassword fails(too common)' ||
      (context.passwordError === COMMON && context.confirmError === null && context.problem === null),
    'every other failure stands on top, and nothing under a field': ({ step, snapshot: { context } }) =>
      step?.kind !== 'error' ||
      step.label === 'resetPassword fails(too common)' ||
      (context.problem !== null && (context.passwordError ?? context.confirmError) === null),
    'every server error also shows its request id': ({ step, snapshot: { context } }) =>
      step === null ||
      context.problem === null ||
      !/server error|with words/.test(step.label) ||
      context.problem.requestId !== null,
  },
  equivalents: Object.fromEntries(
    [
      'drop action 1 of form: form.submit #3',
      'action forgetSecrets for action 1 of form: form.submit #3',
      'assign sayNoToken forgets problem',
    ].map((mutant) => [
      mutant,
      'no form without a token is ever shown: tests/flows/reset-password/reset-password.requirements.test.ts',
    ]),
  ),
});
