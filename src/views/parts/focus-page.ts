/**
 * Moves the focus to the page's heading, for a button that disappears with its surroundings. Until the heading is
 * rendered, the main element has the focus.
 */
export function focusPage(from: Element): void {
  const main = from.closest('main');
  main?.focus({ preventScroll: true });
  queueMicrotask(() => main?.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true }));
}
