import type { AnyMachineSnapshot } from 'xstate';
import { isEnabled } from './enabled.ts';
import { allNamed } from './screen.ts';
import type { Page } from './page.ts';
import { isIn } from '../model/structure.ts';

/** Promises that the page of a state is empty. */
export const NOTHING: unique symbol = Symbol('nothing is shown');

type Condition = 'on' | 'off' | 'busy' | 'checked' | 'unchecked' | 'selected' | 'absent';

/** Something with a role, an accessible name and a condition. */
export interface PromisedElement {
  readonly role: string;
  readonly name?: string | RegExp;
  readonly is?: Condition;
}

/** A text on the page, a control or heading, or a custom check. */
export type PromisedContent<Snapshot = AnyMachineSnapshot> =
  | string
  | PromisedElement
  | ((page: Page, snapshot: Snapshot) => void);

/**
 * Promised content in a state of the machine (`open`) and in all its descendants. A promise that an empty page fulfils
 * is invalid.
 */
export type Shows<Snapshot = AnyMachineSnapshot> = Readonly<
  Record<string, typeof NOTHING | PromisedContent<Snapshot> | readonly PromisedContent<Snapshot>[]>
>;

/** `see('button', 'Verify', 'busy')`; `see('alert', 'Failed to load the album')` searches the alert's text. */
export function see(role: string, name?: string | RegExp, is?: Condition): PromisedElement {
  return { role, ...(name !== undefined && { name }), ...(is !== undefined && { is }) };
}

/** Returns messages that repeat a heading of the page, ignoring case and punctuation. */
export function findRepeatedHeadings({ element }: Pick<Page, 'element'>): string[] {
  const plain = ({ textContent }: Element) =>
    (textContent ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const headings = new Set([...element.querySelectorAll('h1, h2, h3')].map(plain));
  return [...element.querySelectorAll('p, [role="alert"], [role="status"]')]
    .filter((message) => message.querySelector('h1, h2, h3') === null && headings.has(plain(message)))
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text !== '');
}

/** Checks a page against all promises of the states that it shows. */
export function judgeShows(shows: Shows, value: string, page: Page, snapshot: AnyMachineSnapshot): void {
  for (const text of findRepeatedHeadings(page))
    throw new Error(`${value}: a heading and a message both say '${text}'`);
  for (const [state, promised] of Object.entries(shows)) {
    if (!isIn(value, state)) continue;
    for (const one of toList(promised)) {
      try {
        keep(one, page, snapshot);
      } catch (error) {
        throw new Error(`${state} promises: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    }
  }
}

/** Returns states without a promise, and promises that an empty page fulfils. */
export function findEmptyPromises(
  shows: Shows,
  blank: Page,
  snapshots: ReadonlyMap<string, AnyMachineSnapshot>,
): string[] {
  return Object.entries(shows).flatMap(([state, promised]) => {
    if (promised === NOTHING) return [];
    const inside = [...snapshots].filter(([value]) => isIn(value, state)).map(([, snapshot]) => snapshot);
    if (inside.length === 0) return [`no state is called ${state}`];
    const isKept = toList(promised).every(
      (one) => !isContrast(shows, one) && inside.every((snapshot) => isQuiet(() => keep(one, blank, snapshot))),
    );
    return isKept ? [`${state} promises what an empty page keeps`] : [];
  });
}

/** A promised absence is valid if another state promises the presence. */
function isContrast(shows: Shows, promised: PromisedContent | typeof NOTHING): boolean {
  if (typeof promised !== 'object' || promised.is !== 'absent') return false;
  return Object.values(shows)
    .flatMap((others) => (others === NOTHING ? [] : toList(others)))
    .some(
      (other) =>
        other === promised.name ||
        (typeof other === 'object' &&
          other.is !== 'absent' &&
          other.role === promised.role &&
          String(other.name) === String(promised.name)),
    );
}

/** Returns states without their own or an inherited promise. */
export function findStatesWithoutPromise(
  shows: Shows,
  values: readonly string[],
  isToldElsewhere: (leaf: string) => boolean,
): string[] {
  const leaves = new Set(values.flatMap((value) => value.split(' & ')));
  return [...leaves].filter(
    (leaf) =>
      !isToldElsewhere(leaf) &&
      !Object.keys(shows).some((state) => state.split(' & ').some((part) => isIn(leaf, part))),
  );
}

function keep(promised: PromisedContent | typeof NOTHING, page: Page, snapshot: AnyMachineSnapshot): void {
  if (promised === NOTHING) {
    if (page.text !== '' || page.element.querySelector('button, a, input, select') !== null)
      throw new Error(`an empty page, and there is '${page.text}'`);
  } else if (typeof promised === 'string') {
    if (!page.text.includes(promised)) throw new Error(`the text '${promised}' is not in '${page.text}'`);
  } else if (typeof promised === 'function') promised(page, snapshot);
  else checkOnce(promised, page);
}

/** Cached, because queries by role are slow and many snapshots look alike. */
const looked = new WeakMap<PromisedElement, Set<string>>();

function checkOnce(sight: PromisedElement, page: Page): void {
  const pages = looked.get(sight) ?? new Set();
  if (pages.has(page.html)) return;
  look(sight, page);
  looked.set(sight, pages.add(page.html));
}

function look({ role, name, is = 'on' }: PromisedElement, { element }: Page): void {
  const isMessage = role === 'alert' || role === 'status';
  const found = isMessage ? allNamed(element, role).filter((one) => isSaid(one, name)) : allNamed(element, role, name);
  const what = `${role}${name === undefined ? '' : ` ${String(name)}`}`;
  if (is === 'absent') {
    if (found.length > 0) throw new Error(`no ${what}, and there is one`);
    return;
  }
  if (found.length === 0) throw new Error(`a ${what}, and there is none`);
  for (const one of found) if (!isMessage && !holds(one, is)) throw new Error(`the ${what} to be ${is}`);
}

function isSaid({ textContent }: HTMLElement, name: string | RegExp | undefined): boolean {
  const text = (textContent ?? '').replace(/\s+/g, ' ').trim();
  if (name === undefined) return text !== '';
  return typeof name === 'string' ? text.includes(name) : name.test(text);
}

function holds(control: HTMLElement, is: Condition): boolean {
  const native = control as HTMLInputElement;
  switch (is) {
    case 'busy':
      return control.getAttribute('aria-busy') === 'true';
    case 'off':
      return !isEnabled(control);
    case 'checked':
      return native.checked === true || control.getAttribute('aria-checked') === 'true';
    case 'unchecked':
      return native.checked === false;
    case 'selected':
      return control.getAttribute('aria-selected') === 'true' || control.getAttribute('aria-current') !== null;
    default:
      return isEnabled(control);
  }
}

function toList<Value>(value: Value | readonly Value[]): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
}

function isQuiet(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
