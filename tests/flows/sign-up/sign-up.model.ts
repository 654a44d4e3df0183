import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { SignUpErrors } from '../../../src/machines/account/sign-up.machine.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { signUpMachine } from '../../../src/machines/account/sign-up.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';
import { isCompleting } from '../support/account.judges.ts';
import { credentials, notCompleted, passwordToggle } from '../support/account.samples.ts';
import { googleSignInModel } from '../google-sign-in/google-sign-in.model.ts';

const WAITING = { name: 'Wanjiku', email: 'wanjiku@example.com', phone: '0712 345 678' };

const opened = { origin: null, email: '', passwordMinimum: 6 };

export const signUpModel = defineModel({
  flow: 'sign-up',
  // Passed by name so that the harness recognizes the slots as machines. The children have their own tables and tests.
  machine: signUpMachine.provide({
    actors: { phoneVerification: phoneVerificationMachine, googleSignIn: googleSignInModel.machine },
  }),
  inputs: { '': opened, 'from checkout': { ...opened, origin: '/checkout' } },
  events: {
    'name.change': { good: { name: ' Wanjiku ' }, short: { name: 'W' } },
    'email.change': { good: { email: ' Wanjiku@Example.COM ' } },
    'phone.change': { good: { phone: '0712 345 678' } },
    'password.change': { good: { password: 'Secret12' } },
    'password.show': { '': {} },
    'password.hide': { '': {} },
    'terms.toggle': { '': {} },
    'form.submit': { '': {} },
    'signUp.found': {
      sentBy: 'findWaiting',
      cases: {
        'with its code': { waiting: WAITING, hasCode: true },
        'without a code': { waiting: WAITING, hasCode: false },
      },
    },
    'session.authenticated': { sentBy: 'watchSession', cases: { '': {} } },
  },
  atFirst: ['signUp.found'],
  acts: defineActs<typeof signUpMachine>({
    'name.change': ({ name }) => fill('Full Name', name),
    // Browsers trim the value of an e-mail field.
    'email.change': ({ email }) => (email === email.trim() ? fill('Email Address', email) : null),
    'phone.change': ({ phone }) => fill('Phone Number', phone),
    'password.change': ({ password }) => fill('Password', password),
    ...passwordToggle,
    'terms.toggle': press('checkbox', /^I am 18 or older and accept the Terms of Service and the Privacy Policy/),
    'form.submit': press('button', 'Sign Up'),
  }),
  done: {
    register: { 'no token': { credentials: null }, 'token and user': { credentials } },
    phoneVerification: {
      completed: { verification: null, credentials, failure: null },
      'not completed': { verification: null, credentials: null, failure: notCompleted },
      left: { verification: null, credentials: null, failure: null },
    },
    // The session reports who is signed in.
    googleSignIn: {},
  },
  fail: {
    register: {
      'with fields': new ApiError({
        kind: 'refused',
        status: 400,
        fields: { email: 'Please enter a valid email address' },
      }),
    },
  },
  late: ['register'],
  // The errors are derived from these fields. The table checks their texts.
  project: ({ name, email, phone, password, acceptTerms, isPasswordShown, errors, problem }) => ({
    name,
    isFilled: [email, phone, password].map((text) => text !== ''),
    acceptTerms,
    isPasswordShown,
    errors: Object.values(errors).filter((error) => error !== null).length,
    problem: problem?.text,
  }),
  delays: {},
  states: {
    form: (snapshot) => snapshot.matches('form'),
    registering: (snapshot) => snapshot.matches('registering'),
    phoneStep: (snapshot) => snapshot.matches('phoneStep') && !isCompleting(snapshot),
    completing: isCompleting,
    done: (snapshot) => snapshot.matches('done'),
    // A link leaves the page and stops the machine.
    left: (snapshot) => snapshot.matches('form'),
  },
  invariants: {
    'no call is made while any field has an error': ({ started, snapshot }) =>
      started.every(({ slot }) => slot === 'watchSession' || slot === 'googleSignIn' || slot === 'findWaiting') ||
      Object.values(snapshot.context.errors).every((error) => error === null),
    'the e-mail is sent lowercased and trimmed, the password exactly as typed': ({ started, before }) =>
      started
        .filter(({ slot }) => slot === 'register')
        .every(({ input }) => {
          const { email, password } = input as { email: string; password: string };
          return email === email.trim().toLowerCase() && password === before?.context.password;
        }),
    'at most one registration is open at a time': ({ calls }) =>
      calls.filter((call) => (call.slot === 'register' || call.slot === 'phoneVerification') && call.isOpen()).length <=
      1,
    'the POST /auth/send-otp of the row into phoneStep is the first one of phone-verification: one call, not two': ({
      started,
    }) => started.filter(({ slot }) => slot === 'phoneVerification').length <= 1,
    'nothing is said while the server is asked': ({ snapshot }) =>
      !snapshot.matches('registering') || snapshot.context.problem === null,
    'a field is called wrong while nothing is said on top': ({ step, before, snapshot }) =>
      step?.event.type !== 'form.submit' || before?.matches('form') !== true || snapshot.context.problem === null,
    'the form begins empty, with the password hidden, and nothing is called wrong': ({ step, snapshot }) => {
      if (step?.kind !== 'start') return true;
      const { name, email, phone, password, acceptTerms, isPasswordShown, errors, problem } = snapshot.context;
      const said = [...Object.values(errors), problem].filter((one) => one !== null);
      return name + email + phone + password === '' && !acceptTerms && !isPasswordShown && said.length === 0;
    },
    'what was said of a field goes when it is changed': ({ step, snapshot: { context } }) => {
      const changed = /^(name|email|phone|password)\.change|^terms\.toggle/.exec(step?.label ?? '');
      if (changed === null) return true;
      return (context.errors[(changed[1] ?? 'acceptTerms') as keyof SignUpErrors] ?? context.problem) === null;
    },
    'the name is sent without spaces around it': ({ started }) =>
      started.every(({ slot, input }) => slot !== 'register' || /^\S(.*\S)?$/.test((input as { name: string }).name)),
    'whoever is done is on the way': ({ snapshot, allEffects }) =>
      (snapshot.status === 'done') === allEffects.some(({ type }) => type === 'goTo'),
    'all fields as they were after back and after a failed completion': ({ before, snapshot: { context } }) =>
      before === null || before.context.password === '' || context.password !== '',
  },
  equivalents: { 'swap phoneStep: phoneVerification answers #1': 'what is completed has not failed' },
});
