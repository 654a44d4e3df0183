import { fromPromise } from 'xstate';
import { profileMachine } from '../../machines/account/profile.machine.ts';
import type { ProfileEvent } from '../../machines/account/profile.machine.ts';
import { paths } from '../../rules/paths.ts';
import { getSignedInUser } from '../../rules/account/session.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, stopAll, watchPresent } from '../listen.ts';
import { watchSessionEnd } from './watch-session.ts';

export function profileMachines(env: ComposeEnv) {
  const service = lazyService(env, async () => (await import('../../services/auth.service.ts')).createAuthService);
  const profile = profileMachine.provide({
    actors: {
      watchSession: createListener<ProfileEvent>((send) =>
        stopAll(
          watchSessionEnd(env, () => send({ type: 'session.ended' })),
          watchPresent(env.session(), getSignedInUser, (user) => send({ type: 'user.changed', user })),
        ),
      ),
      loadProfile: fromPromise(async ({ signal }) => (await service()).profile(signal)),
      logout: fromPromise(
        ({ signal }) =>
          new Promise<void>((resolve) => {
            const stop = watchPresent(
              env.session(),
              (session) => session.hasTag('signedOut'),
              () => resolve(),
            );
            signal.addEventListener('abort', stop);
            env.session().send({ type: 'session.logout' });
          }),
      ),
    },
    actions: {
      replaceUser: (_, { user }) => env.session().send({ type: 'user.update', user }),
      replaceAddress: (_, { section }) => env.navigate(paths.profile(section), { replace: true }),
      endSession: () =>
        env.session().send({
          type: 'request.unauthorized',
          access: 'customer',
          path: paths.profile('account'),
          token: env.session().getSnapshot().context.token,
        }),
    },
  });
  return { profile };
}
