import type { Page } from '@playwright/test';

export interface ChartFaults {
  /** The displayed height of the smallest letters, in px. */
  readonly smallest: number;
  /** Texts that a line or the edge of a box crosses. */
  readonly crossed: readonly string[];
  /** Texts that overlap. */
  readonly covered: readonly string[];
}

/** Returns the illegible parts of the chart on the page, measured as displayed. */
export function chartFaults(page: Page): Promise<ChartFaults> {
  return page.evaluate(() => {
    interface Rect {
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
    }
    const world = document.getElementById('world') as unknown as SVGGElement;
    const scale = world.getScreenCTM()?.a ?? 0;
    const texts = [...world.querySelectorAll('text')].map((text) => {
      const { left, top, right, bottom } = text.getBoundingClientRect();
      // The space around the letters is not part of the text.
      const air = (bottom - top) * 0.2;
      const box: Rect = { left: left + 1, top: top + air, right: right - 1, bottom: bottom - air };
      return { words: text.textContent ?? '', box, size: Number.parseFloat(getComputedStyle(text).fontSize) * scale };
    });
    const segments: Rect[] = [];
    const add = (a: DOMPoint, b: DOMPoint) =>
      segments.push({
        left: Math.min(a.x, b.x),
        top: Math.min(a.y, b.y),
        right: Math.max(a.x, b.x),
        bottom: Math.max(a.y, b.y),
      });
    for (const path of world.querySelectorAll<SVGPathElement>('path.edge')) {
      const matrix = path.getScreenCTM() ?? undefined;
      const points = [...(path.getAttribute('d') ?? '').matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) =>
        new DOMPoint(Number(x), Number(y)).matrixTransform(matrix),
      );
      points.slice(1).forEach((point, index) => add(points[index] as DOMPoint, point));
    }
    for (const box of world.querySelectorAll('rect.box')) {
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const [a, b, c, d] = [
        new DOMPoint(left, top),
        new DOMPoint(right, top),
        new DOMPoint(right, bottom),
        new DOMPoint(left, bottom),
      ] as const;
      add(a, b);
      add(b, c);
      add(c, d);
      add(d, a);
    }
    const meets = (a: Rect, b: Rect) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    return {
      smallest: Math.min(...texts.map(({ size }) => size)),
      crossed: texts.filter(({ box }) => segments.some((line) => meets(line, box))).map(({ words }) => words),
      covered: texts.flatMap(({ words, box }, index) =>
        texts.slice(index + 1).flatMap((other) => (meets(box, other.box) ? [`${words} / ${other.words}`] : [])),
      ),
    };
  });
}
