import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

interface HoldProps {
  readonly label: string;
  readonly className: string;
  /** A pointer that can hover came, or left. */
  readonly onPoint: (isIn: boolean) => void;
  /** The focus came by the keyboard, or left. */
  readonly onFocus: (isIn: boolean) => void;
  readonly children: ReactNode;
}

/**
 * A carousel that says when somebody is at it. A press with the pointer leaves the focus where it was pressed, which is
 * no sign of reading on: only the keyboard's counts. A finger does not hover.
 */
export function Hold({ label, className, onPoint, onFocus, children }: HoldProps) {
  const area = useRef<HTMLElement>(null);
  useEffect(() => {
    const section = area.current;
    const listening = new AbortController();
    const { signal } = listening;
    const point = ({ type, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') onPoint(type === 'pointerenter');
    };
    const isFromOutside = ({ relatedTarget }: FocusEvent) => !section?.contains(relatedTarget as Node | null);
    section?.addEventListener('pointerenter', point, { signal });
    section?.addEventListener('pointerleave', point, { signal });
    section?.addEventListener(
      'focusin',
      (event) => {
        if (isFromOutside(event) && (event.target as Element).matches(':focus-visible')) onFocus(true);
      },
      { signal },
    );
    section?.addEventListener(
      'focusout',
      (event) => {
        if (isFromOutside(event)) onFocus(false);
      },
      { signal },
    );
    return () => listening.abort();
  }, [onPoint, onFocus]);
  return (
    <section ref={area} aria-roledescription="carousel" aria-label={label} className={className}>
      {children}
    </section>
  );
}
