import type { Chart } from '../chart.ts';
import type { PageData } from '../data.ts';
import type { ChartView, Chosen, Lit } from './chart-view.ts';

/** What other scripts of a page use: `window.atlas`. A simulator and live mode are made of these and nothing else. */
export interface AtlasApi {
  readonly chart: Chart;
  readonly data: PageData;
  /** Lights up active states and what happened last; nothing is lit with `null`. */
  readonly light: (lit: Lit | null) => void;
  /** Chooses a state by its id and brings it into sight. */
  readonly select: (state: string) => void;
  /** Moves the chart where a state is out of sight. */
  readonly reveal: (state: string) => void;
  /** Calls the listener whenever somebody chooses a state or a line; answers how to stop. */
  readonly onSelect: (listener: (chosen: Chosen) => void) => () => void;
  /** Empty places of the page; `hidden` is taken off by whoever fills one. Null on pages that have none. */
  readonly slots: {
    /** In the panel beside the chart. */
    readonly screens: HTMLElement | null;
    readonly simulator: HTMLElement | null;
    /** In the bar at the top. */
    readonly live: HTMLElement | null;
  };
  readonly openPanel: () => void;
}

declare global {
  interface Window {
    atlas?: AtlasApi;
  }
}

export function slotOf(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-slot="${name}"]`);
}

export function exposeApi(view: ChartView, data: PageData, panel: { readonly open: () => void }): void {
  window.atlas = {
    chart: data.chart,
    data,
    light: (lit) => view.light(lit),
    select: (state) => view.select({ state }, { isCentred: true }),
    reveal: (state) => view.reveal(state),
    onSelect: (listener) => view.onSelect(listener),
    slots: { screens: slotOf('screens'), simulator: slotOf('simulator'), live: slotOf('live') },
    openPanel: panel.open,
  };
  document.dispatchEvent(new CustomEvent('atlas:ready'));
}
