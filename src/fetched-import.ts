/**
 * Wraps each lazy `import()` of the browser build, in place of Vite's helper (vite.config.ts). It imports code only
 * when all its files have been fetched into the browser's cache. In Chromium 147 and older, a module whose fetch failed
 * stays failed as long as the page lives; here the next call fetches again (decision 0005).
 */
const coming = new Map<string, Promise<void>>();

/**
 * Returns the module that `load` imports. `files` are paths below the root: the script, all its imports, and styles.
 * Rejects when one cannot be fetched.
 */
export async function fetchedImport<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

function fetchOnce(file: string): Promise<void> {
  const { href } = new URL(`/${file}`, location.origin);
  const known = coming.get(href);
  if (known !== undefined) return known;
  const fetching = file.endsWith('.css') ? addStyles(file, href) : fetchScript(href);
  coming.set(href, fetching);
  fetching.catch(() => coming.delete(href));
  return fetching;
}

async function fetchScript(href: string): Promise<void> {
  // Looking up and starting a fetch takes a slow phone some milliseconds, so paint the pressed state first.
  await nextTask();
  // src/load-app.ts has fetched the files that the page started with.
  const entries = performance.getEntriesByName(href) as PerformanceResourceTiming[];
  if (entries.some(({ responseStatus }) => responseStatus === 200)) return;
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  await answer.arrayBuffer();
}

/** The document names the files whose styles it contains (server/http/document.ts). */
function addStyles(file: string, href: string): Promise<void> {
  if (document.querySelector(`style[data-files~="/${file}"]`) !== null) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`no styles from ${href}`));
    });
    document.head.append(link);
  });
}

/** Uses a message instead of a timer, because timers may be stopped in a page that wakes up. */
function nextTask(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
