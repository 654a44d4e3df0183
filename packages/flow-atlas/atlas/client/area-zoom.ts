import type { Point } from './canvas.ts';
import type { ChartView } from './chart-view.ts';

/** Smaller drags are presses. px. */
const LEAST = 12;

/** Zooms to the area that the user selects by dragging with the Shift key. */
export function mountAreaZoom({ frame, canvas }: ChartView): void {
  const mark = document.createElement('div');
  mark.className = 'area';
  mark.hidden = true;
  frame.append(mark);
  let from: Point | null = null;
  const getArea = (event: PointerEvent, start: Point) => {
    const end = canvas.toDrawing(event.clientX, event.clientY);
    return {
      x: Math.min(start.x, end.x),
      y: Math.min(start.y, end.y),
      width: Math.abs(end.x - start.x),
      height: Math.abs(end.y - start.y),
    };
  };
  const stop = () => {
    from = null;
    mark.hidden = true;
  };
  frame.addEventListener('pointerdown', (event) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    frame.setPointerCapture(event.pointerId);
    from = canvas.toDrawing(event.clientX, event.clientY);
  });
  frame.addEventListener('pointermove', (event) => {
    if (from === null) return;
    const { x, y, width, height } = getArea(event, from);
    const { x: left, y: top } = canvas.toFramePosition(x, y);
    mark.hidden = false;
    Object.assign(mark.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width * canvas.scale}px`,
      height: `${height * canvas.scale}px`,
    });
  });
  frame.addEventListener('pointerup', (event) => {
    if (from === null) return;
    const area = getArea(event, from);
    stop();
    if (Math.max(area.width, area.height) * canvas.scale >= LEAST) canvas.showArea(area);
  });
  frame.addEventListener('pointercancel', stop);
}
