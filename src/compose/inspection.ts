import { createActor } from 'xstate';
import type { Actor, ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate';

/**
 * The only place where actors and their children can be inspected. Only `npm run dev` registers a watcher before the
 * app starts (scripts/dev/live.ts); builds contain none of it (decision 0043).
 */

/** Receives everything that an actor does. Must not throw. */
export type Watcher = (inspected: InspectionEvent) => void;

let watcher: Watcher | undefined;

/** Reports every actor created from now on to `watch`. */
export function watchActors(watch: Watcher): void {
  watcher = watch;
}

/** Adds the watcher to the options of a root actor, if one is registered. */
export function withWatcher<Options extends object>(options?: Options) {
  return { ...options, ...(watcher && { inspect: watcher }) };
}

function createWatchedActor(logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>): Actor<AnyActorLogic> {
  return createActor(logic, withWatcher(options));
}

/** XState's `createActor`, for every actor without a parent. */
export const createRootActor =
  process.env.NODE_ENV === 'production' ? createActor : (createWatchedActor as typeof createActor);
