import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** Takes the focus when it appears, so that a step that replaces another one is read out; give each step its key. */
export function FocusHere({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
