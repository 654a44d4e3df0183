import type { Page } from '@playwright/test';

/**
 * Returns the edges of a page that nearly align: two left or two right edges that are more than 1 and less than 16 px
 * apart (X36). The parts are the outermost visible boxes (with a border or a background), headings, tab lists and the
 * columns around them. The right edge of a heading depends on its text, so it does not count.
 */
export async function nearMisses(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    if (main === null) return ['the page has no main part'];
    const parts = [...main.querySelectorAll<HTMLElement>('*')].filter(isPart);
    const outermost = parts.filter((part) => !parts.some((other) => other !== part && other.contains(part)));
    if (outermost.length === 0) return isCentred(main) ? [] : ['the page has no parts, and is not centred'];
    const columns = [...new Set(outermost.map(getColumn))].filter((column) => column !== null);
    const boxes = [...outermost.map((part) => ({ name: getName(part), ...getEdges(part) })), ...columns.map(getInside)];
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter((other) => isNear(one.left, other.left) || isNear(one.right, other.right))
        .map((other) => `${one.name} ${one.left} to ${one.right}; ${other.name} ${other.left} to ${other.right}`),
    );

    /** A page with a single message has only centred text. */
    function isCentred(page: Element): boolean {
      const heading = page.querySelector('h1');
      if (heading === null || getComputedStyle(heading).textAlign !== 'center') return false;
      const [inner, outer] = [heading.getBoundingClientRect(), page.getBoundingClientRect()];
      return Math.abs(inner.left + inner.right - outer.left - outer.right) <= 2;
    }

    function isNear(one: number | null, other: number | null): boolean {
      if (one === null || other === null) return false;
      const apart = Math.abs(one - other);
      return apart > 1 && apart < 16;
    }

    function getName(part: HTMLElement): string {
      return `${part.tagName} '${part.innerText.slice(0, 30).replaceAll('\n', ' ')}'`;
    }

    function getEdges(part: HTMLElement): { readonly left: number; readonly right: number | null } {
      const { left, right } = part.getBoundingClientRect();
      return { left, right: part.matches('h1, h2') ? null : right };
    }

    function isPart(element: HTMLElement): boolean {
      const { width, height } = element.getBoundingClientRect();
      if (width < 160 || height < 24 || isScrolled(element)) return false;
      const style = getComputedStyle(element);
      if (style.clipPath !== 'none' || style.textAlign === 'center') return false;
      if (element.matches('a, button, input, select, textarea, label, img, picture, svg')) return false;
      if (element.matches('h1, h2, [role="tablist"]')) return true;
      const hasGround = style.backgroundColor !== 'rgba(0, 0, 0, 0)';
      return hasGround || (style.borderLeftWidth !== '0px' && style.borderLeftStyle !== 'none');
    }

    /** Returns the outermost box around a part that has padding. */
    function getColumn(part: HTMLElement): HTMLElement | null {
      let column: HTMLElement | null = null;
      for (let at = part.parentElement; at !== null && at !== main; at = at.parentElement)
        if (parseFloat(getComputedStyle(at).paddingLeft) > 0) column = at;
      return column;
    }

    function getInside(column: HTMLElement) {
      const { left, right } = column.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(column);
      return { name: 'the column', left: left + parseFloat(paddingLeft), right: right - parseFloat(paddingRight) };
    }

    function isScrolled({ parentElement }: Element): boolean {
      if (parentElement === null || parentElement === main) return false;
      return getComputedStyle(parentElement).overflowX !== 'visible' || isScrolled(parentElement);
    }
  });
}
