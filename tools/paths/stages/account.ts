import type { AnyMachineSnapshot } from 'xstate';
import { stripPhone } from '../../../contract/rules/phone.ts';
import type { Stage } from 'flow-atlas/browser/script';
import { fill, press } from 'model-testing/view/act';
import type { Credentials } from '../../../src/machines/account/session.machine.ts';
import { wanjiku } from '../../../tests/flows/support/account.samples.ts';
import { SENT_AT } from '../../../tests/flows/phone-verification/phone-verification.model.ts';
import {
  act,
  elsewhere,
  toSuccess,
  NO_SESSION,
  page,
  embedReplies,
  scene,
  toStoredSession,
  signedIn,
  tell,
} from './parts.ts';

/** Login and sign-up, the phone step, Google's button, links in mails. */

const login = [
  act(fill('Email', 'wanjiku@example.com')),
  act(fill('Password', 'Secret12')),
  act(press('button', 'Login')),
];
const phoneNotVerified = {
  success: true,
  requirePhoneVerification: true,
  data: { phone: wanjiku.phone, name: 'Wanjiku' },
};
const signsInElsewhere = () => [elsewhere(toStoredSession(wanjiku))];
/** A page that is opened so leads to the login without the notice. */
const NOTICED = 'a press on the tracking page finds it and leads here: see order-tracking';
const NOWHERE = 'no page of the shop links to such an address';

/** A browser that reads the code from the SMS (WebOTP). */
const WEB_OTP = `globalThis.OTPCredential = class {};
Object.defineProperty(navigator, 'credentials', { value: { get: () => new Promise((resolve) =>
  addEventListener('code.filled', ({ detail }) => resolve({ code: detail }), { once: true })) } });`;

/** A fake of Google's script with the parts that our pages use: its button, and a credential on demand. */
const GOOGLE = `if (!globalThis.withoutGoogle) globalThis.google = { accounts: { id: {
  initialize({ callback }) {
    addEventListener('google.credential', ({ detail }) => callback({ credential: detail ?? undefined }));
  },
  renderButton(place) {
    if (globalThis.brokenGoogle) throw new Error('no button');
    place.append(Object.assign(document.createElement('button'), { textContent: 'Google' }));
  },
  prompt() {},
  cancel() {},
} } };`;

/** Returns whether the sign-up form contains something, or is no longer shown. */
const isTouched = (before: AnyMachineSnapshot | null) => {
  const {
    name = '',
    email = '',
    phone = '',
    password = '',
    acceptTerms = false,
  } = (before?.context ?? {}) as TypedFields;
  return before?.matches('form') !== true || name + email + phone + password !== '' || acceptTerms;
};

interface TypedFields {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly password?: string;
  readonly acceptTerms?: boolean;
}

