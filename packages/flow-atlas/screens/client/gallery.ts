import { getPlaceLabel } from '../../atlas/labels.ts';
import type { FlowLabels } from '../../atlas/labels.ts';
import { createDocument, createFrame, openDialogs, SIZES } from './frame.ts';
import type { Size } from './frame.ts';

/** Screens of a flow, as stored in `<flow>.screens.js`. */
export interface Screens {
  readonly kinds: readonly { readonly value: string; readonly difference: string; readonly count: number }[];
  /** Their HTML: a JSON list, deflated, in base64. */
  readonly packed: string;
}

const AT_FIRST = 6;
const MORE = 24;

/** Shows the kinds of screens of a selected state, a few at first, with their number. */
export class Gallery {
  readonly #slot: HTMLElement;
  readonly #screens: Screens;
  readonly #labels: FlowLabels;
  readonly #html: Promise<readonly string[]>;
  #size: Size = 'phone';
  #state = '';
  #most = AT_FIRST;

  constructor(slot: HTMLElement, screens: Screens, labels: FlowLabels) {
    this.#slot = slot;
    this.#screens = screens;
    this.#labels = labels;
    this.#html = unpack(screens.packed);
  }

  mount(): void {
    const slot = this.#slot;
    slot.hidden = false;
    slot.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-size], [data-more]') : null;
      if (button === null) return;
      if (button.dataset['size'] !== undefined) this.#size = button.dataset['size'] as Size;
      else this.#most += MORE;
      void this.#draw();
    });
    void this.#draw();
  }

  /** Shows the screens of a state and its descendants, by name; all for ''. */
  show(state: string): void {
    this.#state = state;
    this.#most = AT_FIRST;
    void this.#draw();
  }

  async #draw(): Promise<void> {
    const html = await this.#html;
    const own = this.#screens.kinds
      .map((kind, index) => ({ ...kind, html: html[index] ?? '' }))
      .filter(({ value }) => this.#state === '' || value.split(' & ').some((leaf) => isIn(leaf, this.#state)));
    const shown = own.slice(0, this.#most);
    const where = this.#state === '' ? 'of the flow' : 'of this state';
    const count = own.length === 1 ? `One screen ${where}` : `${own.length} different screens ${where}`;
    this.#slot.replaceChildren(
      element('h2', 'Screens'),
      element('p', `${count}${shown.length < own.length ? `, showing ${shown.length}` : ''}.`, 'hint'),
      createSizeButtons(this.#size),
      ...shown.map((kind) =>
        this.#figure({ ...kind, title: `${getPlaceLabel(this.#labels, kind.value)}${kind.difference}` }),
      ),
    );
    if (shown.length < own.length) {
      const more = element('button', `Show ${Math.min(MORE, own.length - shown.length)} more`);
      more.dataset['more'] = '';
      this.#slot.append(more);
    }
  }

  #figure({ title, html, count }: { title: string; html: string; count: number }): HTMLElement {
    const figure = document.createElement('figure');
    figure.append(element('figcaption', title));
    if (html === '') {
      figure.append(element('p', 'Nothing is shown.', 'hint'));
      return figure;
    }
    const { box, frame } = createFrame(title, this.#size, Math.max(240, this.#slot.clientWidth - 24));
    // Screens are for viewing; the simulation is interactive.
    box.inert = true;
    frame.loading = 'lazy';
    frame.addEventListener('load', () => openDialogs(frame));
    frame.srcdoc = createDocument(html);
    const larger = element('button', 'Enlarge', 'small');
    larger.setAttribute('aria-label', `Enlarge: ${title}`);
    larger.addEventListener('click', () => enlarge(title, html, this.#size));
    figure.append(box, larger);
    if (count > 1) figure.append(element('small', `${count} snapshots look like this.`, 'hint'));
    return figure;
  }
}

function isIn(leaf: string, state: string): boolean {
  return leaf === state || leaf.startsWith(`${state}.`);
}

/** Shows the screen in its own size, if the window is large enough. */
function enlarge(title: string, html: string, size: Size): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'screen-large';
  dialog.setAttribute('aria-label', title);
  const close = element('button', 'Close');
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  const { box, frame } = createFrame(title, size, window.innerWidth - 64);
  frame.addEventListener('load', () => openDialogs(frame));
  frame.srcdoc = createDocument(html);
  box.inert = true;
  dialog.append(element('p', title), close, box);
  document.body.append(dialog);
  dialog.showModal();
}

/** Creates the buttons for the screen size. */
export function createSizeButtons(chosen: Size): HTMLElement {
  const group = document.createElement('div');
  group.className = 'screen-sizes';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Size of the screen');
  for (const [size, { name, width, height }] of Object.entries(SIZES)) {
    const button = element('button', `${name} ${width} × ${height}`);
    button.dataset['size'] = size;
    button.setAttribute('aria-pressed', String(size === chosen));
    group.append(button);
  }
  return group;
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text: string,
  className = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== '') made.className = className;
  if (made instanceof HTMLButtonElement) made.type = 'button';
  return made;
}

/** Returns the screens of a script: JSON, deflated, in base64. */
export async function unpack<Screens>(packed: string): Promise<Screens> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(inflated).json()) as Screens;
}
