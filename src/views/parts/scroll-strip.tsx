import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { assertPresent } from '../../rules/required.ts';
import { List } from './list.tsx';

interface StripMetrics {
  readonly position: number;
  /** The maximum scroll offset in px. */
  readonly end: number;
}

interface ScrollStripProps {
  readonly className: string;
  /** Target scroll offset in px. The strip scrolls when it differs from the last reported offset. */
  readonly position: number;
  /** Name of the current item, which is scrolled into view. */
  readonly shown: string | null;
  /** Called after each resize and at the end of each scroll. */
  readonly onMeasure: (measured: StripMetrics) => void;
  /** List items. */
  readonly children: ReactNode;
}

/** A list in one line that scrolls sideways by any input. */
export function ScrollStrip({ className, position, shown, onMeasure: onMeasured, children }: ScrollStripProps) {
  const strip = useRef<HTMLUListElement>(null);
  const told = useRef(0);
  const tell = useRef(onMeasured);
  useEffect(() => {
    tell.current = onMeasured;
  });
  useEffect(() => {
    const current = assertPresent(strip.current);
    const measure = () => {
      // Zoomed screens scroll by fractions of a pixel.
      told.current = Math.ceil(current.scrollLeft);
      tell.current({ position: told.current, end: current.scrollWidth - current.clientWidth });
    };
    const size = new ResizeObserver(measure);
    size.observe(current);
    // At the end of a smooth scroll. Older browsers only report the scroll itself.
    const type = 'onscrollend' in current ? 'scrollend' : 'scroll';
    current.addEventListener(type, measure, { passive: true });
    return () => {
      size.disconnect();
      current.removeEventListener(type, measure);
    };
  }, []);
  useEffect(() => {
    if (position !== told.current) assertPresent(strip.current).scrollTo({ left: position });
  }, [position]);
  useEffect(() => {
    const current = assertPresent(strip.current);
    const item = current.querySelector('[aria-current]');
    if (shown !== null && item !== null) reveal(current, item);
  }, [shown]);
  return (
    <List
      ref={strip}
      className={className}
      // Browsers do not scroll to an item that is clipped or under an arrow, because they consider it visible (X84).
      onFocus={({ currentTarget, target }) => {
        if (target.matches(':focus-visible')) reveal(currentTarget, target);
      }}
    >
      {children}
    </List>
  );
}

/** Width of what may cover an end of the strip, in px: `vars.target`. */
const ARROW_WIDTH_PX = 44;

function reveal(strip: Element, item: Element) {
  const box = item.getBoundingClientRect();
  const { left, right } = strip.getBoundingClientRect();
  strip.scrollLeft += Math.max(0, box.right - right + ARROW_WIDTH_PX) || Math.min(0, box.left - left - ARROW_WIDTH_PX);
}
