import { queryAllByRole } from '@testing-library/dom';

/** Thousands of pages are drawn and searched. This saves work that no test needs. */

type Shown = Pick<CSSStyleDeclaration, 'display' | 'visibility'>;

/** Computed styles by name of the element. */
const shownAs = new Map<string, CSSStyleDeclaration>();

/**
 * `queryAllByRole` that computes a style once per name of element: happy-dom computes it for each element. Without
 * style sheets and style attributes only the name matters, except for a dialog, which can be open.
 */
export const allByRole: typeof queryAllByRole = (place, ...asked) => {
  const { ownerDocument: page } = place;
  const { defaultView: view } = page;
  const isPlain = place.isConnected && page.styleSheets.length === 0 && page.querySelector('[style]') === null;
  if (!isPlain || view === null) return queryAllByRole(place, ...asked);
  const { getComputedStyle } = view;
  const exactly = getComputedStyle.bind(view);
  view.getComputedStyle = (element, ...part) => {
    if (part.length > 0 || element.tagName === 'DIALOG') return exactly(element, ...part);
    const shown = shownAs.get(element.tagName) ?? getStyle(exactly(element));
    shownAs.set(element.tagName, shown);
    return shown;
  };
  try {
    return queryAllByRole(place, ...asked);
  } finally {
    view.getComputedStyle = getComputedStyle;
  }
};

function getStyle({ display, visibility }: Shown): CSSStyleDeclaration {
  const style: Record<string, string> = { display, visibility };
  return { ...style, getPropertyValue: (name: string) => style[name] ?? '' } as unknown as CSSStyleDeclaration;
}
