import { startTransition, StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { createBrowser } from './browser.ts';
import { composeApp } from './compose.ts';
import type { NavigateOptions } from './compose/env.ts';
import { hydrateRoot } from './hydrate.ts';
import { ModalStepsProvider } from './routes/modal-steps.tsx';
import { prefetchPage } from './routes/prefetch-page.ts';
import { PAGE_DATA_ID, UNNAMED_ENTRY } from './routes/page-data.ts';
import type { PageData } from './routes/page-data.ts';
import { Root } from './routes/root.tsx';
import { openServedLink } from './routes/served-link.ts';
import { findRoute } from './routes/table.ts';
import { createBrowserStorage } from './services/browser-storage.ts';
import { createServerClock } from './services/clock.ts';
import { createModalSteps } from './services/modal-steps.ts';

/** Listens to the history before the router does. */
const steps = createModalSteps(window, (work) => void nextTask().then(work));
const { browser, bind } = createBrowser(() => clock.now(), steps.leave);
const clock = createServerClock(Date.now, createBrowserStorage(browser));
const app = composeApp(browser, { base: `${location.origin}/api`, onServerTime: clock.observe });
const data = readPageData();
let isOver = false;

function onHydrated(navigate: (path: string, options?: NavigateOptions) => void) {
  bind(navigate);
  void wake();
}

/** Renders what each actor finds in the storage in a separate task. */
async function wake() {
  for (const actor of app.longLived) {
    await nextTask();
    actor.start();
  }
  // Before this, a link loads its page from the server.
  document.addEventListener('pointerdown', prefetchPage, { capture: true, passive: true });
  document.addEventListener('click', (event) => openServedLink(event, browser.navigate), { capture: true });
  performance.mark('hydrated');
  // Replays gestures that came too early (src/early-presses.ts).
  document.dispatchEvent(new Event('hydrated'));
}

/** Uses a message instead of a timer, because browsers delay timers in hidden pages. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<void>((resolve) => {
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  }).then(() => port1.close());
}

function onNavigated() {
  isOver = true;
  // These elements describe the page that the server rendered, and React does not know them (X83).
  for (const element of document.head.querySelectorAll('meta[property],script[type="application/ld+json"]'))
    element.remove();
}

void start();

/** Not at the top level: the page's file imports the file of this module, and both would wait for each other. */
async function start() {
  // Load the page's code first: hydration would suspend without it. If that fails, the error screen appears.
  await findRoute(location.pathname)
    .entry.Page.preload()
    .catch(() => undefined);

  // React has to find the page as the server sent it (src/served-page.ts).
  document.dispatchEvent(new Event('hydrating'));

  // In a transition React hydrates in slices and handles the shopper's gestures in between.
  startTransition(() => {
    hydrateRoot(
      document.querySelector('#root') ?? document.body,
      <StrictMode>
        <BrowserRouter>
          <ModalStepsProvider steps={steps}>
            <Root
              app={app}
              first={{ ...data, key: getEntryKey(), isOver: () => isOver }}
              origin={getDocumentOrigin()}
              onHydrated={onHydrated}
              onNavigated={onNavigated}
            />
          </ModalStepsProvider>
        </BrowserRouter>
      </StrictMode>,
      { onRecoverableError: (error) => console.error(error) },
    );
  });
}

function readPageData(): PageData {
  const text = document.querySelector(`#${PAGE_DATA_ID}`)?.textContent;
  return text == null ? { now: clock.now(), replies: {} } : (JSON.parse(text) as PageData);
}

/** The router reads the key from the same place. */
function getEntryKey(): string {
  const state: unknown = history.state;
  const isNamed = typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string';
  return isNamed ? (state.key as string) : UNNAMED_ENTRY;
}

/** Reads the origin that the server wrote, so that both sides render the same link. */
function getDocumentOrigin(): string {
  const href = document.querySelector('link[rel="canonical"]')?.getAttribute('href');
  if (href == null) return location.origin;
  return href.startsWith('/') ? '' : new URL(href).origin;
}
