import { connectionMachine } from '../../machines/shell/connection.machine.ts';
import type { ConnectionEvent } from '../../machines/shell/connection.machine.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, stopAll, watchActor } from '../listen.ts';
import type { Stop } from '../listen.ts';

/** Machine events by browser event. */
const NETWORK = { online: { type: 'network.back' }, offline: { type: 'network.lost' } } as const;
const PAGE = { visible: { type: 'page.visible' }, hidden: { type: 'page.hidden' } } as const;

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

/** Sends page visibility changes, and sends the hidden state immediately if the page is hidden. */
export function watchVisibility(
  { connection }: Pick<ComposeEnv, 'connection'>,
  send: (event: (typeof PAGE)[keyof typeof PAGE]) => void,
): Stop {
  return watchActor(
    connection(),
    ({ value }) => value.page,
    (page) => send(PAGE[page]),
    'visible',
  );
}

/** Sends network and visibility changes, and immediately any difference from the initial state: visible and online. */
export function watchConnection(env: Pick<ComposeEnv, 'connection'>, send: (event: ConnectionEvent) => void): Stop {
  return stopAll(
    watchVisibility(env, send),
    watchActor(
      env.connection(),
      ({ value }) => value.network,
      (network) => send(NETWORK[network]),
      'online',
    ),
  );
}
