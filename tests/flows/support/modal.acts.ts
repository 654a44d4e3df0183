import { press } from 'model-testing/view/act';
import type { Act } from 'model-testing/view/act';

/** Dismisses a dialog with this title by the close button that every `Modal` has (`src/views/parts/modal.tsx`). */
export function dismissModal(title: string | RegExp): readonly Act[] {
  return [press('button', 'Close', { role: 'dialog', name: title })];
}
