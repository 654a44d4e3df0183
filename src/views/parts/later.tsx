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
