import type { EventObject } from 'xstate';

interface Told {
  send: (event: never) => void;
}

/**
 * Wraps an actor whose lines another tab may change. Each event is preceded by the stored lines: the browser reports
 * another tab's change late, and an event could overwrite that change.
 */
export function storageFirst<Actor extends Told>(actor: Actor, read: () => string | null): Actor {
  const send = actor.send as (event: EventObject) => void;
  return Object.assign(actor, {
    send(event: EventObject) {
      send({ type: 'storage.changed', text: read() } as EventObject);
      send(event);
    },
  });
}
