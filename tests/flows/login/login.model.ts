import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { loginMachine } from '../../../src/machines/account/login.machine.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';
import { isCompleting } from '../support/account.judges.ts';
import { credentials, notCompleted, passwordToggle } from '../support/account.samples.ts';
import { googleSignInModel } from '../google-sign-in/google-sign-in.model.ts';

const opened = { origin: null, email: '', notice: null };

const ASK_FOR_CODE = 'Please enter your password and the code.';
const MUST_WAIT = 'Please try again in 2 minutes.';

export const loginModel = defineModel({
  flow: 'login',
  // Passed by name so that the harness recognizes the slots as machines. The children have their own tables and tests.
  machine: loginMachine.provide({
    actors: { phoneVerification: phoneVerificationMachine, googleSignIn: googleSignInModel.machine },
  }),
  inputs: {
    '': opened,
    '/checkout': { ...opened, origin: '/checkout' },
    '/profile?section=orders': { ...opened, origin: '/profile?section=orders' },
    'https://evil.example/x': { ...opened, origin: 'https://evil.example/x' },
    '//evil.example': { ...opened, origin: '//evil.example' },
    '/\\evil.example': { ...opened, origin: '/\\evil.example' },
    '/\\\\evil.example': { ...opened, origin: '/\\\\evil.example' },
    'javascript:alert(1)': { ...opened, origin: 'javascript:alert(1)' },
    '/auth/login': { ...opened, origin: '/auth/login' },
    'without a token': { ...opened, notice: 'notLoggedIn' },
    'with an unreadable user': { ...opened, notice: 'invalidSession' },
  },
  events: {
    'email.change': { good: { email: 'wanjiku@example.com' }, bad: { email: 'wanjiku' } },
    'password.change': { some: { password: 'Secret12' } },
    'code.change': { some: { code: '123456' }, short: { code: '12345' } },
    'password.show': { '': {} },
    'password.hide': { '': {} },
    'remember.toggle': { '': {} },
    'form.submit': { '': {} },
    'session.authenticated': { sentBy: 'watchSession', cases: { '': {} } },
  },
  acts: defineActs<typeof loginMachine>({
    // Browsers trim the value of an e-mail field.
    'email.change': ({ email }) => (email === email.trim() ? fill('Email', email) : null),
    'password.change': ({ password }) => fill('Password', password),
    'code.change': ({ code }) => fill('Verification code', code),
    ...passwordToggle,
    'remember.toggle': press('checkbox', 'Remember me'),
    'form.submit': press('button', 'Login'),
  }),
  done: {
    login: {
      'logged in': { credentials, phone: '', userName: '' },
      'phone not verified': { credentials: null, phone: '254712345678', userName: 'Wanjiku' },
    },
    phoneVerification: {
      completed: { verification: null, credentials, failure: null },
      'not completed': { verification: null, credentials: null, failure: notCompleted },
      left: { verification: null, credentials: null, failure: null },
    },
    // The session reports who is signed in.
    googleSignIn: {},
  },
  fail: {
    login: {
      'with fields': new ApiError({
        kind: 'refused',
        status: 400,
        fields: { email: 'Unknown', password: 'Wrong', code: 'Old' },
      }),
      'code asked': new ApiError({ kind: 'refused', status: 409, message: ASK_FOR_CODE, data: { code: true } }),
      'must wait': new ApiError({ kind: 'refused', status: 429, message: MUST_WAIT }),
    },
  },
  late: ['login'],
  project: ({
    email,
    password,
    code,
    remember,
    isPasswordShown,
    emailError,
    passwordError,
    codeError,
    problem,
    notice,
  }) => ({
    email,
    code,
    codeError,
    hasPassword: password !== '',
    remember,
    isPasswordShown,
    emailError,
    passwordError,
    problem: problem?.text,
    notice,
  }),
  delays: {},
  states: {
    form: (snapshot) => snapshot.matches('form'),
    'form.notLoggedIn': (snapshot) => snapshot.matches('form') && snapshot.context.notice === 'notLoggedIn',
    'form.invalidSession': (snapshot) => snapshot.matches('form') && snapshot.context.notice === 'invalidSession',
    'form.code': (snapshot) => snapshot.matches('form') && snapshot.context.code !== null,
    submitting: (snapshot) => snapshot.matches('submitting'),
    phoneStep: (snapshot) => snapshot.matches('phoneStep') && !isCompleting(snapshot),
    completing: isCompleting,
    done: (snapshot) => snapshot.matches('done'),
    // A link leaves the page and stops the machine.
    left: (snapshot) => snapshot.matches('form'),
  },
  invariants: {
    'at most one POST /auth/login is open at a time': ({ calls }) =>
      calls.filter((call) => call.slot === 'login' && call.isOpen()).length <= 1,
    'the redirect goes only to a path of our own site': ({ allEffects }) =>
      allEffects.every(({ type, params }) => type !== 'goTo' || /^\/(?!\/|\\)/.test((params as { path: string }).path)),
    'the password is sent exactly as typed and stored nowhere': ({ started, before }) =>
      started.every(({ slot, input }) =>
        slot === 'login'
          ? (input as { password: string }).password === before?.context.password
          : !JSON.stringify(input ?? null).includes('Secret12'),
      ),
    'what was typed and ticked is sent, the e-mail lowercased and trimmed': ({ started, before }) =>
      started
        .filter(({ slot }) => slot === 'login')
        .every(({ input }) => {
          const { email = '', password, remember, code = null } = before?.context ?? {};
          return dequal(input, {
            email: email.trim().toLowerCase(),
            password,
            remember,
            ...(code !== null && { code }),
          });
        }),
    'the form begins empty, with the password hidden, and nothing is called wrong': ({ step, snapshot }) => {
      if (step?.kind !== 'start') return true;
      const { email, password, code, isPasswordShown, emailError, passwordError, codeError, problem } =
        snapshot.context;
      const said = [code, emailError, passwordError, codeError, problem].filter((one) => one !== null);
      return email + password === '' && !isPasswordShown && said.length === 0;
    },
    'a refused login never changes cart, wishlist or origin': ({ snapshot, before, effects }) =>
      snapshot.matches('done') ||
      (effects.length === 0 && (before === null || snapshot.context.origin === before.context.origin)),
    'a wait is told by the server and never counted or locked by the page': ({ step, snapshot }) =>
      step?.label !== 'login fails(must wait)' ||
      (snapshot.context.problem?.text === MUST_WAIT && snapshot.can({ type: 'form.submit' })),
    'a code is asked for once the server wants one, until another e-mail is typed (D26)': ({
      step,
      before,
      snapshot,
    }) =>
      step?.label === 'login fails(code asked)'
        ? snapshot.context.code === '' && snapshot.context.problem?.text === ASK_FOR_CODE
        : step?.label.startsWith('email.change') === true && before?.matches('form') === true
          ? snapshot.context.code === null
          : (snapshot.context.code === null) === ((before?.context.code ?? null) === null),
    'nothing is said while the server is asked': ({ snapshot }) =>
      !snapshot.matches('submitting') ||
      [
        snapshot.context.problem,
        snapshot.context.emailError,
        snapshot.context.passwordError,
        snapshot.context.codeError,
        snapshot.context.notice,
      ].every((said) => said === null),
    'what the server says of a field stands under it, and nothing on top (H15)': ({ step, snapshot: { context } }) =>
      step?.label !== 'login fails(with fields)' ||
      (context.emailError === 'Unknown' &&
        context.passwordError === 'Wrong' &&
        context.codeError === 'Old' &&
        context.problem === null),
    'a field is called wrong while nothing is said on top': ({ step, before, snapshot }) =>
      step?.event.type !== 'form.submit' || before?.matches('form') !== true || snapshot.context.problem === null,
    'the phone step is about the account that the server named (A15)': ({ started }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'phoneVerification' || dequal(input, { phone: '254712345678', userName: 'Wanjiku' }),
      ),
    'what was said of a field goes when it is typed into': ({ step, snapshot: { context } }) =>
      (step?.label.startsWith('email.change') !== true || (context.emailError ?? context.problem) === null) &&
      (step?.label.startsWith('password.change') !== true || (context.passwordError ?? context.problem) === null) &&
      (step?.label.startsWith('code.change') !== true ||
        context.code === null ||
        (context.codeError ?? context.problem) === null),
    'whoever is done is on the way': ({ snapshot, allEffects }) =>
      (snapshot.status === 'done') === allEffects.some(({ type }) => type === 'goTo'),
    'every server error also shows its request id': ({
      step,
      snapshot: {
        context: { problem },
      },
    }) =>
      step === null ||
      problem === null ||
      !/server error|with words|not completed/.test(step.label) ||
      problem.requestId !== null,
  },
  equivalents: {
    'swap phoneStep: phoneVerification answers #1': 'what is completed has not failed',
    'context phone begins otherwise': 'the answer that leads to the phone step sets it, and nothing reads it before',
    'context userName begins otherwise': 'the answer that leads to the phone step sets it, and nothing reads it before',
  },
});
