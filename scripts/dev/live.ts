import { startLivePage } from 'flow-atlas/live/page';
import { version } from '../../package.json';
import { watchActors } from '../../src/compose/inspection.ts';
import type { Watcher } from '../../src/compose/inspection.ts';

/**
 * Runs before the app on the pages of `npm run dev`. The atlas at `/flows/` follows all machines (`docs/flows.md`,
 * Live). With `?inspect=stately` in the URL, Stately's inspector follows them too, in a separate window.
 */
const watchers: Watcher[] = [startLivePage(version).inspect];
if (new URLSearchParams(location.search).get('inspect') === 'stately') {
  const { startStately } = await import('./stately.ts');
  watchers.push(startStately());
}
watchActors((inspected) => watchers.forEach((watch) => watch(inspected)));
await import('../../src/entry-client.tsx');
