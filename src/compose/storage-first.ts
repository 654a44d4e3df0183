import type { EventObject } from 'xstate';

interface EventReceiver {
  send: (event: never) => void;
}

/**
 * Wraps an actor whose lines another tab may change. Each event is preceded by the stored lines: the browser reports
 * another tab's change late, and an event could overwrite that change.
 */
export function syncStorageFirst<Actor extends EventReceiver>(actor: Actor, read: () => string | null): Actor {
  const send = actor.send as (event: EventObject) => void;
  return Object.assign(actor, {
    send(event: EventObject) {
      send({ type: 'storage.changed', text: read() } as EventObject);
      send(event);
    },
  });
}
