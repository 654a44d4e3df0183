import { readLook } from './look.ts';

/** Frames around places of a page, for its picture. */

/** Formats a call of a function that runs in the page. A compiler may wrap inner functions in `__name`. */
export function createCall(work: (...given: never[]) => unknown, ...given: readonly unknown[]): string {
  return `(() => { const __name = (made) => made; const readLook = ${String(readLook)}; return (${String(work)})(${given
    .map((one) => JSON.stringify(one))
    .join(', ')}); })()`;
}

/** Whether the places were found, and where. */
export type Marked = 'inside' | 'outside' | 'nowhere';

/**
 * Draws a frame around each place, above dialogs too. Runs in the page. The place of a failure is scrolled into view,
 * because nothing follows it; other steps must not scroll.
 */
export function markPlaces(places: readonly string[], isFailure: boolean): Marked {
  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  const wanted = new Set(places);
  const found: Element[] = [];
  readLook(document.documentElement, (piece, element) => {
    if (wanted.has(piece)) found.push(element);
  });
  if (found.length === 0) return 'nowhere';
  const getBox = (element: Element): Box => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const isText = text.width > 0 && !element.matches('button, a, input, select, textarea, summary');
    const { left, top, right, bottom } = isText ? text : element.getBoundingClientRect();
    return { left: left - 6, top: top - 6, right: right + 6, bottom: bottom + 6 };
  };
  const isInside = ({ left, top, right, bottom }: Box) =>
    right > 6 && bottom > 6 && left < innerWidth - 6 && top < innerHeight - 6;
  if (isFailure && !found.some((element) => isInside(getBox(element))))
    found[0]?.scrollIntoView({ block: 'center', behavior: 'instant' });
  let boxes = found.map(getBox).filter(isInside);
  if (boxes.length === 0) return 'outside';
  const gap = 12;
  const isNear = (one: Box, other: Box) =>
    one.left - gap <= other.right &&
    other.left - gap <= one.right &&
    one.top - gap <= other.bottom &&
    other.top - gap <= one.bottom;
  const join = (one: Box, other: Box): Box => ({
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  });
  for (let count = 0; count !== boxes.length;) {
    count = boxes.length;
    const joined: Box[] = [];
    for (const box of boxes) {
      const at = joined.findIndex((one) => isNear(one, box));
      const other = joined[at];
      if (other === undefined) joined.push(box);
      else joined[at] = join(other, box);
    }
    boxes = joined;
  }
  // So many places are another page: frames would only hide it.
  if (boxes.length > 8) return 'nowhere';
  const layer = document.createElement('div');
  layer.dataset['marks'] = '';
  layer.setAttribute('aria-hidden', 'true');
  layer.setAttribute('popover', 'manual');
  layer.style.cssText =
    'position:fixed;inset:0;width:100vw;height:100vh;max-width:none;max-height:none;margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:none;z-index:2147483647';
  for (const { left, top, right, bottom } of boxes) {
    const mark = document.createElement('div');
    // A frame at the edge of the window stays visible.
    const [x, y] = [Math.max(2, left), Math.max(2, top)];
    const [width, height] = [Math.min(innerWidth - 2, right) - x, Math.min(innerHeight - 2, bottom) - y];
    mark.style.cssText = `position:absolute;box-sizing:border-box;left:${x}px;top:${y}px;width:${width}px;height:${height}px;border:3px solid ${isFailure ? '#dc2626' : '#1d4ed8'};border-radius:6px;box-shadow:0 0 0 2px #fff,inset 0 0 0 1px #fff`;
    layer.append(mark);
  }
  document.documentElement.append(layer);
  layer.showPopover();
  return 'inside';
}

/** Runs in the page. */
export function removeMarks(): void {
  document.querySelector('[data-marks]')?.remove();
}
