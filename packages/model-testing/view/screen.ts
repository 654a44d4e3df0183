import { act as flush, createElement } from 'react';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { fireEvent, queryAllByLabelText } from '@testing-library/dom';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { AnyMachineSnapshot, AnyStateMachine, EventFrom, EventObject, SnapshotFrom } from 'xstate';
import type { Act } from './act.ts';
import { sentence } from './act.ts';
import { allByRole } from './cheap.ts';
import { isEnabled, isUnderModal } from './enabled.ts';
import { clearPage, withoutWarnings } from './page.ts';

/** Draws one snapshot with a receiver for the events of its controls, like a route. */
export type View = (snapshot: AnyMachineSnapshot, send: (event: EventObject) => void) => ReactElement;

/** The view of one machine. */
export type MachineView<Machine extends AnyStateMachine> = (
  snapshot: SnapshotFrom<Machine>,
  send: (event: EventFrom<Machine>) => void,
) => ReactElement;

/**
 * A view in a document, with a simulated user: shows snapshots, performs acts and collects the events of the controls.
 */
export class Screen {
  readonly #view: View;
  readonly #box: HTMLElement;
  readonly #root: Root;
  #sent: EventObject[] = [];
  #path = '';
  #opened = 0;

  constructor(view: View) {
    this.#view = view;
    this.#box = document.createElement('div');
    document.body.append(this.#box);
    this.#root = createRoot(this.#box);
    // Runs after React: a link that the router leaves to the browser, e.g. one that opens a new tab, goes nowhere here.
    this.#box.addEventListener('click', (event) => {
      const link = (event.target as HTMLElement).closest('a[href]');
      if (link === null || event.defaultPrevented) return;
      event.preventDefault();
      this.#path = link.getAttribute('href') ?? '';
    });
  }

  /** Shows the snapshot in a new page, without local state of the previous one. */
  open(snapshot: AnyMachineSnapshot): void {
    this.#opened += 1;
    this.show(snapshot);
  }

  show(snapshot: AnyMachineSnapshot): void {
    clearPage();
    const view = this.#view(snapshot, (event) => void this.#sent.push(event));
    const place = createElement(Place, { onPlace: (path) => void (this.#path = path) });
    this.#quietly(() => this.#root.render(createElement(MemoryRouter, { key: this.#opened }, place, view)));
  }

  /** The path to which links have led; empty if none was pressed. */
  get path(): string {
    return this.#path;
  }

  get element(): HTMLElement {
    return this.#box;
  }

  /** Returns the events sent since the last call. */
  takeSentEvents(): readonly EventObject[] {
    const heard = this.#sent;
    this.#sent = [];
    return heard;
  }

  /** Returns the controls of an act, including disabled ones. */
  controls({ role, name, within }: Pick<Act, 'role' | 'name' | 'within'>): HTMLElement[] {
    const places = within === undefined ? [this.#box] : this.#named(this.#box, within.role, within.name);
    return places.flatMap((place) => this.#named(place, role, name));
  }

  /** Returns everything that can be pressed, filled in or selected. */
  allControls(): HTMLElement[] {
    return controlsIn(this.#box);
  }

  /** Performs the act on the first of its enabled controls. Returns the number of enabled ones. */
  perform(act: Act): number {
    const on = this.controls(act).filter((control) => isEnabled(control));
    for (const control of on.slice(0, 1)) this.touch(control, act);
    return on.length;
  }

  /** Performs the act on one control. A disabled control ignores it, as in a browser. */
  touch(control: HTMLElement, { do: what, value = '', leave }: Pick<Act, 'do' | 'value' | 'leave'>): void {
    if (('disabled' in control && control.disabled === true) || isUnderModal(control)) return;
    this.#quietly(() => {
      if (what === 'press') click(control);
      else if (what === 'key') pressKey(control, value);
      else if (what === 'select') fireEvent.change(control, { target: { value: findOption(control, value) } });
      else if (!(control as HTMLInputElement).readOnly) {
        fireEvent.change(control, { target: { value } });
        if (leave === true) fireEvent.focusOut(control);
      }
    });
  }

  close(): void {
    this.#quietly(() => this.#root.unmount());
    this.#box.remove();
  }

  #named(place: HTMLElement, role: string, name: string | RegExp): HTMLElement[] {
    return allNamed(place, role, name).filter((control) => isShown(control));
  }

  #quietly(work: () => void): void {
    withoutWarnings(() => {
      const before = environment.IS_REACT_ACT_ENVIRONMENT;
      environment.IS_REACT_ACT_ENVIRONMENT = true;
      try {
        flush(work);
      } finally {
        environment.IS_REACT_ACT_ENVIRONMENT = before;
      }
    });
  }
}

/** React reads here whether updates are awaited. */
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };

/** Returns everything that can be pressed, filled in or selected, in page order. */
export function controlsIn(page: HTMLElement): HTMLElement[] {
  const found = page.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary');
  return [...found].filter((control) => isShown(control));
}

/** Returns all elements with this role and accessible name, with password fields among the text boxes. */
export function allNamed(place: HTMLElement, role: string, name?: string | RegExp): HTMLElement[] {
  // Styles hide nothing here, and computing them is slow.
  const found = allByRole(place, role, { hidden: true, ...(name !== undefined && { name }) });
  return role === 'textbox' && name !== undefined ? [...found, ...passwords(place, name)] : found;
}

/** Returns whether the act would leave the control unchanged, so that it sends no event. */
export function isUnchanged(control: HTMLElement, { do: what, value = '' }: Act): boolean {
  const native = control as HTMLInputElement;
  if (what === 'fill') return native.value === value;
  if (what === 'select') return native.value === findOption(control, value);
  return what === 'press' && native.type === 'radio' && native.checked;
}

/** A password field has no role; browsers treat it as a textbox. */
function passwords(place: HTMLElement, name: string | RegExp): HTMLElement[] {
  return queryAllByLabelText(place, name, { selector: '[type="password"]' });
}

function isShown(control: HTMLElement): boolean {
  return (
    control.closest('[hidden], [aria-hidden="true"], [inert]') === null &&
    (control as HTMLInputElement).type !== 'hidden'
  );
}

function findOption(control: HTMLElement, label: string): string {
  const option = [...control.querySelectorAll('option')].find(({ textContent }) => textContent === label);
  if (option === undefined) throw new Error(`there is no option '${label}'`);
  return option.value;
}

/** A link in a label does not press the label's field in a browser; happy-dom presses it for every mouse event. */
function click(control: HTMLElement): void {
  if (control.tagName !== 'A' || control.closest('label') === null) fireEvent.click(control);
  else fireEvent(control, Object.assign(new Event('click', { bubbles: true, cancelable: true }), { button: 0 }));
}

/** An unhandled Escape cancels the surrounding dialog, as in a browser. */
function pressKey(control: HTMLElement, name: string): void {
  const isFree = fireEvent.keyDown(control, { key: name });
  fireEvent.keyUp(control, { key: name });
  if (name !== 'Escape' || !isFree) return;
  const dialog = control.closest('dialog');
  if (dialog !== null) fireEvent(dialog, new Event('cancel', { cancelable: true }));
}

function Place({ onPlace }: { readonly onPlace: (path: string) => void }): null {
  const { pathname, search, key } = useLocation();
  if (key !== 'default') onPlace(pathname + search);
  return null;
}

/** Returns why an act could not be performed. */
export function getRefusal(act: Act, controls: readonly HTMLElement[]): string {
  return `${controls.length === 0 ? 'there is nothing to' : 'it is off:'} ${sentence(act)}`;
}
