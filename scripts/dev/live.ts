import { startLivePage } from 'flow-atlas/live/page';
import { watchActors } from '../../src/compose/inspection.ts';
import type { Watcher } from '../../src/compose/inspection.ts';

/**
 * Stands before the app on the pages of `npm run dev`: the atlas at /flows/ hears what every machine does (docs/flows.md,
 * Live). With `?inspect=stately` in the page's address Stately's inspector hears it as well, in a window of its own.
 */
const watchers: Watcher[] = [startLivePage().inspect];
if (new URLSearchParams(location.search).get('inspect') === 'stately') {
  const { startStately } = await import('./stately.ts');
  watchers.push(startStately());
}
watchActors((inspected) => watchers.forEach((watch) => watch(inspected)));
await import('../../src/entry-client.tsx');
