import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';

/** An actor that a step starts. */
interface StartedActor {
  readonly id: string;
  readonly input: unknown;
}

/** Returns the actors that run now and did not before. */
export function findStartedActors(before: AnyMachineSnapshot | null, after: AnyMachineSnapshot): StartedActor[] {
  const actorsIn = (snapshot: AnyMachineSnapshot | null) =>
    (snapshot?.children ?? {}) as Readonly<Record<string, AnyActorRef | undefined>>;
  const were = actorsIn(before);
  return Object.entries(actorsIn(after)).flatMap(([id, actor]) => {
    if (actor === undefined || were[id] === actor) return [];
    const { options } = actor as unknown as { options?: { input?: unknown } };
    return [{ id, input: options?.input }];
  });
}
