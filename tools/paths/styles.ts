import { setAdapter } from '@vanilla-extract/css/adapter';
import { transformCss } from '@vanilla-extract/css/transformCss';

/**
 * Collects the styles of all views that are imported after it, so that their rendering can be shown outside of the shop.
 * Import it before them.
 */

type Adapter = Parameters<typeof setAdapter>[0];
type Css = Parameters<Adapter['appendCss']>[0];
type Composition = Parameters<Adapter['registerComposition']>[0];

const cssObjs: Css[] = [];
const localClassNames: string[] = [];
const compositions: Composition[] = [];

setAdapter({
  appendCss: (css) => void cssObjs.push(css),
  registerClassName: (name) => void localClassNames.push(name),
  registerComposition: (composition) => void compositions.push(composition),
  markCompositionUsed: () => undefined,
  onEndFileScope: () => undefined,
  getIdentOption: () => 'short',
});

/** Returns the styles of all views that have been imported. */
export function getStyles(): string {
  return transformCss({ localClassNames, cssObjs, composedClassLists: compositions }).join('\n');
}
