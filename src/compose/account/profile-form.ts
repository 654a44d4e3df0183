import { fromPromise } from 'xstate';
import { profileFormMachine } from '../../machines/account/profile-form.machine.ts';
import type { Completion } from '../../machines/account/phone-verification.types.ts';
import type { ProfileFormEvent } from '../../machines/account/profile-form.machine.ts';
import type { Credentials } from '../../machines/account/session.machine.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, stopAll, watchPresent } from '../listen.ts';
import { composePhoneVerification } from './phone-verification.ts';
import { watchSessionEnd } from './watch-session.ts';

/** Machines of the account tab's form. The phone step only proves the phone; the form confirms the change itself. */
export function profileFormMachines(env: ComposeEnv) {
  const profile = lazyService(
    env,
    async () => (await import('../../services/profile.service.ts')).createProfileService,
  );
  const profileForm = profileFormMachine.provide({
    actors: {
      watchSession: createListener<ProfileFormEvent>((send) =>
        stopAll(
          watchSessionEnd(env, () => send({ type: 'session.ended' })),
          watchPresent(
            env.session(),
            ({ context }) => context.user,
            (user) => send({ type: 'user.changed', user }),
          ),
        ),
      ),
      saveProfile: fromPromise(async ({ input, signal }) => (await profile()).save(input, signal)),
      phoneVerification: composePhoneVerification(env).provide({
        actors: { complete: fromPromise<Credentials | null, Completion>(async () => null) },
      }),
      confirmPhone: fromPromise(async ({ input, signal }) => (await profile()).confirmPhone(input, signal)),
    },
    actions: {
      updateUser: (_, { user }) => env.session().send({ type: 'user.update', user }),
    },
  });
  return { profileForm };
}
