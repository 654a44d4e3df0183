import { connectionMachine } from '../../machines/shell/connection.machine.ts';
import type { ConnectionEvent } from '../../machines/shell/connection.machine.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, stopAll } from '../listen.ts';

/** Machine events by browser event. */
export const NETWORK = { online: { type: 'network.back' }, offline: { type: 'network.lost' } } as const;
export const PAGE = { visible: { type: 'page.visible' }, hidden: { type: 'page.hidden' } } as const;

export function composeConnection(env: ComposeEnv) {
  return connectionMachine.provide({
    actors: {
      watchBrowser: createListener<ConnectionEvent>((send) => {
        const sendNetwork = () => send(NETWORK[env.isOnline() ? 'online' : 'offline']);
        const sendPage = () => send(PAGE[env.isVisible() ? 'visible' : 'hidden']);
        sendNetwork();
        sendPage();
        return stopAll(
          env.on('online', sendNetwork),
          env.on('offline', sendNetwork),
          env.on('visibilitychange', sendPage),
          // A page restored from the back/forward cache has missed all events.
          env.on('pageshow', sendNetwork),
          env.on('pageshow', sendPage),
        );
      }),
    },
  });
}
