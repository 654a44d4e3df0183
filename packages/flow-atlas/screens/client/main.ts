import './screens.css';
import { allStates } from '../../atlas/chart.ts';
import { Gallery } from './gallery.ts';
import type { Screens } from './gallery.ts';
import { Simulator } from './simulator.ts';

declare global {
  interface Window {
    flowScreens?: Readonly<Record<string, Screens>>;
  }
}

/** Adds screens and simulation to a flow's page. */
function mount(): void {
  const look = document.createElement('link');
  look.rel = 'stylesheet';
  look.href = 'screens.css';
  document.head.append(look);
  const { atlas, flowScreens } = window;
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
