import { Suspense } from 'react';
import type { ReactNode } from 'react';

/** A part of a page that hydrates separately: later, or immediately when it is pressed. */
export function HydrationBoundary({ children }: { readonly children: ReactNode }) {
  return <Suspense>{children}</Suspense>;
}
