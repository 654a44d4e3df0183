import type { Layouter } from '../layout.ts';

let made: Promise<Layouter> | undefined;

/**
 * The ELK layouter. Its code is large, so it is fetched when the user first folds a chart in a way that no page
 * carries.
 */
export function layouter(): Promise<Layouter> {
  made ??= new Promise<Layouter>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = 'elk.js';
    script.addEventListener('load', () => {
      const { ELK } = window as unknown as { ELK: new () => Layouter };
      resolve(new ELK());
    });
    script.addEventListener('error', () => reject(new Error('elk.js could not be loaded')));
    document.head.append(script);
  });
  return made;
}
