/**
 * Moves the focus to the control of this name in the same form, for a button that goes away when it is pressed.
 * Waits until what the press changed is drawn.
 */
export function focusControl(from: Element, name: string): void {
  const form = from.closest('form');
  queueMicrotask(() => form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus());
}

/**
 * Moves the focus to the page's heading, for a button that goes away with all that stands around it. Until that is
 * drawn the page itself has it.
 */
export function focusPage(from: Element): void {
  const main = from.closest('main');
  main?.focus({ preventScroll: true });
  queueMicrotask(() => main?.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true }));
}

/**
 * Moves the focus to what stands in the same part of the page after the press, for a button that goes away with its
 * form. Both are selectors.
 */
export function focusPart(from: Element, part: string, wanted: string): void {
  const around = from.closest(part);
  queueMicrotask(() => around?.querySelector<HTMLElement>(wanted)?.focus());
}

/** Moves the focus to what stands around, for a button that goes away alone; nothing scrolls. */
export function focusAround(from: Element, around: string): void {
  from.closest<HTMLElement>(around)?.focus({ preventScroll: true });
}
