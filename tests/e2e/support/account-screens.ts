import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import type { PhoneVerificationOutput } from '../../../src/machines/account/phone-verification.types.ts';
import type { loginMachine } from '../../../src/machines/account/login.machine.ts';
import { credentials, verification, wanjiku } from '../../flows/support/account.samples.ts';
import { loginModel } from '../../flows/login/login.model.ts';
import { phoneVerificationModel } from '../../flows/phone-verification/phone-verification.model.ts';
import type { Screen } from './replay.ts';
import { openStopped } from './stopped-clock.ts';

const CODE = '123456';
const UNVERIFIED = { phone: '254712345678', name: 'Wanjiku' };

/** Answers calls immediately that the tested flow does not cover. */
async function answerAtOnce(page: Page, replies: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, data] of Object.entries(replies)) {
    await page.context().route(`**/api/auth/${path}`, (route) => route.fulfill({ json: { success: true, data } }));
  }
}

async function forget(page: Page): Promise<void> {
  await page.goto('/privacy-policy');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

async function expectAlert(page: Page, problem: { readonly text: string } | null): Promise<void> {
  const alert = page.getByRole('main').getByRole('alert');
  if (problem === null) await expect(alert).toHaveCount(0);
  else await expect(alert).toContainText(problem.text);
}

async function expectField(page: Page, label: string, value: string, error: string | null, hint = ''): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveValue(value);
  await expect(field).toHaveAccessibleDescription(`${hint} ${error ?? ''}`.trim());
}

async function expectBusy(shown: Locator, isBusy: boolean): Promise<void> {
  if (isBusy) await expect(shown).toHaveAttribute('aria-busy', 'true');
  else await expect(shown).not.toHaveAttribute('aria-busy', 'true');
}

async function expectCodeScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Verify Your Phone Number' })).toBeVisible();
}

/** Returns the response that ends the phone step with this output. */
function completion({ credentials, failure }: PhoneVerificationOutput) {
  if (failure === null) return { json: { success: true, data: credentials } };
  const { status, message, requestId } = failure;
  return { status, headers: { 'x-request-id': requestId ?? '' }, json: { success: false, message } };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true });

/** The hint under the code field of a login (D26). */
const CODE_HINT = '6 digits, sent to the phone or email of this account';

export const loginScreen: Screen<typeof loginMachine> = {
  model: loginModel,
  gestures: {
    start: async (page, { input }) => {
      const { origin } = input as { origin: string | null };
      await forget(page);
      await answerAtOnce(page, {
        profile: { user: wanjiku },
        'send-otp': { pinId: 'P1' },
        'verify-termii-otp': verification,
      });
      // The requested page redirects a guest to the login.
      await openStopped(page, origin ?? '/auth/login');
      await expect(page).toHaveURL(/\/auth\/login$/);
    },
    'email.change': (page, { event }) => page.getByLabel('Email', { exact: true }).fill(String(event['email'])),
    'password.change': (page, { event }) =>
      page.getByLabel('Password', { exact: true }).fill(String(event['password'])),
    'password.show': (page) => button(page, 'Show password').click(),
    'password.hide': (page) => button(page, 'Hide password').click(),
    'remember.toggle': (page) => page.getByLabel('Remember me').click(),
    'form.submit': (page) => button(page, 'Login').click(),
    'session.authenticated': async (page) => {
      const other = await page.context().newPage();
      await other.goto('/terms-of-service');
      await other.evaluate(
        ([token, user]) => {
          localStorage.setItem('user', user);
          localStorage.setItem('token', token);
        },
        [credentials.token, JSON.stringify(credentials.user)] as const,
      );
      await other.close();
    },
    'phoneVerification answers': async (page, { event }) => {
      const output = event['output'] as PhoneVerificationOutput;
      if (output.credentials === null && output.failure === null) return button(page, 'Back').click();
      await page.context().route('**/api/auth/complete-registration', (route) => route.fulfill(completion(output)));
      await page.getByLabel('Verification code').fill(CODE);
      await button(page, 'Verify').click();
    },
  },
  calls: {
    login: {
      method: 'POST',
      path: '/auth/login',
      reply: ({ credentials: data }: { credentials: object | null }) =>
        data === null ? { success: true, requirePhoneVerification: true, data: UNVERIFIED } : { success: true, data },
    },
  },
  canDo: ({ event, input }, before) =>
    before === null
      ? ['', '/profile?section=orders'].includes((input as { origin: string | null }).origin ?? '')
      : // Filling in the same text fires no event, and one button both shows and hides.
        (event.type !== 'email.change' || event['email'] !== before.context.email) &&
        event.type !== (before.context.isPasswordShown ? 'password.show' : 'password.hide'),
  shows: async (page, snapshot) => {
    const { email, password, code, emailError, passwordError, codeError } = snapshot.context;
    const { problem, remember, isPasswordShown, origin } = snapshot.context;
    if (snapshot.matches('form') || snapshot.matches('submitting')) {
      await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
      await expectField(page, 'Email', email, emailError);
      await expectField(page, 'Password', password, passwordError);
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
        'type',
        isPasswordShown ? 'text' : 'password',
      );
      if (code === null) await expect(page.getByLabel('Verification code')).toHaveCount(0);
      else await expectField(page, 'Verification code', code, codeError, CODE_HINT);
      await expect(page.getByLabel('Remember me')).toBeChecked({ checked: remember });
      await expectAlert(page, problem);
      await expectBusy(button(page, 'Login'), snapshot.matches('submitting'));
    }
    if (snapshot.matches('phoneStep')) await expectCodeScreen(page);
    if (snapshot.matches('done'))
      await expect.poll(() => page.url().replace(/^https?:\/\/[^/]+/, '')).toBe(origin ?? '/');
  },
  elsewhere: {},
};

