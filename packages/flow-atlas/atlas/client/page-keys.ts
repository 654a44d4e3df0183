import type { ChartView } from './chart-view.ts';
import type { StateKeys } from './state-keys.ts';

/** The keys that work everywhere on a page, as its list of keys says. */
export function mountPageKeys(view?: ChartView, keys?: StateKeys): void {
  const help = document.getElementById('keys');
  const openHelp = () => help instanceof HTMLDialogElement && !help.open && help.showModal();
  document.querySelector('[data-do="keys"]')?.addEventListener('click', openHelp);
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
    if (key === 'Escape') return leave(view, keys);
    if (target instanceof Element && target.matches('input, textarea, select')) return;
    const field = { '/': 'search', g: 'goto' }[key];
    const found = field === undefined ? null : document.getElementById(field);
    if (found !== null) found.focus();
    else if (key === '?' && help !== null) openHelp();
    else return;
    event.preventDefault();
  });
}

/** Leaves the panel or a field for the chart; in the chart, clears the selection. */
function leave(view: ChartView | undefined, keys: StateKeys | undefined): void {
  const active = document.activeElement;
  if (view === undefined || keys === undefined) return active instanceof HTMLElement ? active.blur() : undefined;
  if (view.frame.contains(active)) return view.select(null);
  const place = view.chosen === null ? null : view.getPlace(view.chosen);
  keys.focus(place);
}
