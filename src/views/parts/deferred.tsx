import { useDeferredValue, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

/** Painted after its surroundings: large content would delay the response to a press on a slow phone. */
export function Deferred({ children }: { readonly children: ReactNode }) {
  // Static markup has no second render.
  const isStatic = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
  return useDeferredValue(true, isStatic) && children;
}

interface DeferredVisibilityProps {
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** Appears and disappears after the surrounding changes are painted, because removing large content takes time too. */
export function DeferredVisibility({ isShown, children }: DeferredVisibilityProps) {
  return useDeferredValue(isShown) && children;
}
