import { fromPromise } from 'xstate';
import { contactMachine } from '../../machines/shell/contact.machine.ts';
import type { ContactEvent } from '../../machines/shell/contact.machine.ts';
import { getSignedInUser } from '../../rules/account/session.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, watchPresent } from '../listen.ts';

export function contactMachines(env: ComposeEnv) {
  const service = lazyService(
    env,
    async () => (await import('../../services/contact.service.ts')).createContactService,
  );
  const contact = contactMachine.provide({
    actors: {
      watchShopper: createListener<ContactEvent>((send) =>
        watchPresent(env.session(), getSignedInUser, ({ name, email }) => send({ type: 'shopper.known', name, email })),
      ),
      sendMessage: fromPromise(async ({ input, signal }) => (await service()).send(input, signal)),
    },
  });
  return { contact };
}
