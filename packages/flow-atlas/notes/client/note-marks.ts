import { allStates } from '../../atlas/chart.ts';
import type { ChartView } from '../../atlas/client/chart-view.ts';
import type { FlowNote } from '../notes.ts';

const SIZE = 20;

/** Marks each drawn state that has notes, on itself, in a folded state or on a transition from it. */
export function markNotes(world: SVGGElement, view: ChartView, notes: readonly FlowNote[]): void {
  for (const mark of world.querySelectorAll('.note-mark')) mark.remove();
  const { root, edges } = view.data.chart;
  const counts = new Map<string, number>();
  for (const note of notes) {
    const id =
      'state' in note
        ? allStates(root).find(({ name }) => name === note.state)?.id
        : edges.find((edge) => edge.id === note.transition)?.from;
    if (id === undefined) continue;
    const box = view.standInFor(id);
    counts.set(box, (counts.get(box) ?? 0) + 1);
  }
  for (const [id, count] of counts) {
    const box = view.getBox(id);
    if (box !== null) world.append(createMark(box, count));
  }
}

function createMark(
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  count: number,
): SVGGElement {
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  mark.setAttribute('class', 'note-mark');
  mark.setAttribute('transform', `translate(${x + width - SIZE / 2} ${y - SIZE / 2})`);
  const said = `${count} ${count === 1 ? 'note' : 'notes'}`;
  mark.innerHTML = `<title>${said}</title><circle cx="${SIZE / 2}" cy="${SIZE / 2}" r="${SIZE / 2}"/><text x="${SIZE / 2}" y="14" text-anchor="middle">${count > 9 ? '9+' : count}</text>`;
  return mark;
}
