import type { PageData } from '../data.ts';
import { escape } from '../draw.ts';
import { slotOf } from './api.ts';
import type { ChartView } from './chart-view.ts';

/** The screens of the chosen state, each a document of its own in a frame without scripts. */
export function mountScreens(view: ChartView, { screens }: PageData): void {
  const slot = slotOf('screens');
  if (slot === null || screens.length === 0) return;
  slot.hidden = false;
  slot.innerHTML = `<h2>Screens</h2><p class="hint">Choose a state to see its screens.</p>`;
  view.onSelect((chosen) => {
    if (!('state' in chosen)) return;
    const own = screens.filter(({ states }) => states.includes(chosen.state));
    slot.innerHTML = `<h2>Screens</h2>${own.length === 0 ? '<p class="hint">No screen of its own.</p>' : ''}`;
    for (const { id, title, html, viewport } of own) {
      const figure = document.createElement('figure');
      figure.innerHTML = `<figcaption>${escape(title)}</figcaption>`;
      const frame = document.createElement('iframe');
      frame.title = title;
      frame.setAttribute('sandbox', '');
      frame.srcdoc = html;
      frame.width = String(viewport.width);
      frame.height = String(viewport.height);
      frame.dataset['screen'] = id;
      figure.append(frame);
      slot.append(figure);
    }
  });
}
