/**
 * When and how the app comes: not before the main picture, which it would take the bandwidth from, and in slices that
 * let the page answer in between. The server names the files in the attributes of the script that this is part of.
 */

/** After the main picture's load its largest-paint entry is due within this time. */
const AFTER_PICTURE_MS = 400;
/** Whatever happens, the app is fetched then. */
const AT_LATEST_MS = 4_000;
/** Where the app could not be fetched. */
const AGAIN_AFTER_MS = 4_000;

const { dataset } = document.querySelector<HTMLScriptElement>('script[data-entry]') ?? { dataset: {} as DOMStringMap };
/** What is imported first stands first. */
const files = [...(dataset['modules']?.split(' ').filter(Boolean) ?? []), dataset['entry'] ?? ''];

/** Loads the app when the main picture is painted, at the first gesture, or after 4 s. `signal` ends the waiting. */
export function whenNeeded(signal: AbortSignal): { readonly isComing: () => boolean } {
  let isComing = false;

  function start() {
    if (isComing) return;
    isComing = true;
    // A network that is away for a moment: again at the next gesture, or soon. Links and GET forms work meanwhile.
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
 * Everything is fetched, and so in the browser's cache, before anything is imported: a module whose fetch failed
 * stays failed in Chromium 147 and older for as long as the page lives. Imported one after another, each file is
 * a task of its own.
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
