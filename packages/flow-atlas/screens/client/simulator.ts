import type { AtlasApi } from '../../atlas/client/api.ts';
import type { OpenPlayer, Player } from '../player.ts';
import type { Choice, SimulationState } from '../simulation.ts';
import { createFrame } from './frame.ts';
import type { Size } from './frame.ts';
import { element, createSizeButtons } from './gallery.ts';

const TITLES: Readonly<Record<Choice['by'], string>> = {
  person: 'User actions',
  call: 'Results of open calls',
  time: 'Time',
  around: 'Other events',
};

/** Document of the frames: the player's script runs there, not here. */
const PLAYER = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="stylesheet" href="player.css"></head><body><script src="player.js"></script></body></html>`;

/**
 * A button that starts a simulation of the flow: its screen, the possible events, and the chart with the active states.
 */
export class Simulator {
  readonly #slot: HTMLElement;
  readonly #atlas: AtlasApi;
  readonly #said = element('p', '', 'simulator-said');
  readonly #place = element('div', '', 'simulator-screen');
  readonly #choices = element('div', '', 'simulator-choices');
  readonly #body = element('div', '', 'simulator-body phone');
  #size: Size = 'phone';
  #player: Player | null = null;
  #frame: HTMLIFrameElement | null = null;

  constructor(slot: HTMLElement, atlas: AtlasApi) {
    this.#slot = slot;
    this.#atlas = atlas;
    this.#said.setAttribute('role', 'status');
  }

  mount(): void {
    this.#slot.hidden = false;
    this.#slot.replaceChildren(element('h2', 'Simulation'), this.#opener());
  }

  #opener(): HTMLElement {
    const button = element('button', 'Simulate');
    button.addEventListener('click', () => void this.#open());
    return button;
  }

  async #open(): Promise<void> {
    const bar = element('div', '', 'simulator-bar');
    // Chart, screen and choices side by side, if there is room.
    this.#slot.closest('.workspace')?.classList.add('simulating');
    this.#slot.parentElement?.prepend(this.#slot);
    document.querySelector<HTMLElement>('[data-do="fit"]')?.click();
    this.#body.append(this.#place, this.#choices);
    this.#slot.replaceChildren(element('h2', 'Simulation'), bar, this.#said, createSizeButtons(this.#size), this.#body);
    this.#slot.addEventListener('click', ({ target }) => this.#resize(target));
    const { box, frame } = createFrame('The screen of the flow', this.#size, this.#width());
    this.#frame = frame;
    this.#place.replaceChildren(box);
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true });
      frame.srcdoc = PLAYER;
    });
    const open = (frame.contentWindow as { openPlayer?: OpenPlayer } | null)?.openPlayer;
    if (open === undefined) throw new Error('The player could not be loaded');
    const player = open(this.#atlas.chart, (standing) => this.#tell(standing));
    this.#player = player;
    this.#fill(bar, player);
    player.start();
  }

  #fill(bar: HTMLElement, player: Player): void {
    const back = element('button', 'Back one step');
    back.dataset['back'] = '';
    back.addEventListener('click', () => player.back());
    const again = element('button', 'Begin again');
    const choice = document.createElement('select');
    for (const input of player.inputs) choice.append(new Option(input === '' ? 'as usual' : input, input));
    const label = element('label', 'Begins with ');
    label.append(choice);
    choice.addEventListener('change', () => player.start(choice.value));
    again.addEventListener('click', () => player.start(choice.value));
    bar.replaceChildren(back, again, ...(player.inputs.length > 1 ? [label] : []));
  }

  /** Resizes the same frame, so that the simulation's state stays. */
  #resize(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-size]') : null;
    if (button === null || this.#frame === null) return;
    this.#size = button.dataset['size'] as Size;
    this.#body.className = `simulator-body ${this.#size}`;
    const { box, frame } = createFrame('', this.#size, this.#width());
    for (const name of ['width', 'height', 'style']) this.#frame.setAttribute(name, frame.getAttribute(name) ?? '');
    this.#place.firstElementChild?.setAttribute('style', box.getAttribute('style') ?? '');
    button.closest('.screen-sizes')?.replaceWith(createSizeButtons(this.#size));
  }

  #width(): number {
    return Math.max(240, this.#place.clientWidth - 2);
  }

  #tell({ states, taken, choices, lastEvent: said, isOver, canGoBack }: SimulationState): void {
    this.#atlas.light({ states, transitions: taken });
    this.#said.textContent = isOver ? `${said} The flow has ended.` : said;
    this.#slot.querySelector<HTMLButtonElement>('[data-back]')?.toggleAttribute('disabled', !canGoBack);
    const groups = Object.entries(TITLES).flatMap(([by, title]) => {
      const own = choices.map((choice, index) => ({ ...choice, index })).filter((choice) => choice.by === by);
      return own.length === 0 ? [] : [element('h3', title), this.#list(own)];
    });
    this.#choices.replaceChildren(...groups);
  }

  #list(choices: readonly (Choice & { readonly index: number })[]): HTMLElement {
    const list = document.createElement('ul');
    for (const { words, index } of choices) {
      const item = document.createElement('li');
      const button = element('button', words);
      button.addEventListener('click', () => {
        this.#player?.choose(index);
        // The button disappears with its choice, so the focus moves to the first possible event.
        (this.#choices.querySelector('button') ?? this.#slot.querySelector<HTMLElement>('[data-back]'))?.focus();
      });
      item.append(button);
      list.append(item);
    }
    return list;
  }
}
