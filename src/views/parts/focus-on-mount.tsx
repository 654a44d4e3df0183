import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** Moves the focus to the first field inside when a new step replaces another one on the same page. */
export function FocusOnMount({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return <div ref={box}>{children}</div>;
}
