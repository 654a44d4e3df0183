/**
 * Decides when the app loads: after the main picture, so that it does not compete for bandwidth, and in slices that
 * keep the page responsive. The server lists the files in the attributes of the script that contains this code.
 */

/** Time after the main picture's load event within which its largest-contentful-paint entry arrives. */
const AFTER_PICTURE_MS = 400;
/** The app is fetched after this time in any case. */
const AT_LATEST_MS = 4_000;
/** Delay before the next try when the app could not be fetched. */
const AGAIN_AFTER_MS = 4_000;

const { dataset } = document.querySelector<HTMLScriptElement>('script[data-entry]') ?? { dataset: {} as DOMStringMap };
/** In import order. */
const files = dataset['modules']?.split(' ') ?? [];

/** Loads the app when the main picture is painted, on the first gesture, or after 4 s. `signal` cancels the wait. */
export function whenNeeded(signal: AbortSignal): { readonly isComing: () => boolean } {
  let isComing = false;

  function start() {
    if (isComing) return;
    isComing = true;
    // A short network failure: try again on the next gesture or after a pause. Links and GET forms work meanwhile.
    load().catch(() => {
      isComing = false;
      setTimeout(start, AGAIN_AFTER_MS);
    });
  }

  for (const gesture of ['pointerdown', 'keydown', 'focusin'])
    document.addEventListener(gesture, start, { capture: true, passive: true, signal });
  setTimeout(start, AT_LATEST_MS);
  const picture = document.querySelector('img[fetchpriority="high"]');
  if (picture instanceof HTMLImageElement && !picture.complete) {
    new PerformanceObserver(
      (list) => list.getEntries().some((entry) => 'element' in entry && entry.element === picture) && start(),
    ).observe({ type: 'largest-contentful-paint', buffered: true });
    picture.addEventListener('load', () => setTimeout(start, AFTER_PICTURE_MS), { signal });
    picture.addEventListener('error', start, { signal });
  } else {
    start();
  }
  return { isComing: () => isComing };
}

/**
 * Fetches everything into the browser's cache before the first import: in Chromium 147 and older, a module whose fetch
 * failed stays failed as long as the page lives. The imports run one after another, so that each file is a separate
 * task.
 */
async function load(): Promise<void> {
  await Promise.all(
    files.map(async (href) => {
      const answer = await fetch(href);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      await answer.arrayBuffer();
    }),
  );
  for (const href of files) await import(/* @vite-ignore */ href);
}
