import { fromPromise } from 'xstate';
import { addressBookMachine } from '../../machines/account/address-book.machine.ts';
import type { AddressBookEvent } from '../../machines/account/address-book.setup.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, stopAll, watchPresent } from '../listen.ts';
import { watchSessionEnd } from './watch-session.ts';

export function addressBookMachines(env: ComposeEnv) {
  const service = lazyService(
    env,
    async () => (await import('../../services/addresses.service.ts')).createAddressesService,
  );
  const addressBook = addressBookMachine.provide({
    actors: {
      watchSession: createListener<AddressBookEvent>((send) =>
        stopAll(
          watchSessionEnd(env, () => send({ type: 'session.ended' })),
          watchPresent(
            env.session(),
            ({ context }) => context.user,
            (user) => send({ type: 'user.changed', user }),
          ),
        ),
      ),
      createAddress: fromPromise(async ({ input, signal }) => (await service()).create(input, signal)),
      updateAddress: fromPromise(async ({ input, signal }) => (await service()).update(input, signal)),
      deleteAddress: fromPromise(async ({ input, signal }) => (await service()).remove(input, signal)),
      setDefaultAddress: fromPromise(async ({ input: { id }, signal }) => (await service()).makeDefault(id, signal)),
    },
    actions: {
      updateUser: (_, { user }) => env.session().send({ type: 'user.update', user }),
    },
  });
  return { addressBook };
}
