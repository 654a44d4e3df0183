import './screens.css';
import { allStates } from '../../atlas/chart.ts';
import { Gallery } from './gallery.ts';
import type { Screens } from './gallery.ts';
import { mountStrip } from './strip.ts';
import { Simulator } from './simulator.ts';

declare global {
  interface Window {
    flowScreens?: Readonly<Record<string, Screens>>;
    /** Set by `<flow>.strip.js`. */
    flowStrip?: string;
  }
}

/** Adds screens and simulation to a flow's page, and the screens to its strip. */
function mount(): void {
  const look = document.createElement('link');
  look.rel = 'stylesheet';
  look.href = 'screens.css';
  document.head.append(look);
  const { atlas, flowScreens, flowStrip } = window;
  if (flowStrip !== undefined) void mountStrip(flowStrip);
  const own = flowScreens?.[atlas?.chart.flow ?? ''];
  if (atlas === undefined || own === undefined) return;
  const { slots, chart } = atlas;
  if (slots.simulator !== null) new Simulator(slots.simulator, atlas).mount();
  if (slots.screens === null) return;
  const gallery = new Gallery(slots.screens, own, chart.labels);
  gallery.mount();
  const names = new Map(allStates(chart.root).map(({ id, name }) => [id, name]));
  atlas.onSelect((chosen) => {
    if (chosen === null) gallery.show('');
    else if ('state' in chosen) gallery.show(chosen.state === chart.root.id ? '' : (names.get(chosen.state) ?? ''));
  });
}

mount();
