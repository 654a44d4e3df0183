import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { List } from './list.tsx';

interface Measured {
  readonly position: number;
  /** The farthest position, px. */
  readonly end: number;
}

interface ScrollStripProps {
  readonly className: string;
  /** Where the strip is to be, px; it goes there whenever that is another one than it told last. */
  readonly position: number;
  /** Names the item that is the current one; it is brought to where it is seen. */
  readonly shown: string | null;
  /** Told of each size, and of each end of a scrolling. */
  readonly onMeasured: (measured: Measured) => void;
  /** Items of a list. */
  readonly children: ReactNode;
}

/** A list in one line that scrolls sideways, by whatever hand. */
export function ScrollStrip({ className, position, shown, onMeasured, children }: ScrollStripProps) {
  const strip = useRef<HTMLUListElement>(null);
  const told = useRef(0);
  const tell = useRef(onMeasured);
  useEffect(() => {
    tell.current = onMeasured;
  });
  useEffect(() => {
    const { current } = strip;
    if (current === null) return undefined;
    const measure = () => {
      // Screens that are zoomed scroll by parts of a pixel.
      told.current = Math.ceil(current.scrollLeft);
      tell.current({ position: told.current, end: current.scrollWidth - current.clientWidth });
    };
    const size = new ResizeObserver(measure);
    size.observe(current);
    // At the end of a smooth way; older browsers tell of the way only.
    const type = 'onscrollend' in current ? 'scrollend' : 'scroll';
    current.addEventListener(type, measure, { passive: true });
    return () => {
      size.disconnect();
      current.removeEventListener(type, measure);
    };
  }, []);
  useEffect(() => {
    if (position !== told.current) strip.current?.scrollTo({ left: position });
  }, [position]);
  useEffect(() => {
    const item = strip.current?.querySelector('[aria-current]');
    if (shown !== null && strip.current && item) reveal(strip.current, item);
  }, [shown]);
  return (
    <List
      ref={strip}
      className={className}
      // Browsers leave an item where it is that is cut or lies under an arrow: to them it is in view (X84).
      onFocus={({ currentTarget, target }) => {
        if (target.matches(':focus-visible')) reveal(currentTarget, target);
      }}
    >
      {children}
    </List>
  );
}

/** Width of what may cover an end of the strip, px: `vars.target`. */
const COVERED = 44;

function reveal(strip: Element, item: Element) {
  const box = item.getBoundingClientRect();
  const { left, right } = strip.getBoundingClientRect();
  strip.scrollLeft += Math.max(0, box.right - right + COVERED) || Math.min(0, box.left - left - COVERED);
}
