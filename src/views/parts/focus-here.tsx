import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** Takes the focus when it appears, so that screen readers read the new step. Give each step its own key. */
export function FocusHere({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
