/**
 * Moves the focus to the control of this name in the same form, for a button that goes away when it is pressed.
 * Waits until what the press changed is drawn.
 */
export function focusControl(from: Element, name: string): void {
  const form = from.closest('form');
  queueMicrotask(() => form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus());
}
