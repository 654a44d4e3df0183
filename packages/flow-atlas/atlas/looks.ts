import type { Chart } from './chart.ts';
import { computeLayout } from './layout.ts';
import type { Direction, Layout, Layouter } from './layout.ts';
import { getFoldableStates, createView } from './view.ts';
import type { ViewOptions } from './view.ts';

/** A view of a chart with its layout. */
export interface Look extends LookOptions {
  readonly laid: Layout;
}

export interface LookOptions {
  readonly folded: readonly string[];
  readonly hasJumps: boolean;
  readonly mostItems: number;
  readonly direction: Direction;
}

/** The first view, and the fully unfolded view. */
export interface Looks {
  readonly first: Look;
  readonly full: Look;
}

/** Space for a chart on a screen of 1440 × 900. px. */
const ROOM = { width: 980, height: 660 };
/** At this scale, letters of 12 px are at least 9 px high. */
const SMALLEST = 0.76;
const ALL_ITEMS = 5;

export function viewOptions({ folded, hasJumps, mostItems }: LookOptions): ViewOptions {
  return { folded: new Set(folded), hasJumps, mostItems };
}

/** Returns the scale that fits the available space, at most 1. */
export function getScale({ width, height }: Pick<Layout, 'width' | 'height'>): number {
  return Math.min(1, ROOM.width / width, ROOM.height / height);
}

/** The first view shows the whole flow with readable letters: unfolded as far as the space allows. */
export async function computeLooks(chart: Chart, layouter: Layouter): Promise<Looks> {
  const look = async (options: LookOptions): Promise<Look> => ({
    ...options,
    laid: await computeLayout(createView(chart, viewOptions(options)), layouter, options.direction),
  });
  const better = async (options: Omit<LookOptions, 'direction'>): Promise<Look> => {
    const down = await look({ ...options, direction: 'DOWN' });
    if (getScale(down.laid) === 1) return down;
    const right = await look({ ...options, direction: 'RIGHT' });
    return getScale(right.laid) > getScale(down.laid) ? right : down;
  };
  const fits = ({ laid }: Look) => getScale(laid) >= SMALLEST;

  const plain = await better({ folded: [], hasJumps: false, mostItems: ALL_ITEMS });
  if (fits(plain)) return { first: plain, full: plain };
  const full = await better({ folded: [], hasJumps: true, mostItems: ALL_ITEMS });
  if (fits(full)) return { first: full, full };
  const all = getFoldableStates(chart).map(({ id }) => id);
  if (all.length === 0) return { first: full, full };
  let first = await better({ folded: all, hasJumps: true, mostItems: 3 });
  if (!fits(first)) first = await better({ folded: all, hasJumps: true, mostItems: 1 });
  // Outer states unfold before inner ones.
  for (const id of all) {
    if (!fits(first)) break;
    const isHidden = first.folded.some((other) => other !== id && isAround(chart, other, id));
    if (isHidden) continue;
    const more = await better({ ...first, folded: first.folded.filter((other) => other !== id) });
    if (fits(more)) first = more;
  }
  return { first, full };
}

function isAround({ root }: Chart, outer: string, inner: string): boolean {
  const state = getFoldableStates({ root }).find(({ id }) => id === outer);
  return state !== undefined && getFoldableStates({ root: state }).some(({ id }) => id === inner);
}
