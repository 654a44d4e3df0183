import type { ChartState } from '../chart.ts';
import { escape } from '../draw.ts';
import { getStateLabel } from '../labels.ts';
import type { ChartView } from './chart-view.ts';
import { mountFinder } from './finder.ts';

/** A field that suggests the states of the flow and leads to one. */
export function mountGoToState(view: ChartView): void {
  const field = document.getElementById('goto');
  const list = document.getElementById('states');
  if (!(field instanceof HTMLInputElement) || list === null) return;
  const states = view.data.chart.root.children.flatMap((state) => listStates(view, state, []));
  mountFinder({
    field,
    list,
    render: (words) => {
      const found = states.filter(({ text }) =>
        words
          .toLowerCase()
          .split(/\s+/)
          .every((word) => text.includes(word)),
      );
      if (found.length === 0) return '<p class="hint" role="status">No state is called that.</p>';
      return `<ul>${found.map((state) => renderState(state)).join('')}</ul>`;
    },
  });
}

interface Suggestion {
  readonly state: ChartState;
  readonly label: string;
  /** Labels of the states around it. */
  readonly around: readonly string[];
  readonly text: string;
}

function listStates(view: ChartView, state: ChartState, around: readonly string[]): Suggestion[] {
  const label = getStateLabel(view.data.chart, state);
  const text = [...around, label, state.name].join(' ').toLowerCase();
  return [
    { state, label, around, text },
    ...state.children.flatMap((child) => listStates(view, child, [...around, label])),
  ];
}

function renderState({ state, label, around }: Suggestion): string {
  const place = around.length === 0 ? '' : ` <span class="kind">in ${escape(around.join(' › '))}</span>`;
  return `<li><a href="#state=${escape(encodeURIComponent(state.name))}" data-choose="${escape(state.id)}">${escape(label)}${place}</a></li>`;
}
