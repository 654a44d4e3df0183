import { getFoldableStates } from '../view.ts';
import type { Point } from './canvas.ts';
import type { ChartView } from './chart-view.ts';

/** At this scale, the folded states in sight open; those inside them at its square, and so on. */
const NEAR = 1.25;
/** A state that was opened by zooming folds again below this part of its limit. */
const FAR = 0.85;

/**
 * Parents first, details as the user comes nearer (TST-O1). Folds again only what it has opened, so that zooming never
 * undoes what the user has unfolded.
 */
export function mountSemanticZoom(view: ChartView): void {
  const all = getFoldableStates(view.data.chart);
  const limits = new Map(all.map(({ id, name }) => [id, NEAR ** name.split('.').length]));
  const opened = new Set<string>();
  let isBusy = false;
  const adjust = async (at: Point): Promise<void> => {
    if (isBusy) return;
    const { scale } = view.canvas;
    const limit = (id: string) => limits.get(id) ?? NEAR;
    const near = view.folded.filter((id) => scale >= limit(id) && isInSight(view, id));
    const far = [...opened].filter((id) => scale < limit(id) * FAR && !view.folded.includes(id));
    const anchor = findNearest(view, [...near, ...far], at);
    if (anchor === null) return;
    isBusy = true;
    try {
      await view.foldAround([...view.folded.filter((id) => !near.includes(id)), ...far], anchor);
    } finally {
      isBusy = false;
    }
    for (const id of near) opened.add(id);
    for (const id of far) opened.delete(id);
    // The user may have zoomed meanwhile.
    await adjust(at);
  };
  view.canvas.onZoom((at) => void adjust(at));
}

/** Returns whether a state has its own box in the frame. */
function isInSight(view: ChartView, id: string): boolean {
  const box = view.getBox(id);
  if (box?.id !== id) return false;
  const { x, y, width, height } = view.canvas.visible;
  return box.x < x + width && box.x + box.width > x && box.y < y + height && box.y + box.height > y;
}

/** Returns the state whose box is nearest to a place in the frame. */
function findNearest(view: ChartView, ids: readonly string[], at: Point): string | null {
  const distance = (id: string) => {
    const box = view.getBox(id);
    if (box === null) return Number.POSITIVE_INFINITY;
    const { x, y } = view.canvas.toFramePosition(box.x + box.width / 2, box.y + box.height / 2);
    return Math.hypot(x - at.x, y - at.y);
  };
  const [nearest = null] = [...ids].sort((a, b) => distance(a) - distance(b));
  return nearest;
}
