import { useActorRef } from '@xstate/react';
import type { Actor, ActorOptions, AnyActorLogic } from 'xstate';
import { withWatcher } from '../compose/inspection.ts';

function useWatchedActor(logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>): Actor<AnyActorLogic> {
  return useActorRef(logic, withWatcher(options));
}

/** XState's `useActorRef`, for every actor that a page starts. Inspectable through src/compose/inspection.ts. */
export const useRootActor =
  process.env.NODE_ENV === 'production' ? useActorRef : (useWatchedActor as typeof useActorRef);
