import { whenNeeded } from './load-app.ts';
import { watchServedPage } from './served-page.ts';

/**
 * Inlined into every page: keeps gestures that come before the app listens, and does them again when it does: presses
 * of buttons, texts, ticks and choices in fields, and submits of forms. Links and GET forms work without it; a link
 * waits where a press before it does. A part whose code comes after the page's (src/routes/late-part.tsx) has its
 * gestures kept until it listens itself.
 */

/** Does a gesture again where its target listens; false as long as it has to wait. */
type Again = () => boolean;

let kept: readonly Again[] = [];
const inputs = new Map<Element, Again>();
let isAppAwake = false;
const waiting = new AbortController();
const { isComing } = whenNeeded(waiting.signal);
const root = document.querySelector('#root') ?? document.body;
const served = watchServedPage(root);

function isAwake(target: EventTarget | null): boolean {
  return isAppAwake && !(target instanceof Element && target.closest('[data-part="asleep"]') !== null);
}

function keep<Target extends Element>(target: Target, again: (now: Target) => void, isOver = () => true): Again {
  const find = placeOf(target);
  return () => {
    const now = find();
    if (now === undefined) return isOver();
    if (!isAwake(now)) return false;
    again(now);
    return true;
  };
}

/** The target, or the element in its place where its part or the page was rendered again; nothing on another page. */
function placeOf<Target extends Element>(target: Target): () => Target | undefined {
  const alike = () =>
    [...root.querySelectorAll<Target>(target.tagName)].filter((one) => namesOf(one) === namesOf(target));
  const at = alike().indexOf(target);
  return () => [target, alike()[at]].find((one) => one?.isConnected === true);
}

function namesOf(element: Element): string {
  const named = ['name', 'aria-label'].map((attribute) => element.getAttribute(attribute));
  return [...named, element.closest('label')?.textContent ?? element.textContent].join(' ');
}

/** Nobody else sees it: React does again what came while it hydrates, and then a press would count twice. */
function keepFromAll(event: Event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function keepPress(event: MouseEvent) {
  if (isAwake(event.target)) return;
  const pressed =
    event.target instanceof Element
      ? event.target.closest<HTMLButtonElement | HTMLAnchorElement>('button, a[href]')
      : null;
  if (pressed === null || !mustWait(pressed, event)) return;
  keepFromAll(event);
  if (pressed.dataset['kept'] !== undefined) return;
  pressed.dataset['kept'] = '';
  const again = keep(pressed, (now) => {
    delete now.dataset['kept'];
    now.click();
  });
  kept = [...kept, again];
}

/** A link only where it would leave behind what was pressed before it, and the app is on its way. */
function mustWait(pressed: HTMLButtonElement | HTMLAnchorElement, { metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  if (pressed instanceof HTMLButtonElement) return !pressed.disabled && pressed.form?.method !== 'get';
  const isElsewhere = metaKey || ctrlKey || shiftKey || pressed.target === '_blank';
  return kept.length > 0 && isComing() && !isElsewhere;
}

/** Enter in a field submits a form without a press. */
function keepSubmit(event: Event) {
  if (isAwake(event.target) || !(event.target instanceof HTMLFormElement) || event.target.method === 'get') return;
  keepFromAll(event);
  kept = [...kept, keep(event.target, (form) => form.requestSubmit())];
}

/** A page that React rendered again has its late parts when their code comes. */
function areAllAwake(): boolean {
  return root.querySelector('[data-part="asleep"]') === null;
}

/** Remembers what a field was given; waking up, the app sets its fields to what it knows. */
function keepInput(event: Event) {
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
  // For its first event React would wake up at once and set the choice back, which the second then tells.
  if (target instanceof HTMLSelectElement) event.stopImmediatePropagation();
  const { value, checked } = target as HTMLInputElement;
  const again = keep(
    target,
    (field) => {
      if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
        if (field.checked !== checked) field.click();
        return;
      }
      // First any other text, then through the prototype: React watches the element's own setter, and must see a change.
      field.value = value === '' ? ' ' : '';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
    },
    areAllAwake,
  );
  inputs.set(target, again);
}

/** Later, because a press into a part of the page that is just waking up would be lost. What comes until then waits. */
function awake() {
  setTimeout(() => {
    isAppAwake = true;
    waiting.abort();
    for (const [field, again] of inputs) if (again()) inputs.delete(field);
    const all = kept;
    kept = [];
    for (const again of all) if (!again()) kept = [...kept, again];
  });
}

document.addEventListener('hydrating', served.restore, { once: true });
document.addEventListener('hydrated', awake, { once: true });
document.addEventListener('part-awake', () => isAppAwake && awake());
document.addEventListener('click', keepPress, true);
document.addEventListener('submit', keepSubmit, true);
for (const change of ['input', 'change']) document.addEventListener(change, keepInput, true);