/** Opened by a login with an unverified phone. */
export const phoneVerificationScreen: Screen<typeof phoneVerificationMachine> = {
  model: phoneVerificationModel,
  gestures: {
    start: async (page) => {
      await forget(page);
      await page
        .context()
        .route('**/api/auth/login', (route) =>
          route.fulfill({ json: { success: true, requirePhoneVerification: true, data: UNVERIFIED } }),
        );
      await answerAtOnce(page, { profile: { user: wanjiku } });
      await openStopped(page, '/auth/login');
      await page.getByLabel('Email', { exact: true }).fill('wanjiku@example.com');
      await page.getByLabel('Password', { exact: true }).fill('Secret12');
      await button(page, 'Login').click();
    },
    'code.change': (page, { event }) => page.getByLabel('Verification code').fill(String(event['code'])),
    'code.verify': (page) => button(page, 'Verify').click({ force: true }),
    'code.resend': (page) => button(page, 'Resend Code').click({ force: true }),
    'step.back': (page) => button(page, 'Back').click(),
  },
  calls: {
    sendOtp: {
      method: 'POST',
      path: '/auth/send-otp',
      reply: ({ pinId }: { pinId: string }) => ({ success: true, data: { pinId } }),
    },
    verifyOtp: { method: 'POST', path: '/auth/verify-termii-otp', reply: (data) => ({ success: true, data }) },
    complete: { method: 'POST', path: '/auth/complete-registration', reply: (data) => ({ success: true, data }) },
  },
  // The button submits the current value of the field.
  canDo: ({ event }, before) =>
    event.type === 'step.back'
      ? before?.matches('completing') !== true
      : event.type !== 'code.verify' || (before?.context.code.length === 6) === (event['code'] === CODE),
  shows: async (page, snapshot) => {
    const { code, codeError, problem } = snapshot.context;
    if (snapshot.matches('completing')) return expect(page.getByText('Loading your account')).toBeVisible();
    if (snapshot.matches('completed')) return expect(page).toHaveURL(/\/$/);
    if (snapshot.matches('left') || snapshot.matches('failed'))
      return expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
    await expectCodeScreen(page);
    await expectField(page, 'Verification code', code, codeError);
    await expectAlert(page, problem);
    await expect(page.getByRole('timer')).toHaveCount(snapshot.matches('open') ? 1 : 0);
    await expectBusy(button(page, 'Verify'), snapshot.hasTag('verifying'));
    const resend = button(page, /^Resend Code/);
    await expectBusy(resend, snapshot.hasTag('sending'));
    if (!snapshot.hasTag('sending'))
      await expect(resend).toBeEnabled({ enabled: snapshot.can({ type: 'code.resend' }) });
  },
  elsewhere: {
    'open.code.usable: code.filled -> (stays)':
      'comes from the phone itself (WebOTP): tests/flows/phone-verification/phone-verification.requirements.test.ts',
    'completing: step.back -> (stays)': 'there is no Back any more: tests/flows/sign-up/sign-up.paths.test.tsx',
    '(root): clock.tick -> (stays)':
      'carries the server’s time: tests/flows/phone-verification/phone-verification.requirements.test.ts',
    'open.resend.blocked: at once [canResend] -> open.resend.allowed': 'after a tick of a page that slept: as above',
  },
};
