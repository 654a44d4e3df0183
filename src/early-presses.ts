import { whenNeeded } from './load-app.ts';
import { watchServedPage } from './served-page.ts';

/**
 * Inlined into every page. Records gestures that come before the app listens and replays them when it does: presses of
 * buttons; texts, ticks and choices in fields; submits of forms. Links and GET forms work without it; a link waits when
 * an earlier press does. A part whose code arrives when it is used (src/routes/late-part.tsx) has its gestures recorded
 * until it listens itself.
 */

/** Replays a gesture when its target listens. Returns `false` while it has to wait. */
type Again = () => boolean;

let recorded: readonly Again[] = [];
const inputs = new Map<Element, Again>();
let isAppAwake = false;
const waiting = new AbortController();
const { isComing } = whenNeeded(waiting.signal);
const root = document.querySelector('#root') ?? document.body;
const served = watchServedPage(root);

function isAwake(target: EventTarget | null): boolean {
  return isAppAwake && !(target instanceof Element && target.closest('[data-part="asleep"]') !== null);
}

/** A part fetches its code when it is used. */
function wakePart(target: Element) {
  target.closest('[data-part="asleep"]')?.dispatchEvent(new Event('part-used'));
}

function record<Target extends Element>(target: Target, again: (now: Target) => void, isOver = () => true): Again {
  const find = createLocator(target);
  wakePart(target);
  return () => {
    const now = find();
    if (now === undefined) return isOver();
    if (!isAwake(now)) {
      wakePart(now);
      return false;
    }
    again(now);
    return true;
  };
}

/**
 * Returns the target, or the matching element when its part or the page was rendered again; `undefined` on another
 * page.
 */
function createLocator<Target extends Element>(target: Target): () => Target | undefined {
  const alike = () =>
    [...root.querySelectorAll<Target>(target.tagName)].filter(
      (one) => describeElement(one) === describeElement(target),
    );
  const at = alike().indexOf(target);
  return () => [target, alike()[at]].find((one) => one?.isConnected === true);
}

function describeElement(element: Element): string {
  const named = ['name', 'aria-label'].map((attribute) => element.getAttribute(attribute));
  return [...named, element.closest('label')?.textContent ?? element.textContent].join(' ');
}

/**
 * Hides the event from all other listeners: React replays events that came while it hydrated, and a press would count
 * twice.
 */
function hideEvent(event: Event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function recordPress(event: MouseEvent) {
  if (isAwake(event.target)) return;
  const pressed =
    event.target instanceof Element
      ? event.target.closest<HTMLButtonElement | HTMLAnchorElement>('button, a[href]')
      : null;
  if (pressed === null || !mustWait(pressed, event)) return;
  hideEvent(event);
  if (pressed.dataset['kept'] !== undefined) return;
  pressed.dataset['kept'] = '';
  const again = record(pressed, (now) => {
    delete now.dataset['kept'];
    now.click();
  });
  recorded = [...recorded, again];
}

/**
 * Returns whether the press must wait. A link waits only when it would leave earlier presses behind and the app is
 * loading.
 */
function mustWait(pressed: HTMLButtonElement | HTMLAnchorElement, { metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  if (pressed instanceof HTMLButtonElement) return !pressed.disabled && pressed.form?.method !== 'get';
  const isElsewhere = metaKey || ctrlKey || shiftKey || pressed.target === '_blank';
  return recorded.length > 0 && isComing() && !isElsewhere;
}

/** Enter in a field submits a form without a press. */
function recordSubmit(event: Event) {
  if (isAwake(event.target) || !(event.target instanceof HTMLFormElement) || event.target.method === 'get') return;
  hideEvent(event);
  recorded = [...recorded, record(event.target, (form) => form.requestSubmit())];
}

/** After React renders a page again, its late parts wake up when their code arrives. */
function areAllAwake(): boolean {
  return root.querySelector('[data-part="asleep"]') === null;
}

/** Records the value of a field. When the app hydrates, it resets its fields to the values that it knows. */
function recordInput(event: Event) {
  const { target } = event;
  if (
    isAwake(target) ||
    !(
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
  )
    return;
  // Otherwise React would hydrate on this first event and reset the choice, and the next event would report the reset
  // choice.
  if (target instanceof HTMLSelectElement) event.stopImmediatePropagation();
  const { value, checked } = target as HTMLInputElement;
  const again = record(
    target,
    (field) => {
      if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
        if (field.checked !== checked) field.click();
        return;
      }
      // Sets a different text first, then the real one through the prototype: React watches the element's own setter
      // and must see a change.
      field.value = value === '' ? ' ' : '';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
    },
    areAllAwake,
  );
  inputs.set(target, again);
}

/** Delayed, because a press into a part that is just hydrating would be lost. Later presses wait until then. */
function awake() {
  setTimeout(() => {
    isAppAwake = true;
    waiting.abort();
    for (const [field, again] of inputs) if (again()) inputs.delete(field);
    const all = recorded;
    recorded = [];
    for (const again of all) if (!again()) recorded = [...recorded, again];
  });
}

document.addEventListener('hydrating', served.restore, { once: true });
document.addEventListener('hydrated', awake, { once: true });
// A part that listens handles what was recorded in it, and one that does not yet begins to load.
for (const change of ['part-awake', 'part-asleep']) document.addEventListener(change, () => isAppAwake && awake());
document.addEventListener('click', recordPress, true);
document.addEventListener('submit', recordSubmit, true);
for (const change of ['input', 'change']) document.addEventListener(change, recordInput, true);
