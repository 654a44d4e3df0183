import type { Page } from '@playwright/test';

/**
 * Returns targets that are too small (WCAG 2.5.8): below 24 by 24 CSS px, with another target so near that their
 * circles of 24 px would overlap. Links within a sentence and controls that the browser renders are excluded.
 */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const LEAST = 24;
    const PRESSED =
      'a[href], button, input, select, textarea, summary, [tabindex="0"], [role="button"], [role="tab"], [role="option"]';
    const over = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const targets = [...over.querySelectorAll<HTMLElement>(PRESSED)]
      // Google renders its own button.
      .filter((element) => element.closest('[data-google-button]') === null && element.checkVisibility())
      .filter((element) => !isInSentence(element) && !element.matches('[type="range"], [type="hidden"]'))
      .map((element) => ({ element, box: getArea(element) }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    const isSmall = ({ width, height }: DOMRect) => width < LEAST - 0.5 || height < LEAST - 0.5;
    return targets
      .filter(({ box }) => isSmall(box))
      .filter((one) => targets.some((other) => other !== one && meets(one, other)))
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30);
        return `${element.tagName.toLowerCase()} ${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`;
      });

    /** A label activates its field; a link may cover its card with ::after. */
    function getArea(element: HTMLElement): DOMRect {
      const label = element.matches('[type="checkbox"], [type="radio"], [type="file"]')
        ? (element.closest('label') ?? document.querySelector(`label[for="${element.id}"]`))
        : null;
      const after = getComputedStyle(element, '::after');
      const covers = after.content !== 'none' && after.position === 'absolute' && after.inset === '0px';
      return (label ?? (covers ? element.offsetParent : null) ?? element).getBoundingClientRect();
    }

    function isInSentence(element: HTMLElement): boolean {
      if (getComputedStyle(element).display !== 'inline' || !element.matches('a, button')) return false;
      const beside = [...(element.parentElement?.childNodes ?? [])].filter((node) => node !== element);
      return beside.some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
    }

    /**
     * Whether the circle of a small target overlaps the other target, or the circle of the other target if it is small,
     * too.
     */
    function meets(
      { element, box }: { element: HTMLElement; box: DOMRect },
      other: { element: HTMLElement; box: DOMRect },
    ): boolean {
      // Two parts of one target, for example a picture and a name with the same link, do not compete.
      if (element.contains(other.element) || other.element.contains(element)) return false;
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      if (isSmall(other.box)) {
        const far = Math.hypot(x - other.box.left - other.box.width / 2, y - other.box.top - other.box.height / 2);
        if (far < LEAST) return true;
      }
      const nearest = {
        x: Math.min(Math.max(x, other.box.left), other.box.right),
        y: Math.min(Math.max(y, other.box.top), other.box.bottom),
      };
      return Math.hypot(x - nearest.x, y - nearest.y) < LEAST / 2;
    }
  });
}
