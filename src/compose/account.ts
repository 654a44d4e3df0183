import { fromCallback, fromPromise } from 'xstate';
import type { EventObject } from 'xstate';
import { loginMachine } from '../machines/login.machine.ts';
import type { Completion, SignIn } from '../machines/login.machine.ts';
import { menuMachine } from '../machines/menu.machine.ts';
import type { MenuEvent } from '../machines/menu.machine.ts';
import { phoneVerificationMachine } from '../machines/phone-verification.machine.ts';
import type { PhoneVerificationEvent } from '../machines/phone-verification.machine.ts';
import { protectedPageMachine } from '../machines/protected-page.machine.ts';
import type { ProtectedPageEvent, SessionStatus } from '../machines/protected-page.machine.ts';
import type { Credentials } from '../machines/session.machine.ts';
import { signUpMachine } from '../machines/sign-up.machine.ts';
import { paths } from '../routes/paths.ts';
import { everySecond } from '../services/clock.ts';
import { waitForCode } from '../services/web-otp.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { composeSession, sessionStatus, watchSession } from './session.ts';
import type { SessionSnapshot } from './session.ts';

export { accountBearer } from './session.ts';

/** From here on the header shows the mobile menu's links itself; the same as views/theme/media.ts. */
const LARGE_PX = 1040;

/** Session, login, sign-up, phone step, protected pages and menus with their slots filled. */
export function accountMachines(env: ComposeEnv) {
  const auth = lazyService(env, async () => (await import('../services/auth.service.ts')).createAuthService);

  const phoneVerification = phoneVerificationMachine.provide({
    actors: {
      sendOtp: fromPromise(async ({ input, signal }) => {
        const { pinId } = await (await auth()).sendOtp(input, signal);
        return { pinId, sentAt: env.now() };
      }),
      verifyOtp: fromPromise(async ({ input, signal }) => (await auth()).verifyOtp(input, signal)),
      clock: fromCallback<EventObject>(({ sendBack }) =>
        everySecond(env, (now) => sendBack({ type: 'clock.tick', now } satisfies PhoneVerificationEvent)),
      ),
      webOtp: fromCallback<EventObject>(({ sendBack }) =>
        waitForCode((code) => sendBack({ type: 'code.filled', code } satisfies PhoneVerificationEvent)),
      ),
    },
  });

  const whenSignedIn = fromCallback<EventObject>(({ sendBack }) =>
    watchSession(env, (session) => session.hasTag('signedIn'), (isSignedIn) => {
      if (isSignedIn) sendBack({ type: 'session.authenticated' });
    }),
  );
  const completeRegistration = fromPromise<Credentials, Completion>(async ({ input, signal }) =>
    (await auth()).completeRegistration(input, signal),
  );
  const signIn = (_: unknown, { credentials, load }: SignIn) => {
    if (credentials !== null) env.session().send({ type: 'session.signedIn', ...credentials, load });
  };
  const goTo = (_: unknown, { path }: { path: string }) => env.navigate(path, { replace: true });

  const login = loginMachine.provide({
    actors: {
      login: fromPromise(async ({ input, signal }) => (await auth()).login(input, signal)),
      completeRegistration,
      phoneVerification,
      watchSession: whenSignedIn,
    },
    actions: { signIn, goTo },
  });

  const signUp = signUpMachine.provide({
    actors: {
      register: fromPromise(async ({ input, signal }) => (await auth()).register(input, signal)),
      completeRegistration,
      phoneVerification,
      watchSession: whenSignedIn,
    },
    actions: { signIn, goTo },
  });

  const protectedPage = protectedPageMachine.provide({
    actors: {
      watchSession: fromCallback<EventObject, { status: SessionStatus }>(({ sendBack, input }) =>
        watchSession(
          env, sessionStatus,
          (status) => sendBack({ type: 'session.changed', status } satisfies ProtectedPageEvent),
          input.status,
        ),
      ),
    },
    actions: {
      goToLogin: (_, { origin }) => env.navigate(paths.login, { replace: true, state: { origin } }),
      goTo,
    },
  });

  const menu = menuMachine.provide({
    actors: {
      watchSession: fromCallback<EventObject>(({ sendBack }) =>
        watchSession(env, nameOf, (name) => sendBack(
          (name === null ? { type: 'session.signedOut' } : { type: 'session.signedIn', name }) satisfies MenuEvent,
        )),
      ),
      watchPage: fromCallback<EventObject>(({ sendBack }) => {
        const stops = [
          env.on('pointerdown', ({ target }) => {
            const isInside = target instanceof Element && target.closest('[data-menu]') !== null;
            if (!isInside) sendBack({ type: 'outside.pressed' } satisfies MenuEvent);
          }),
          env.on('resize', ({ currentTarget }) => {
            if ((currentTarget as Window).innerWidth >= LARGE_PX) sendBack({ type: 'screen.widened' } satisfies MenuEvent);
          }),
        ];
        return () => stops.forEach((stop) => stop());
      }),
    },
    actions: { logOut: () => env.session().send({ type: 'session.logout' }) },
  });

  return { session: composeSession(env, auth), phoneVerification, login, signUp, protectedPage, menu };
}

/** The name of who is logged in, null for a guest; somebody who is logging out counts as one. */
function nameOf(session: SessionSnapshot): string | null {
  return session.hasTag('signedIn') ? (session.context.user?.name ?? '') : null;
}
