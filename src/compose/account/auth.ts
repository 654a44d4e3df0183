import { fromPromise } from 'xstate';
import { googleSignInMachine } from '../../machines/account/google-sign-in.machine.ts';
import type { GoogleSignInEvent } from '../../machines/account/google-sign-in.machine.ts';
import { loginMachine } from '../../machines/account/login.machine.ts';
import type { LoginEvent, SignIn } from '../../machines/account/login.machine.ts';
import { signUpMachine } from '../../machines/account/sign-up.machine.ts';
import type { SignUpEvent } from '../../machines/account/sign-up.machine.ts';
import { forGuest, restoreSignUp } from '../../rules/account/pending-sign-up.ts';
import { announce } from '../../services/announce.ts';
import { watchGoogle } from '../../services/google-identity.ts';
import { lazyService, tabStorage } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, watchPresent } from '../listen.ts';
import { composePhoneVerification, tabCodes } from './phone-verification.ts';

const WAITING = 'signUp';

/** Machines for login, sign-up, the Google button and the phone step. */
export function authMachines(env: ComposeEnv) {
  const auth = lazyService(env, async () => (await import('../../services/auth.service.ts')).createAuthService);

  const phoneVerification = composePhoneVerification(env).provide({
    actors: {
      complete: fromPromise(async ({ input, signal }) => (await auth()).completeRegistration(input, signal)),
    },
  });

  const whenSignedIn = createListener<LoginEvent & SignUpEvent>((send) =>
    watchPresent(
      env.session(),
      (session) => session.hasTag('signedIn'),
      () => send({ type: 'session.authenticated' }),
    ),
  );
  const signIn = (_: unknown, { credentials, load }: SignIn) =>
    env.session().send({ type: 'session.signedIn', ...credentials, load });
  const goTo = (_: unknown, { path }: { path: string }) => env.navigate(path, { replace: true });

  const googleSignIn = googleSignInMachine.provide({
    actors: {
      watchGoogle: createListener<GoogleSignInEvent, { screen: 'login' | 'signUp' }>((send, { screen }) =>
        watchGoogle(screen, {
          onReady: () => send({ type: 'google.ready' }),
          onUnavailable: () => send({ type: 'google.unavailable' }),
          onCredential: (credential) => send({ type: 'google.credential', credential }),
          onError: () => send({ type: 'google.failed' }),
        }),
      ),
      googleLogin: fromPromise(async ({ input, signal }) => (await auth()).googleLogin(input, signal)),
      reservePhone: fromPromise(async ({ input, signal }) => (await auth()).verifyGooglePhone(input, signal)),
      phoneVerification: phoneVerification.provide({
        actors: {
          complete: fromPromise(async ({ input, signal }) => (await auth()).completeGooglePhone(input, signal)),
        },
      }),
    },
    actions: {
      signIn,
      announce: (_, { text }) => announce(text),
      logProblem: (_, { problem: { text, requestId } }) => console.error(text, requestId),
    },
  });

  const login = loginMachine.provide({
    actors: {
      login: fromPromise(async ({ input, signal }) => (await auth()).login(input, signal)),
      phoneVerification,
      googleSignIn,
      watchSession: whenSignedIn,
    },
    actions: { signIn, goTo },
  });

  const signUp = signUpMachine.provide({
    actors: {
      register: fromPromise(async ({ input, signal }) => (await auth()).register(input, signal)),
      phoneVerification,
      googleSignIn,
      watchSession: whenSignedIn,
      findWaiting: createListener<SignUpEvent>((send) => {
        const found = restoreSignUp(tabStorage(env).read(WAITING), tabCodes(env).find, env.now());
        return watchPresent(
          env.session(),
          (session) => forGuest(found, session.hasTag('signedIn')),
          (waiting) => send({ type: 'signUp.found', ...waiting }),
        );
      }),
    },
    actions: {
      signIn,
      goTo,
      keepWaiting: (_, { waiting }) => tabStorage(env).keep(WAITING, { ...waiting, at: env.now() }),
      forgetWaiting: () => tabStorage(env).remove(WAITING),
    },
  });

  return { phoneVerification, googleSignIn, login, signUp };
}
