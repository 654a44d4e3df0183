import { Suspense } from 'react';
import type { ReactNode } from 'react';

/** A part of a page that wakes up apart from the rest: later, or at once where it is pressed. */
export function HydrationBoundary({ children }: { readonly children: ReactNode }) {
  return <Suspense>{children}</Suspense>;
}
