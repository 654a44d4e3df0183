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
  readonly direction: Direction;
}

/** The first view, and the fully unfolded view. */
export interface Looks {
  readonly first: Look;
  readonly full: Look;
}

/**
 * Space for a chart in its own size on a screen of 1280 × 800: the whole width, and one and a half times the height. px.
 */
const ROOM = { width: 944, height: 940 };
const LARGE_ROOM = { width: 1_400, height: 1_400 };
/** A drawing of this size leaves most of the screen empty. px². */
const LITTLE = 200_000;
const MUCH = 2 * ROOM.width * ROOM.height;

export function viewOptions({ folded, hasJumps }: LookOptions): ViewOptions {
  return { folded: new Set(folded), hasJumps };
}

/** Returns the scale at which a drawing fits the space for a chart, at most 1. */
export function getScale({ width, height }: Pick<Layout, 'width' | 'height'>, room = ROOM): number {
  return Math.min(1, room.width / width, room.height / height);
}

/** The first view shows the whole flow in its own size (TST-O1): parents first, unfolded as far as the space allows. */
export async function computeLooks(chart: Chart, layouter: Layouter): Promise<Looks> {
  const look = async (options: LookOptions): Promise<Look> => ({
    ...options,
    laid: await computeLayout(createView(chart, viewOptions(options)), layouter, options.direction),
  });
  const better = async (options: Omit<LookOptions, 'direction'>): Promise<Look> => {
    const down = await look({ ...options, direction: 'DOWN' });
    // In the other direction, it covers about the same area.
    if (getScale(down.laid) === 1 || down.laid.width * down.laid.height > MUCH) return down;
    const right = await look({ ...options, direction: 'RIGHT' });
    return getScale(right.laid) > getScale(down.laid) ? right : down;
  };
  const fits = ({ laid }: Look, room = ROOM) => getScale(laid, room) === 1;

  const plain = await better({ folded: [], hasJumps: false });
  if (fits(plain)) return { first: plain, full: plain };
  const full = await better({ folded: [], hasJumps: true });
  if (fits(full)) return { first: full, full };
  const all = getFoldableStates(chart).map(({ id }) => id);
  if (all.length === 0) return { first: full, full };
  let first = await better({ folded: all, hasJumps: true });
  // A few closed boxes say little, so they unfold beyond the screen; the overview shows the rest.
  for (const room of [ROOM, LARGE_ROOM]) {
    if (room === LARGE_ROOM && first.laid.width * first.laid.height > LITTLE) break;
    // Outer states unfold before inner ones.
    for (const id of all) {
      if (!fits(first, room)) break;
      const isHidden = first.folded.some((other) => other !== id && isAround(chart, other, id));
      if (isHidden || !first.folded.includes(id)) continue;
      const more = await better({ ...first, folded: first.folded.filter((other) => other !== id) });
      if (fits(more, room)) first = more;
    }
  }
  return { first, full };
}

function isAround({ root }: Chart, outer: string, inner: string): boolean {
  const state = getFoldableStates({ root }).find(({ id }) => id === outer);
  return state !== undefined && getFoldableStates({ root: state }).some(({ id }) => id === inner);
}
