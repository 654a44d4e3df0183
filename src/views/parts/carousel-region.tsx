import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

interface CarouselRegionProps {
  readonly label: string;
  readonly className: string;
  /** Called when a pointer that can hover enters or leaves. */
  readonly onPoint: (isIn: boolean) => void;
  /** Called when keyboard focus enters or leaves. */
  readonly onFocus: (isIn: boolean) => void;
  readonly children: ReactNode;
}

/**
 * A carousel that reports when the shopper uses it. Only keyboard focus counts: after a press with the pointer the
 * focus stays, which does not mean that the shopper is still reading. Touch does not hover.
 */
export function CarouselRegion({ label, className, onPoint, onFocus, children }: CarouselRegionProps) {
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