export const accountStages: Readonly<Record<string, Stage>> = {
  login: {
    begins: {
      '': scene(page('/auth/login', { time: SENT_AT })),
      '/checkout': scene(page('/checkout')),
      '/profile?section=orders': scene(page('/profile?section=orders')),
      'without a token': NOTICED,
      'with an unreadable user': NOTICED,
      '*': NOWHERE,
    },
    calls: {
      login: {
        call: 'POST /auth/login',
        reply: ({ credentials: data, phone, userName: name }: Login) =>
          data === null ? { success: true, requirePhoneVerification: true, data: { phone, name } } : toSuccess(data),
      },
      complete: { call: 'POST /auth/complete-registration' },
    },
    events: { 'session.authenticated': signsInElsewhere },
  },
  'sign-up': {
    // The server reports the time of the case too.
    begins: { '': scene(page('/auth/signup', { time: SENT_AT, document: embedReplies([], SENT_AT) })), '*': NOWHERE },
    calls: {
      register: { call: 'POST /auth/register', reply: ({ credentials: data }: Login) => toSuccess(data ?? {}) },
      complete: { call: 'POST /auth/complete-registration' },
    },
    foreseen: {
      // The tab was reloaded while a sign-up waited for its code.
      'signUp.found': ({ waiting, hasCode }, before) => {
        if (isTouched(before)) return null;
        const { phone } = waiting as { readonly phone: string };
        const code = { phone: stripPhone(phone), pinId: 'P1', sentAt: SENT_AT };
        const found = JSON.stringify({ ...(waiting as object), at: SENT_AT });
        return { tab: { signUp: found, ...(hasCode === true && { code: JSON.stringify(code) }) } };
      },
    },
    // A code stored in the tab is available immediately, without a call.
    instead: ({ step, after }) =>
      step.event.type === 'signUp.found' && after.matches('phoneStep')
        ? { sight: { controls: ["button 'Verify'"], gone: ["button 'Sign Up'"] } }
        : null,
    never: [
      {
        step: /signUp\.found/,
        when: ({ before }) => isTouched(before),
        why: 'a page finds it before any user action',
      },
    ],
    events: {
      'session.authenticated': signsInElsewhere,
      // A browser trims the text of an e-mail field.
      'email.change': ({ email }) => [act(fill('Email Address', String(email).trim()))],
    },
    differences: [
      { what: /^textbox 'Email Address' = '(?: .*|.* )'$/, why: 'a browser trims what is typed into this field' },
    ],
  },
  'phone-verification': {
    begins: {
      '*': scene(
        page('/auth/login', {
          time: SENT_AT,
          scripts: [WEB_OTP],
          replies: { 'POST /auth/login': phoneNotVerified },
        }),
        ...login,
      ),
    },
    // The tab of a reloaded sign-up has its code already.
    outcomes: { sendOtp: (_, before) => (before?.context.isResumed === true ? [] : undefined) },
    calls: {
      sendOtp: { call: 'POST /auth/send-otp', reply: ({ pinId }: { readonly pinId: string }) => toSuccess({ pinId }) },
      verifyOtp: { call: 'POST /auth/verify-termii-otp' },
      complete: { call: 'POST /auth/complete-registration' },
    },
    events: {
      'code.filled': ({ code }) => [tell('code.filled', code)],
      'clock.tick': ({ now }) => [{ do: 'reach', with: [now] }],
      'code.verify': (event, before) => {
        const { code } = event;
        if (code === before?.context.code) return [act(press('button', 'Verify'))];
        if (before?.can(event) !== true) return 'a code is typed before it is verified';
        return [act(fill('Verification code', String(code))), act(press('button', 'Verify'))];
      },
    },
  },
  'google-sign-in': {
    begins: {
      '': scene(page('/auth/login', { time: SENT_AT, files: { '**/gsi/client': GOOGLE } })),
      'sign-up': scene(page('/auth/signup', { time: SENT_AT, files: { '**/gsi/client': GOOGLE } })),
    },
    foreseen: {
      'google.ready': () => ({}),
      'google.unavailable': () => ({ scripts: ['globalThis.withoutGoogle = true;'] }),
      'google.failed': () => ({ scripts: ['globalThis.brokenGoogle = true;'] }),
    },
    calls: {
      googleLogin: {
        call: 'POST /auth/google-login',
        reply: ({ credentials: data, pending }: Google) =>
          data === null
            ? {
                success: true,
                requirePhoneVerification: true,
                ...(pending !== null && { data: { ...pending, email: wanjiku.email } }),
              }
            : toSuccess(data),
      },
      reservePhone: { call: 'POST /auth/verify-google-phone' },
      complete: { call: 'POST /auth/complete-google-phone-verification' },
    },
    events: { 'google.credential': ({ credential }) => [tell('google.credential', credential)] },
  },
  'forgot-password': {
    begins: { '*': scene(page('/auth/forgot-password', { time: SENT_AT })) },
    events: { 'clock.tick': ({ now }) => [{ do: 'reach', with: [now] }] },
    // The page counts the seconds on while the button looks busy; the path does not.
    instead: ({ step, before }) =>
      step.kind === 'after' && before?.matches({ checkEmail: 'resending' }) === true ? {} : null,
    never: [
      {
        step: /^link\.resend/,
        when: ({ before }) => before?.context.isSentAgain === true,
        why: 'the seconds that the page counts while the button looks busy come after the next minute began',
      },
    ],
    unchecked: [
      {
        what: /^Shown: '(Please wait a minute and try again|The server says no)\.'/,
        why: 'Resend looks busy for 1.5 s before the text appears (§9); each rendering shows its own moment',
      },
    ],
  },
  'reset-password': {
    begins: Object.fromEntries(
      [
        '/auth/reset-password/abc',
        '/auth/reset-password?token=abc',
        '/auth/reset-password?token=a%2Bb',
        '/auth/reset-password/abc?token=def',
        '/auth/reset-password',
        '/auth/reset-password?token=',
        '/auth/reset-password?token=%20%20',
      ].map((address) => [address, scene(page(address))]),
    ),
    calls: { resetPassword: { call: 'PUT /auth/reset-password/{token}' } },
  },
  'email-confirmation': {
    begins: Object.fromEntries(
      [
        '/auth/confirm-email?token=abc',
        '/auth/confirm-email?token=a%2Bb%3D',
        '/auth/confirm-email?token=abc&utm_source=mail',
        '/auth/confirm-email',
        '/auth/confirm-email?token=',
        '/auth/confirm-email?token=%20%20',
      ].map((address) => [address, scene(page(address))]),
    ),
    events: {
      'session.changed': ({ isSignedIn }) => [elsewhere(isSignedIn === true ? toStoredSession(wanjiku) : NO_SESSION)],
    },
  },
  contact: {
    begins: { '*': scene(page('/contact')) },
    events: { 'shopper.known': signsInElsewhere },
  },
  'change-password': { begins: { '*': scene(signedIn('/profile?section=account')) } },
};

interface Login {
  readonly credentials: Credentials | null;
  readonly phone: string;
  readonly userName: string;
}

interface Google extends Login {
  readonly pending: { readonly userId: string; readonly name: string } | null;
}
