import { whenNeeded } from './load-app.ts';

/**
 * Inlined into every page: keeps gestures that come before the app listens, and does them again when it does: presses
 * of buttons, texts, ticks and choices in fields, and submits of forms. Links and GET forms work without it; a link
 * waits where a press before it does. A part whose code comes after the page's (src/routes/late-part.tsx) has its
 * gestures kept until it listens itself.
 */

interface Kept {
  readonly target: Element;
  /** Does the gesture again. */
  readonly again: () => void;
}

let kept: readonly Kept[] = [];
const inputs = new Map<Element, Kept['again']>();
let isAppAwake = false;
const waiting = new AbortController();
const { isComing } = whenNeeded(waiting.signal);

function isAwake(target: EventTarget | null): boolean {
  return isAppAwake && !(target instanceof Element && target.closest('[data-part="asleep"]') !== null);
}

function keep(target: Element, again: () => void) {
  kept = [...kept, { target, again }];
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
  keep(pressed, () => {
    delete pressed.dataset['kept'];
    pressed.click();
  });
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
  const form = event.target;
  keep(form, () => form.requestSubmit());
}

/** Remembers what a field was given; waking up, the app sets its fields to what it knows. */
function keepInput({ target }: Event) {
  if (
    isAwake(target) ||
    !(
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
  )
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

/** Later, because a press into a part of the page that is just waking up would be lost. What comes until then waits. */
function awake() {
  setTimeout(() => {
    isAppAwake = true;
    waiting.abort();
    for (const [field, again] of inputs) {
      if (!isAwake(field)) continue;
      inputs.delete(field);
      again();
    }
    const all = kept;
    kept = all.filter(({ target }) => !isAwake(target));
    for (const { target, again } of all) if (isAwake(target)) again();
  });
}

document.addEventListener('hydrated', awake, { once: true });
document.addEventListener('part-awake', () => isAppAwake && awake());
document.addEventListener('click', keepPress, true);
document.addEventListener('submit', keepSubmit, true);
for (const change of ['input', 'change']) document.addEventListener(change, keepInput, true);
