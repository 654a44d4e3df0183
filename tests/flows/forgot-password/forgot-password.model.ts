import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { forgotPasswordMachine } from '../../../src/machines/account/forgot-password.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';

/** Server time of the first response, epoch ms. */
export const SENT_AT = 1_000_000_000_000;

export const tooOften = new ApiError({
  kind: 'refused',
  status: 429,
  message: 'Please wait a minute and try again.',
  requestId: 'req-8',
});

const seconds = (n: number) => ({ now: SENT_AT + n * 1_000 });

/** H15: a limit of one hour has its own wait in the message. */
export const muchTooOften = new ApiError({
  kind: 'refused',
  status: 429,
  message: 'Please try again in 5 minutes.',
  requestId: 'req-9',
  retryAfter: 300_000,
});

export const forgotPasswordModel = defineModel({
  flow: 'forgot-password',
  machine: forgotPasswordMachine,
  inputs: { '': undefined },
  events: {
    'email.change': { good: { email: 'wanjiku@example.com' }, bad: { email: 'wanjiku' } },
    'form.submit': { '': {} },
    'link.resend': { '': {} },
    'clock.tick': {
      sentBy: 'clock',
      cases: { '1 s': seconds(1), '59.999 s': seconds(59.999), '60 s': seconds(60), 'an hour': seconds(3_600) },
    },
  },
  acts: defineActs<typeof forgotPasswordMachine>({
    // Browsers trim the value of an e-mail field.
    'email.change': ({ email }) => (email === email.trim() ? fill('Email', email) : null),
    'form.submit': press('button', /^Send/),
    'link.resend': press('button', /^Resend Email/),
  }),
  done: { requestLink: { first: { sentAt: SENT_AT }, later: { sentAt: SENT_AT + 120_000 } } },
  fail: { requestLink: { 'too often': tooOften, 'much too often': muchTooOften } },
  late: ['requestLink'],
  project: ({ email, emailError, problem, isSentAgain, now, resendAt }) => ({
    email,
    emailError,
    problem: problem?.text,
    isSentAgain,
    left: Math.max(0, resendAt - now),
  }),
  delays: { resendEvery: ({ resendAt, now }) => resendAt - now, resendLook: 1_500 },
  beyond: [{ what: /^checkEmail: clock\.tick/, why: 'Q9: the seconds are counted all the time' }],
  states: {
    form: (snapshot) => snapshot.matches('form'),
    sending: (snapshot) => snapshot.matches('sending'),
    checkEmail: (snapshot) => snapshot.matches('checkEmail'),
    'checkEmail.waiting': (snapshot) => snapshot.matches({ checkEmail: 'waiting' }),
    'checkEmail.ready': (snapshot) => snapshot.matches({ checkEmail: 'ready' }),
    'checkEmail.resending': (snapshot) => snapshot.matches({ checkEmail: 'resending' }),
    // A link leaves the page and stops the machine.
    left: (snapshot) => snapshot.matches('form') || snapshot.matches('checkEmail'),
  },
  invariants: {
    'at most one request a minute after a successful one': ({ started, before, snapshot: { context } }) =>
      started.every(({ slot }) => slot !== 'requestLink') ||
      before?.matches('form') === true ||
      (before?.matches({ checkEmail: 'ready' }) === true && context.resendAt > 0),
    'another link may be asked for 60 s after the last one, to the millisecond': ({ step, before, snapshot }) => {
      if (step?.event.type !== 'clock.tick' || before?.matches({ checkEmail: 'waiting' }) !== true) return true;
      const isOver = Number(step.event['now']) >= before.context.resendAt;
      return snapshot.matches({ checkEmail: isOver ? 'ready' : 'waiting' });
    },
    'an e-mail that does not match sends nothing': ({ started }) =>
      started.every(
        ({ slot, input }) => slot !== 'requestLink' || (input as { email: string }).email === 'wanjiku@example.com',
      ),
    'at most one POST /auth/forgot-password is open at a time': ({ calls }) =>
      calls.filter((call) => call.slot === 'requestLink' && call.isOpen()).length <= 1,
    'the form begins empty, and nothing is called wrong': ({ step, snapshot: { context } }) =>
      step?.kind !== 'start' || (context.email === '' && (context.emailError ?? context.problem) === null),
    'what was typed is kept': ({ step, before, snapshot: { context } }) =>
      before === null || step?.event.type === 'email.change' || context.email === before.context.email,
    'one thing is said at a time': ({ snapshot: { context } }) =>
      [context.emailError, context.problem, context.isSentAgain || null].filter((said) => said !== null).length <= 1,
    'nothing is said while the shop is asked for the first link': ({ snapshot }) =>
      !snapshot.matches('sending') || (snapshot.context.emailError ?? snapshot.context.problem) === null,
    'what was said of the field goes when it is typed into': ({ step, before, snapshot: { context } }) =>
      step?.event.type !== 'email.change' ||
      before?.matches('form') !== true ||
      (context.emailError ?? context.problem) === null,
    'the time does not go back': ({ before, step, snapshot: { context } }) =>
      before === null || step?.event.type !== 'clock.tick' || context.now >= before.context.now,
    'each good answer begins the minute anew': ({ step, snapshot: { context } }) => {
      if (step?.kind !== 'done' || !step.label.startsWith('requestLink')) return true;
      const sentAt = SENT_AT + (step.label.includes('later') ? 120_000 : 0);
      return context.now === sentAt && context.resendAt === sentAt + 60_000;
    },
    'what could not be sent says why, and what was sent does not': ({ step, before, snapshot: { context } }) =>
      (step?.kind !== 'error' || context.problem !== null) &&
      (step?.kind !== 'done' || before === null || context.problem === null),
    'after a refusal for too often so long is waited as the answer says, and a minute where it does not': ({
      step,
      before,
      snapshot: { context },
    }) =>
      step?.kind !== 'error' ||
      before?.matches({ checkEmail: 'resending' }) !== true ||
      !/too often/.test(step.label) ||
      context.resendAt === before.context.now + (step.label.includes('much') ? 300_000 : 60_000),
    'every server error also shows its request id': ({ step, snapshot: { context } }) =>
      step === null ||
      context.problem === null ||
      !/server error|with words|too often/.test(step.label) ||
      context.problem.requestId !== null,
  },
  equivalents: {
    'retarget checkEmail.resending: done #1 -> checkEmail': 'checkEmail starts with waiting',
    'retarget checkEmail.resending: done #2 -> checkEmail': 'checkEmail starts with waiting',
    'swap checkEmail.resending: done #1': 'what was sent was not asked for too often',
    'context now begins otherwise': 'the first answer sets it',
    'context resendAt begins otherwise': 'the first answer sets it',
  },
});
