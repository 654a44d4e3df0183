import { fromPromise } from 'xstate';
import { changePasswordMachine } from '../../machines/account/change-password.machine.ts';
import type { ChangePasswordEvent } from '../../machines/account/change-password.machine.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener } from '../listen.ts';
import { watchSessionEnd } from './watch-session.ts';

export function changePasswordMachines(env: ComposeEnv) {
  const profile = lazyService(
    env,
    async () => (await import('../../services/profile.service.ts')).createProfileService,
  );
  const changePassword = changePasswordMachine.provide({
    actors: {
      changePassword: fromPromise(async ({ input, signal }) => (await profile()).changePassword(input, signal)),
      watchSession: createListener<ChangePasswordEvent>((send) =>
        watchSessionEnd(env, () => send({ type: 'session.ended' })),
      ),
    },
  });
  return { changePassword };
}
