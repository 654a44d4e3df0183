import { press } from 'model-testing/view/act';
import type { Act } from 'model-testing/view/act';

/** How a shopper dismisses a dialog of this title by the controls that every `Modal` brings (`src/views/parts/modal.tsx`). */
export function dismissModal(title: string | RegExp): readonly Act[] {
  return [press('button', 'Close', { role: 'dialog', name: title })];
}
