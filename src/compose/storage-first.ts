import type { EventObject } from 'xstate';

interface Told {
  send: (event: never) => void;
}

/**
 * An actor whose lines another tab may change. Whatever is sent to it comes after what is stored now: the browser tells
 * of another tab's change later than that tab makes it, and it would be overwritten.
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
