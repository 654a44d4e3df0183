import { connectionMachine } from '../../machines/shell/connection.machine.ts';
import type { ConnectionEvent } from '../../machines/shell/connection.machine.ts';
import type { ComposeEnv } from '../env.ts';
import { listener, stopAll, watchActor } from '../listen.ts';
import type { Stop } from '../listen.ts';

/** What the browser says, by what it says it with. */
const NETWORK = { online: { type: 'network.back' }, offline: { type: 'network.lost' } } as const;
const PAGE = { visible: { type: 'page.visible' }, hidden: { type: 'page.hidden' } } as const;

/** The connection with its slot filled. */
export function composeConnection(env: ComposeEnv) {
  return connectionMachine.provide({
    actors: {
      watchBrowser: listener<ConnectionEvent>((send) => {
        const sendNetwork = () => send(NETWORK[env.isOnline() ? 'online' : 'offline']);
        const sendPage = () => send(PAGE[env.isVisible() ? 'visible' : 'hidden']);
        sendNetwork();
        sendPage();
        return stopAll(
          env.on('online', sendNetwork),
          env.on('offline', sendNetwork),
          env.on('visibilitychange', sendPage),
          // A page that the browser kept in its memory has heard of nothing.
          env.on('pageshow', sendNetwork),
          env.on('pageshow', sendPage),
        );
      }),
    },
  });
}

/** Hands on whether anybody looks at the page, at once where nobody does. */
export function watchSeen(
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

/** Hands on what becomes of network and page, at once where they are not as a page begins: seen, with a network. */
export function watchConnection(env: Pick<ComposeEnv, 'connection'>, send: (event: ConnectionEvent) => void): Stop {
  return stopAll(
    watchSeen(env, send),
    watchActor(
      env.connection(),
      ({ value }) => value.network,
      (network) => send(NETWORK[network]),
      'online',
    ),
  );
}
