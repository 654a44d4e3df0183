import { useCallback, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import type { PureProps } from '../views/view.ts';

interface Running<Snapshot, Event> {
  getSnapshot(): Snapshot;
  subscribe(observer: () => void): { unsubscribe(): void };
  send(event: Event): void;
}

/**
 * Subscribes to an actor. `first` is the snapshot that the server rendered: a long-lived actor may have moved on before
 * a part of the tree hydrates.
 */
export function useSnapshot<Snapshot>(actor: Running<Snapshot, never>, first?: Snapshot): Snapshot {
  return useSyncExternalStore(
    useSubscribe(actor),
    () => actor.getSnapshot(),
    () => first ?? actor.getSnapshot(),
  );
}

/**
 * Returns `select(snapshot)`: a value that compares by `===`, or a list that the snapshot holds. Renders again only
 * when it changes.
 */
export function useSelected<Snapshot, Value extends string | number | boolean | readonly object[] | null>(
  actor: Running<Snapshot, never>,
  first: Snapshot,
  select: (snapshot: Snapshot) => Value,
): Value {
  return useSyncExternalStore(
    useSubscribe(actor),
    () => select(actor.getSnapshot()),
    () => select(first),
  );
}

/** Returns the same function at each render: React would subscribe again with another one. */
function useSubscribe(actor: Pick<Running<unknown, never>, 'subscribe'>) {
  return useCallback(
    (notify: () => void) => {
      const subscription = actor.subscribe(notify);
      return () => subscription.unsubscribe();
    },
    [actor],
  );
}

type SnapshotFromProps<Props> = Props extends { readonly snapshot: infer Snapshot } ? Snapshot : never;
type EventFromProps<Props> = Props extends { readonly send: (event: infer Event) => void } ? Event : never;
type PartProps<Props> = Omit<Props, keyof PureProps<unknown, never>>;

/** The only connection between XState and React: a pure view of a running actor, with its parts as named props. */
export function connect<Props extends PureProps<unknown, never>>(View: ComponentType<Props>) {
  return function Connected({
    actor,
    ...parts
  }: { readonly actor: Running<SnapshotFromProps<Props>, EventFromProps<Props>> } & PartProps<Props>) {
    const snapshot = useSnapshot(actor);
    const props = { ...parts, snapshot, send: actor.send } as unknown as Props;
    return <View {...props} />;
  };
}
