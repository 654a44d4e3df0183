import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { googleSignInMachine } from '../../../src/machines/account/google-sign-in.machine.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';
import { isCompleting } from '../support/account.judges.ts';
import { credentials, notCompleted } from '../support/account.samples.ts';

export const pending = { userId: 'pend1', name: 'Wanjiku' };

export const googleSignInModel = defineModel({
  flow: 'google-sign-in',
  // Passed by name so that the harness recognizes the slot as a machine. The child has its own table and tests.
  machine: googleSignInMachine.provide({ actors: { phoneVerification: phoneVerificationMachine } }),
  inputs: { '': { screen: 'login' }, 'sign-up': { screen: 'signUp' } },
  events: {
    'google.ready': { sentBy: 'watchGoogle', cases: { '': {} } },
    'google.unavailable': { sentBy: 'watchGoogle', cases: { '': {} } },
    'google.credential': {
      sentBy: 'watchGoogle',
      cases: { good: { credential: 'jwt' }, none: { credential: null }, empty: { credential: '' } },
    },
    'google.failed': { sentBy: 'watchGoogle', cases: { '': {} } },
    'button.press': { '': {} },
    'phone.change': { good: { phone: '(0712) 345-678' }, bad: { phone: '0812345678' } },
    'phone.submit': { '': {} },
    'step.back': { '': {} },
  },
  acts: defineActs<typeof googleSignInMachine>({
    'button.press': press('button', /^Sign (in|up) with Google$/),
    'phone.change': ({ phone }) => fill('Phone Number', phone),
    'phone.submit': press('button', 'Send Code'),
    'step.back': press('button', 'Back'),
  }),
  beyond: [{ what: /google\.(ready|unavailable) -> idle\./, why: '§8 Google: whose button can be pressed; see open' }],
  done: {
    googleLogin: {
      'signed in': { credentials, pending: null },
      'phone needed': { credentials: null, pending },
      'nobody named': { credentials: null, pending: null },
    },
    reservePhone: { '': undefined },
    phoneVerification: {
      completed: { verification: null, credentials, failure: null },
      'not completed': { verification: null, credentials: null, failure: notCompleted },
      left: { verification: null, credentials: null, failure: null },
    },
  },
  late: ['googleLogin', 'reservePhone'],
  project: ({ screen, credential, pending: waiting, phone, phoneError, problem }) => ({
    screen,
    credential,
    isPending: waiting !== null,
    phone,
    phoneError,
    problem: problem?.text,
  }),
  delays: {},
  states: {
    idle: (snapshot) => snapshot.matches('idle'),
    signingIn: (snapshot) => snapshot.matches('signingIn'),
    phoneEntry: (snapshot) => snapshot.matches('phoneEntry'),
    reserving: (snapshot) => snapshot.matches('reserving'),
    otp: (snapshot) => snapshot.matches('otp') && !isCompleting(snapshot),
    completing: isCompleting,
    done: (snapshot) => snapshot.matches('done'),
  },
  invariants: {
    'at most one google-login call is open at a time': ({ calls }) =>
      calls.filter((call) => call.slot === 'googleLogin' && call.isOpen()).length <= 1,
    'userId is passed on unread and never shown': ({ started }) =>
      started.every(
        ({ slot, input }) =>
          !['reservePhone', 'phoneVerification'].includes(slot) || (input as { userId: string }).userId === 'pend1',
      ),
    'nothing is stored before token and user are both there': ({ effects, snapshot }) =>
      effects.every(({ type, params }) => type !== 'signIn' || dequal(credentialsIn(params), credentials)) &&
      effects.some(({ type }) => type === 'signIn') === effects.some(({ type }) => type === 'announce') &&
      (effects.every(({ type }) => type !== 'signIn') || snapshot.matches('done')),
    'the credential is sent as Google gave it, and the phone stripped (Q8)': ({ started }) =>
      started.every(({ slot, input }) =>
        slot === 'googleLogin'
          ? dequal(input, { credential: 'jwt' })
          : slot !== 'reservePhone' || dequal(input, { userId: 'pend1', phone: '0712345678' }),
      ),
    'the code goes to the phone that was reserved, in the name that Google knows (A16)': ({ started }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'phoneVerification' || dequal(input, { phone: '0712345678', userName: 'Wanjiku', userId: 'pend1' }),
      ),
    'the user is loaded unless the login screen has it at once (§2, §4)': ({ effects, before, snapshot }) =>
      effects.every(
        ({ type, params }) =>
          type !== 'signIn' ||
          (params as { load: boolean }).load ===
            (snapshot.context.screen === 'signUp' || before?.matches('otp') === true),
      ),
    'nothing of a sign-in that was left is kept (D2)': ({ step, before, snapshot: { context } }) =>
      step?.event.type !== 'step.back' ||
      before?.hasTag('step') !== true ||
      before.matches('otp') ||
      dequal(context, { screen: context.screen, ...EMPTY }),
    'it begins with nothing typed and nothing called wrong': ({ step, snapshot: { context } }) =>
      step?.kind !== 'start' || dequal(context, { screen: context.screen, ...EMPTY }),
    'nothing is said while the server is asked': ({ snapshot: { value, context } }) =>
      !['signingIn', 'reserving'].includes(String(value)) || (context.problem ?? context.phoneError) === null,
    'what was said of the phone goes when it is typed into': ({ step, before, snapshot: { context } }) =>
      step?.event.type !== 'phone.change' ||
      before?.matches('phoneEntry') !== true ||
      (context.phoneError ?? context.problem) === null,
    'a phone is called wrong while nothing is said on top': ({ step, before, snapshot: { context } }) =>
      step?.event.type !== 'phone.submit' || before?.matches('phoneEntry') !== true || context.problem === null,
    'what is said of Google is logged, and nothing else is (U10)': ({
      step,
      before,
      snapshot: { context },
      effects,
    }) => {
      const logged = effects.filter(({ type }) => type === 'logProblem').map(({ params }) => params);
      const isNews = step !== null && before !== null && !before.hasTag('step') && context.problem !== null;
      if (!isNews || step.label === 'google.ready') return logged.length === 0 || isNews;
      return logged.every((params) => dequal(params, { problem: context.problem }));
    },
    'the phone stays as it was typed after back and after a failure': ({ before, snapshot }) =>
      before === null ||
      !(before.matches('reserving') || before.matches('otp')) ||
      !snapshot.matches('phoneEntry') ||
      before.context.phone === snapshot.context.phone,
  },
  equivalents: {
    'swap otp: phoneVerification answers #1': 'what is completed has not failed',
  },
});

const EMPTY = { credential: '', pending: null, phone: '', phoneError: null, problem: null };

function credentialsIn(params: unknown): unknown {
  return (params as { credentials: unknown }).credentials;
}
