import { createActor } from 'xstate';
import type { Actor, ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate';

/**
 * The one place where actors can be watched, with those that they start. Nothing watches but what `npm run dev` puts
 * before the app (scripts/dev/live.ts); a build has nothing of it (decision 0043).
 */

/** Told of everything that an actor does; must not throw. */
export type Watcher = (inspected: InspectionEvent) => void;

let watcher: Watcher | undefined;

/** Has every actor watched that is created from now on. */
export function watchActors(watch: Watcher): void {
  watcher = watch;
}

/** The options of a root actor, with the watcher where there is one. */
export function watched<Options extends object>(options?: Options) {
  return { ...options, ...(watcher && { inspect: watcher }) };
}

function createWatchedActor(logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>): Actor<AnyActorLogic> {
  return createActor(logic, watched(options));
}

/** XState's `createActor`, for every actor that no other one starts. */
export const createRootActor =
  process.env.NODE_ENV === 'production' ? createActor : (createWatchedActor as typeof createActor);
