import type { Page } from '@playwright/test';

/** The used fields of a browser's layout shift entry. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly currentRect: DOMRect;
    readonly previousRect: DOMRect;
  }[];
}

/** Records the layout shifts of pages that are opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" from ${place(previousRect)} to ${place(currentRect)}`,
        );
        shifts.push(`${value}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the elements that have shifted so far, with their old and new positions. */
export function readShifts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as unknown as { shifts: readonly string[] }).shifts);
}
