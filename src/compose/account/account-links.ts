import { fromPromise } from 'xstate';
import { emailConfirmationMachine } from '../../machines/account/email-confirmation.machine.ts';
import type { EmailConfirmationEvent } from '../../machines/account/email-confirmation.machine.ts';
import { forgotPasswordMachine } from '../../machines/account/forgot-password.machine.ts';
import type { ForgotPasswordEvent } from '../../machines/account/forgot-password.machine.ts';
import { resetPasswordMachine } from '../../machines/account/reset-password.machine.ts';
import { paths } from '../../rules/paths.ts';
import { onEverySecond } from '../../services/clock.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, watchActor } from '../listen.ts';

/** Machines for pages opened by links in mails: password reset and e-mail confirmation. */
export function accountLinkMachines(env: ComposeEnv) {
  const auth = lazyService(env, async () => (await import('../../services/auth.service.ts')).createAuthService);
  const profile = lazyService(
    env,
    async () => (await import('../../services/profile.service.ts')).createProfileService,
  );

  const forgotPassword = forgotPasswordMachine.provide({
    actors: {
      requestLink: fromPromise(async ({ input, signal }) => {
        await (await auth()).forgotPassword(input, signal);
        return { sentAt: env.now() };
      }),
      clock: createListener<ForgotPasswordEvent>((send) =>
        onEverySecond(env, (now) => send({ type: 'clock.tick', now })),
      ),
    },
    actions: {
      logNotSent: () => console.info('Forgot password: nothing was sent, the e-mail is not valid'),
    },
  });

  const resetPassword = resetPasswordMachine.provide({
    actors: { resetPassword: fromPromise(async ({ input, signal }) => (await auth()).resetPassword(input, signal)) },
    actions: {
      stripAddress: () => env.navigate(paths.resetPassword, { replace: true }),
      signIn: (_, credentials) => env.session().send({ type: 'session.signedIn', ...credentials, load: false }),
      goTo: (_, { path, replace }) => env.navigate(path, { replace }),
    },
  });

  const emailConfirmation = emailConfirmationMachine.provide({
    actors: {
      confirmEmail: fromPromise(async ({ input, signal }) => (await profile()).confirmEmail(input, signal)),
      watchSession: createListener<EmailConfirmationEvent>((send) =>
        watchActor(
          env.session(),
          (session) => session.hasTag('signedIn'),
          (isSignedIn) => send({ type: 'session.changed', isSignedIn }),
        ),
      ),
    },
    actions: {
      stripAddress: () => env.navigate(paths.confirmEmail, { replace: true }),
      reloadProfile: () => env.session().send({ type: 'profile.load' }),
    },
  });

  return { forgotPassword, resetPassword, emailConfirmation };
}
