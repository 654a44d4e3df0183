import type { Point } from './canvas.ts';
import type { ChartView } from './chart-view.ts';

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Moves the focus between the states of a chart (TST-O4). */
export interface StateKeys {
  /** Focuses a state, or the last one, and moves the chart when it is out of view. */
  readonly focus: (state: string | null) => void;
}

/**
 * The chart is one stop of the Tab key: one state, then its own controls (its fold button, its lines). The arrow keys
 * move to the next state in their direction.
 */
export function mountStateKeys(view: ChartView): StateKeys {
  const { frame } = view;
  const { root } = view.data.chart;
  let current = root.startsIn ?? root.children[0]?.id ?? root.id;
  /** The focused element before the chart was redrawn. */
  let had: 'head' | 'fold' | null = null;
  const findHead = (state: string) =>
    frame.querySelector<SVGGElement>(`[data-state="${CSS.escape(view.standInFor(state))}"] > .head`);
  const setCurrent = (state: string) => {
    current = state;
    const head = findHead(state) ?? frame.querySelector('.head');
    const owner = head?.closest('[data-state]')?.getAttribute('data-state') ?? '';
    for (const stop of frame.querySelectorAll('[tabindex="0"]')) stop.setAttribute('tabindex', '-1');
    for (const stop of [head, ...frame.querySelectorAll(`[data-of="${CSS.escape(owner)}"]`)])
      stop?.setAttribute('tabindex', '0');
  };
  const focus = (state: string | null) => {
    setCurrent(state ?? current);
    findHead(current)?.focus();
    view.reveal(current);
  };
  frame.addEventListener('focusin', ({ target }) => {
    const part = (target as Element).closest('[data-of], [data-state]');
    had = part === null ? null : part.classList.contains('fold') ? 'fold' : 'head';
    const state = part?.getAttribute('data-of') ?? part?.getAttribute('data-state') ?? null;
    if (state !== null && state !== view.standInFor(current)) setCurrent(state);
  });
  frame.addEventListener('focusout', ({ relatedTarget }) => {
    // A removed element has lost the focus to nothing.
    if (relatedTarget !== null) had = null;
  });
  frame.addEventListener('keydown', (event) => {
    const way = WAYS[event.key];
    if (way === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = document.activeElement === frame ? current : findNext(frame, findHead(current), way);
    if (next !== null) focus(next);
  });
  view.onDraw(() => {
    setCurrent(current);
    if (had === null || (document.activeElement !== document.body && document.activeElement !== null)) return;
    const fold = frame.querySelector<SVGGElement>(`[data-fold="${CSS.escape(current)}"]`);
    (had === 'fold' ? (fold ?? findHead(current)) : findHead(current))?.focus({ preventScroll: true });
  });
  view.onSelect((chosen) => {
    const place = chosen === null ? null : view.getPlace(chosen);
    if (place !== null) setCurrent(place);
  });
  setCurrent(current);
  return { focus };
}

/** Returns the nearest state in a direction. */
function findNext(frame: HTMLElement, from: SVGGElement | null, way: Point): string | null {
  if (from === null) return null;
  const start = getMiddle(from);
  const found = [...frame.querySelectorAll<SVGGElement>('.head')].flatMap((head) => {
    const state = head.closest('[data-state]')?.getAttribute('data-state') ?? null;
    if (head === from || state === null) return [];
    const { x, y } = getMiddle(head);
    const along = (x - start.x) * way.x + (y - start.y) * way.y;
    const aside = Math.abs((x - start.x) * way.y) + Math.abs((y - start.y) * way.x);
    // Within 60 degrees of the arrow.
    return along > 1 && aside < 1.8 * along + 1 ? [{ state, distance: along + 2 * aside }] : [];
  });
  return found.sort((a, b) => a.distance - b.distance)[0]?.state ?? null;
}

/** Returns the middle of a box, of an open one that of its title. */
function getMiddle(head: SVGGElement): Point {
  const open = head.closest('.open') === null ? null : head.querySelector<SVGTextElement>('.name');
  const { x, y, width, height } = (open ?? head).getBBox();
  return { x: x + width / 2, y: y + height / 2 };
}
