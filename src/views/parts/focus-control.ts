/**
 * Moves the focus to the named control of the same form, for a button that disappears when it is pressed. Waits until
 * the result of the press is rendered.
 */
export function focusControl(from: Element, name: string): void {
  const form = from.closest('form');
  queueMicrotask(() => form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus());
}

/**
 * Moves the focus to an element in the same part of the page after the press, for a button that disappears with its
 * form. Both are selectors.
 */
export function focusPart(from: Element, part: string, wanted: string): void {
  const around = from.closest(part);
  queueMicrotask(() => around?.querySelector<HTMLElement>(wanted)?.focus());
}

/** Moves the focus to a surrounding element without scrolling, for a button that disappears alone. */
export function focusAround(from: Element, around: string): void {
  from.closest<HTMLElement>(around)?.focus({ preventScroll: true });
}
