import type { Page } from '@playwright/test';

/**
 * A fault of a focusable part: it has no visible focus ring, it is not in view, or it has a transition although the
 * shopper prefers reduced motion.
 */
export interface PartFault {
  /** Tag and name, for messages. */
  readonly part: string;
  readonly fault: 'no ring' | 'not in view' | 'moves';
}

/** More than any page needs. */
const MOST_PRESSES = 300;
/** Pixels around a part that its ring may cover. */
const AROUND = 8;

/** Presses Tab through a page until the focus leaves it. Returns the names of all focused parts, and their faults. */
export async function tabThrough(page: Page): Promise<{ readonly parts: string[]; readonly faults: PartFault[] }> {
  await page.evaluate(rememberLooks);
  const parts: string[] = [];
  const faults: PartFault[] = [];
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(describeFocused);
    if (focused === null) return { parts, faults };
    const { part, isInView, isRange, isMoving } = focused;
    parts.push(part);
    if (isMoving) faults.push({ part, fault: 'moves' });
    if (!isInView) faults.push({ part, fault: 'not in view' });
    if (!(isRange ? await changesPixels(page) : focused.hasRing)) faults.push({ part, fault: 'no ring' });
  }
  throw new Error(`the focus has not left the page after ${MOST_PRESSES} presses of Tab`);
}

/** State in the page that the functions below share. */
interface Kept {
  looksOf: (element: Element) => readonly string[];
  looks: Map<Element, readonly string[]>;
  seen: Set<Element>;
}

/** Runs in the page: records the style of each part without the focus. */
function rememberLooks() {
  window.scrollTo(0, 0);
  (document.activeElement as HTMLElement | null)?.blur();
  const ring = (element: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element, pseudo);
    const isDrawn = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\)|transparent/.test(outlineColor);
    return `${isDrawn ? outlineColor : ''} ${boxShadow === 'none' ? '' : boxShadow}`.trim();
  };
  // The label of a hidden input shows its ring; a link may cover its card with ::after.
  const getLooks = (element: Element) =>
    [element, element.closest('label'), element.nextElementSibling]
      .map((one) => (one === null ? '' : ring(one)))
      .concat(ring(element, '::after'));
  const all = [...document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]')];
  const looks = new Map(all.map((element) => [element, getLooks(element)]));
  Object.assign(window, { kept: { looksOf: getLooks, looks, seen: new Set() } satisfies Kept });
}

/** Runs in the page. Returns null if no part has the focus, or a part that had it before. */
async function describeFocused() {
  const { kept } = window as unknown as { kept: Kept };
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body || kept.seen.has(element)) return null;
  kept.seen.add(element);
  const before = kept.looks.get(element);
  const hasRing = kept.looksOf(element).some((look, index) => look !== '' && look !== before?.[index]);
  // The container of a slider receives the pointer outside the thumb.
  const isUntouchable = getComputedStyle(element).pointerEvents === 'none';
  const part = (isUntouchable ? element.parentElement : element.closest('label')) ?? element;
  const isSeenAt = (share: number) => {
    // The first line if a link wraps.
    const [box] = element.getClientRects();
    const over = box && document.elementFromPoint(box.left + box.width * share, box.top + box.height / 2);
    return over ? part.contains(over) : false;
  };
  // A button may cover the end of a field.
  const isInView = () => (element.matches('input') ? [0.1, 0.5] : [0.1, 0.5, 0.9]).every(isSeenAt);
  // The category bar scrolls the focused entry clear of its arrows in the next frame.
  for (let frame = 0; frame < 30 && !isInView(); frame += 1) await new Promise(requestAnimationFrame);
  const name = element.getAttribute('aria-label') || element.innerText || element.getAttribute('name') || '';
  return {
    part: `${element.tagName.toLowerCase()} ${name.trim().replaceAll('\n', ' ').slice(0, 40)}`.trim(),
    hasRing,
    isInView: isInView(),
    isMoving: getComputedStyle(element).transitionDuration !== '0s',
    // The computed style of a slider's thumb is not readable.
    isRange: element.matches('[type="range"]'),
  };
}

/** Returns whether the focused part looks different without the focus. */
async function changesPixels(page: Page): Promise<boolean> {
  const part = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: x - AROUND, y: y - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND };
  const focused = await page.screenshot({ clip });
  await part.evaluate((element) => element.blur());
  const plain = await page.screenshot({ clip });
  await part.evaluate((element) => element.focus({ preventScroll: true }));
  return !focused.equals(plain);
}

/**
 * Scrolls each strip with overflowing controls to its end by wheel. Returns the number of strips, and the last controls
 * that did not come into view.
 */
export async function scrollStrips(page: Page): Promise<{ readonly count: number; readonly stuck: string[] }> {
  const strips = await page.evaluateHandle(() => {
    const controls = (strip: Element) => [...strip.querySelectorAll('a, button')];
    return [...document.querySelectorAll('body *')].filter((strip) => {
      if (getComputedStyle(strip).overflowX === 'visible' || strip.clientWidth < 100 || strip.clientHeight < 24)
        return false;
      const last = controls(strip).at(-1)?.getBoundingClientRect();
      return controls(strip).length > 1 && (last?.right ?? 0) > strip.getBoundingClientRect().right + 1;
    });
  });
  const stuck: string[] = [];
  const all = await strips.getProperties();
  for (const handle of all.values()) {
    const strip = handle.asElement();
    if (strip === null) continue;
    await strip.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await strip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.wheel(10_000, 0);
    const name = await strip.evaluate(async (element) => {
      const last = [...element.querySelectorAll('a, button')].at(-1);
      const isSeen = () => (last?.getBoundingClientRect().right ?? 0) <= element.getBoundingClientRect().right + 1;
      // A wheel scrolls within a few frames.
      for (let frame = 0; frame < 60 && !isSeen(); frame += 1) await new Promise(requestAnimationFrame);
      return isSeen() ? null : (last?.textContent ?? '');
    });
    if (name !== null) stuck.push(name);
  }
  return { count: all.size, stuck };
}
