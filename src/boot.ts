/**
 * The starter: all the JavaScript that runs before the page is painted. It fetches the app when the main
 * picture is there, or at the shopper's first gesture, and keeps gestures that come before the app listens:
 * presses of buttons, texts, ticks and choices in fields, and submits of forms. Links and GET forms work without it;
 * a link waits where a press before it does.
 * It imports nothing; the server names the files in its attributes.
 */

/** After the main picture's load its largest-paint entry is due within this time. */
const AFTER_PICTURE_MS = 400;
/** Whatever happens, the app is fetched then. */
const AT_LATEST_MS = 4_000;
/** Where the app could not be fetched. */
const AGAIN_AFTER_MS = 4_000;

const { dataset } = document.querySelector<HTMLScriptElement>('script[data-entry]') ?? { dataset: {} as DOMStringMap };
/** Does a gesture again. */
export type Kept = () => void;

const modules = dataset['modules']?.split(' ').filter(Boolean) ?? [];
const kept: Kept[] = [];
const inputs = new Map<EventTarget, Kept>();
const listening = new AbortController();
let isStarted = false;

function start() {
  if (isStarted) return;
  isStarted = true;
  // A network that is away for a moment: again at the next gesture, or soon. Links and GET forms work meanwhile.
  load().catch(() => {
    isStarted = false;
    setTimeout(start, AGAIN_AFTER_MS);
  });
}

/**
 * Everything is fetched, and so in the browser's cache, before anything is imported: a module whose fetch failed
 * stays failed in Chromium 147 and older for as long as the page lives.
 */
async function load(): Promise<void> {
  const entry = dataset['entry'] ?? '';
  await Promise.all(
    [entry, ...modules].map(async (href) => {
      const answer = await fetch(href);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      await answer.arrayBuffer();
    }),
  );
  await import(/* @vite-ignore */ entry);
}

/** Nobody else sees it: React does again what came while it hydrates, and then a press would count twice. */
function keepFromAll(event: Event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function keepPress(event: MouseEvent) {
  const pressed =
    event.target instanceof Element
      ? event.target.closest<HTMLButtonElement | HTMLAnchorElement>('button, a[href]')
      : null;
  if (pressed === null || !mustWait(pressed, event)) return;
  keepFromAll(event);
  if (pressed.dataset['kept'] !== undefined) return;
  pressed.dataset['kept'] = '';
  kept.push(() => {
    delete pressed.dataset['kept'];
    pressed.click();
  });
}

/** A link only where it would leave behind what was pressed before it, and the app is on its way. */
function mustWait(pressed: HTMLButtonElement | HTMLAnchorElement, { metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  if (pressed instanceof HTMLButtonElement) return !pressed.disabled && pressed.form?.method !== 'get';
  const isElsewhere = metaKey || ctrlKey || shiftKey || pressed.target === '_blank';
  return kept.length > 0 && isStarted && !isElsewhere;
}

/** Enter in a field submits a form without a press. */
function keepSubmit(event: Event) {
  if (!(event.target instanceof HTMLFormElement) || event.target.method === 'get') return;
  keepFromAll(event);
  const form = event.target;
  kept.push(() => form.requestSubmit());
}

/** Remembers what a field was given; waking up, the app sets its fields to what it knows. */
function keepInput({ target }: Event) {
  if (!(
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  ))
    return;
  const { value, checked } = target as HTMLInputElement;
  inputs.set(target, () => {
    if (target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio')) {
      if (target.checked !== checked) target.click();
      return;
    }
    // First any other text, then through the prototype: React watches the element's own setter, and must see a change.
    target.value = value === '' ? ' ' : '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, value);
    target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}

document.addEventListener(
  'hydrated',
  () => {
    // Later, because a press into a part of the page that is just waking up would be lost. What comes until then waits its turn.
    setTimeout(() => {
      listening.abort();
      inputs.forEach((again) => again());
      kept.forEach((again) => again());
    });
  },
  { once: true },
);

const options = { capture: true, signal: listening.signal };
for (const gesture of ['pointerdown', 'keydown', 'focusin'])
  document.addEventListener(gesture, start, { ...options, passive: true });
document.addEventListener('click', keepPress, options);
document.addEventListener('submit', keepSubmit, options);
for (const change of ['input', 'change']) document.addEventListener(change, keepInput, options);

setTimeout(start, AT_LATEST_MS);
const picture = document.querySelector('img[fetchpriority="high"]');
if (picture instanceof HTMLImageElement && !picture.complete) {
  new PerformanceObserver(
    (list) => list.getEntries().some((entry) => 'element' in entry && entry.element === picture) && start(),
  ).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
  picture.addEventListener('load', () => setTimeout(start, AFTER_PICTURE_MS), listening);
  picture.addEventListener('error', start, listening);
} else {
  start();
}
