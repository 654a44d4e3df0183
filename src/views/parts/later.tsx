import { useDeferredValue, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

/** Painted after what is around it: what is large would hold a press back on a slow phone. */
export function Later({ children }: { readonly children: ReactNode }) {
  // Static markup has no second turn.
  const isStatic = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
  return useDeferredValue(true, isStatic) && children;
}

interface ShownLaterProps {
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** Comes and goes after what changes with it is painted: to take away what is large is work as well. */
export function ShownLater({ isShown, children }: ShownLaterProps) {
  return useDeferredValue(isShown) && children;
}
