import type { ConnectionEvent } from '../../machines/shell/connection.machine.ts';
import type { ComposeEnv } from '../env.ts';
import { stopAll, watchActor } from '../listen.ts';
import type { Stop } from '../listen.ts';
import { NETWORK, PAGE } from './connection.ts';

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
