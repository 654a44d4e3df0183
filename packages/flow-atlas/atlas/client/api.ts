import type { Chart } from '../chart.ts';
import type { PageData } from '../data.ts';
import type { ChartView, ChartSelection, ChartHighlight } from './chart-view.ts';

/** API for other scripts of a page: `window.atlas`. The simulator and live mode use nothing else. */
export interface AtlasApi {
  readonly chart: Chart;
  readonly data: PageData;
  /** Highlights active states and the last transitions; `null` clears the highlight. */
  readonly light: (lit: ChartHighlight | null) => void;
  /** Marks how often each transition was taken, by index of the chart's edges; `null` removes the marks. */
  readonly count: (counts: readonly number[] | null) => void;
  /** Selects a state by its id, unfolds what hides it and moves the chart to it. */
  readonly select: (state: string) => void;
  /** Moves the chart when a state is out of view. */
  readonly reveal: (state: string) => void;
  /**
   * Calls the listener when the user selects a state or a line, and with `null` when the selection is cleared. Returns a
   * function that stops listening.
   */
  readonly onSelect: (listener: (chosen: ChartSelection | null) => void) => () => void;
  /** Empty places of the page. A script that fills one removes its `hidden`. `null` on pages without the place. */
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

export function findSlot(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-slot="${name}"]`);
}

export function exposeApi(view: ChartView, data: PageData, panel: { readonly open: () => void }): void {
  window.atlas = {
    chart: data.chart,
    data,
    light: (lit) => view.light(lit),
    count: (counts) => view.count(counts),
    select: (state) => void view.goTo({ state }),
    reveal: (state) => view.reveal(state),
    onSelect: (listener) => view.onSelect(listener),
    slots: { screens: findSlot('screens'), simulator: findSlot('simulator'), live: findSlot('live') },
    openPanel: panel.open,
  };
  document.dispatchEvent(new CustomEvent('atlas:ready'));
}
