import type { Layouter } from '../layout.ts';
import { loadScript } from './load-script.ts';

let made: Promise<Layouter> | undefined;

/**
 * The ELK layouter. Its code is large, so it is fetched when the user first folds a chart in a way that no page
 * carries.
 */
export function layouter(): Promise<Layouter> {
  made ??= loadScript('elk.js').then(() => new (window as unknown as { ELK: new () => Layouter }).ELK());
  return made;
}
