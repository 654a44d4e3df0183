/**
 * Stands around each lazy `import()` of the browser's build, in place of Vite's own helper (vite.config.ts): code is
 * imported when all its files have been fetched, and so are in the browser's cache. A module whose fetch failed stays
 * failed in Chromium 147 and older for as long as the page lives; here the next call fetches again (decision 0005).
 */
const coming = new Map<string, Promise<void>>();

/**
 * The module that `load` imports. `files` below the root: scripts, it and all that it imports, and styles. Rejects
 * where one cannot be fetched.
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
  const fetching = file.endsWith('.css') ? addStyles(href) : fetchScript(href);
  coming.set(href, fetching);
  fetching.catch(() => coming.delete(href));
  return fetching;
}

async function fetchScript(href: string): Promise<void> {
  // What the page started with has been fetched by src/load-app.ts.
  const entries = performance.getEntriesByName(href) as PerformanceResourceTiming[];
  if (entries.some(({ responseStatus }) => responseStatus === 200)) return;
  // To start a fetch takes a slow phone some milliseconds: what was pressed is painted first.
  await nextTask();
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  await answer.arrayBuffer();
}

function addStyles(href: string): Promise<void> {
  if ([...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].some((link) => link.href === href))
    return Promise.resolve();
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

/** Not by a timer: a page wakes up also where its clock stands still. */
function nextTask(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
