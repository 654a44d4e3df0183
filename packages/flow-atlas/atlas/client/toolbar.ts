import { getFoldableStates } from '../view.ts';
import type { ChartView } from './chart-view.ts';

/** The buttons above the chart. */
export function mountToolbar(view: ChartView): void {
  const { canvas } = view;
  const all = getFoldableStates(view.data.chart).map(({ id }) => id);
  const fold = (folded: readonly string[]) => void view.fold(folded).then(() => view.showFirst());
  const does: Readonly<Record<string, () => void>> = {
    out: () => canvas.smaller(),
    in: () => canvas.larger(),
    fit: () => canvas.fit(),
    'full-size': () => canvas.fullSize(),
    unfold: () => fold([]),
    fold: () => fold(all),
  };
  document.querySelector('.tools')?.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-do]');
    does[button?.dataset['do'] ?? '']?.();
  });
}
