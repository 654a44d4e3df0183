import type { Chart } from '../../atlas/chart.ts';
import { escape } from '../../atlas/draw.ts';
import { parseRun, formatRun, LARGEST_FILE } from '../messages.ts';
import type { Player, PlayerState } from '../player.ts';
import type { LiveRecord, LiveStep } from '../record.ts';
import { getStatesAt, getTabs } from '../run.ts';
import { describeTrigger, formatActiveStates } from '../words.ts';

declare global {
  interface Window {
    /** Set by search.js: the flow of each machine, by machine id. */
    atlasMachines?: Readonly<Record<string, { readonly flow: string; readonly title: string }>>;
  }
}

export interface DockOptions {
  /** The run of a machine that the page highlights. */
  readonly actor: (shown: PlayerState) => string | null;
  readonly choose: (actor: string) => void;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Screen width up to which the lists start folded. */
const PHONE = '(max-width: 900px)';

/** The panel at the bottom of the page, and its button in the bar. */
export class Dock {
  readonly #player: Player;
  readonly #options: DockOptions;
  readonly #button = document.createElement('button');
  readonly #dock = document.createElement('section');
  #tabs: readonly string[] = [];

  constructor(slot: HTMLElement, player: Player, options: DockOptions) {
    this.#player = player;
    this.#options = options;
    const [button, dock] = [this.#button, this.#dock];
    button.type = 'button';
    button.className = 'live-button';
    button.setAttribute('aria-controls', 'live');
    button.addEventListener('click', () => this.#open(dock.hidden !== false));
    slot.append(button);
    dock.id = 'live';
    dock.className = 'live-dock';
    dock.setAttribute('aria-label', 'Live');
    dock.innerHTML = BODY;
    dock.addEventListener('click', ({ target }) => this.#pressed(target));
    this.#part<HTMLInputElement>('position').addEventListener('input', ({ target }) =>
      player.goTo(Number((target as HTMLInputElement).value)),
    );
    this.#part<HTMLInputElement>('file').addEventListener('change', ({ target }) =>
      this.#load(target as HTMLInputElement),
    );
    new ResizeObserver(() => this.#makeRoom()).observe(dock);
  }

  mount(isOpen: boolean): void {
    document.body.append(this.#dock);
    this.#part<HTMLDetailsElement>('lists').open = !matchMedia(PHONE).matches;
    this.#open(isOpen);
  }

  show(shown: PlayerState): void {
    const { run, position, isSaved, isFollowing, isPlaying } = shown;
    this.#tabs = getTabs(run);
    const stand = [...getStatesAt(run, position).values()];
    const running = stand.filter(({ status }) => status === 'active');
    this.#button.innerHTML = `Live<span class="live-count">${isSaved ? 'saved run' : running.length === 0 ? 'no pages' : `${running.length} running`}</span>`;
    this.#button.classList.toggle('on', running.length > 0);
    if (this.#dock.hidden) return;
    const { length } = run.records;
    this.#part<HTMLButtonElement>('back').disabled = position === 0;
    this.#part<HTMLButtonElement>('forward').disabled = position >= length;
    this.#part<HTMLButtonElement>('save').disabled = length === 0;
    const play = this.#part<HTMLButtonElement>('play');
    play.disabled = length === 0;
    play.textContent = isPlaying ? 'Pause' : 'Replay';
    const follow = this.#part<HTMLButtonElement>('follow');
    follow.setAttribute('aria-pressed', String(isFollowing));
    follow.textContent = isSaved ? 'Back to live' : 'Follow';
    const words = this.#saying(shown);
    const slider = this.#part<HTMLInputElement>('position');
    slider.max = String(length);
    slider.value = String(position);
    slider.setAttribute('aria-valuetext', words);
    const said = this.#part('said');
    // Screen readers announce what the user requested, but not automatic changes.
    said.setAttribute('aria-live', isFollowing || isPlaying ? 'off' : 'polite');
    if (said.textContent !== words) said.textContent = words;
    this.#part('running').innerHTML = this.#runningList(stand, this.#options.actor(shown));
    this.#showSteps(run.records, position);
    this.#part('values').textContent = formatValues(run.records[position - 1]);
  }

  #open(isOpen: boolean): void {
    this.#dock.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    this.#makeRoom();
    this.#options.onOpen(isOpen);
    if (isOpen) this.show(this.#player.shown);
  }

  /** The page ends above the panel. */
  #makeRoom(): void {
    document.body.style.setProperty('--live', `${this.#dock.hidden ? 0 : this.#dock.offsetHeight}px`);
  }

  #pressed(target: EventTarget | null): void {
    const button =
      target instanceof Element ? target.closest<HTMLElement>('[data-live], [data-step], [data-actor]') : null;
    if (button === null) return;
    const { live, step, actor } = button.dataset;
    const player = this.#player;
    if (actor !== undefined) return this.#options.choose(actor);
    if (step !== undefined) return player.goTo(Number(step));
    if (live === 'back') player.back();
    else if (live === 'forward') player.forward();
    else if (live === 'play') player[player.shown.isPlaying ? 'pause' : 'play']();
    else if (live === 'follow') this.#follow();
    else if (live === 'save') this.#save();
    else if (live === 'load') this.#part<HTMLInputElement>('file').click();
  }

  #follow(): void {
    this.#problem('');
    this.#player.follow();
  }

  #save(): void {
    const { run } = this.#player.shown;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([formatRun(run)], { type: 'application/json' }));
    link.download = `run-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  #load(input: HTMLInputElement): void {
    const file = input.files?.[0];
    input.value = '';
    if (file === undefined) return;
    if (file.size > LARGEST_FILE) return this.#problem('The file is larger than any saved run (1 MiB).');
    void file.text().then((text) => {
      const read = parseRun(text);
      if ('problem' in read) return this.#problem(read.problem);
      this.#problem('');
      return this.#player.open(read);
    });
  }

  #problem(words: string): void {
    this.#part('problem').textContent = words;
  }

  #saying({ run, position, isSaved, isFollowing }: PlayerState): string {
    const { records } = run;
    if (records.length === 0) return isSaved ? 'The saved run has no steps.' : getNoPagesText();
    const record = records[position - 1];
    const place = isFollowing ? '' : `Step ${position} of ${records.length}: `;
    return `${place}${record === undefined ? 'before the first step' : this.#told(record)}`;
  }

  #told(record: LiveRecord): string {
    const tab = this.#tabs.length > 1 ? ` (tab ${this.#tabs.indexOf(record.tab) + 1})` : '';
    const time = new Date(record.at).toLocaleTimeString('en-GB');
    if (record.kind === 'left') return `${time} The page was left${tab}`;
    const again = record.repeats === 0 ? '' : `, ${record.repeats + 1} times`;
    return `${time} ${getTitle(record)}${tab}: ${describeTrigger(record, findChart(record))}${again} → ${formatStatus(record)}`;
  }

  #runningList(stand: readonly LiveStep[], lit: string | null): string {
    const shown = stand.filter(({ status, actor }) => status === 'active' || actor === lit);
    if (shown.length === 0) return '<li class="hint">No machine is running.</li>';
    const own = window.atlas?.chart.machine;
    const titled = shown
      .map((step) => ({ step, title: getTitle(step), isOwn: step.machine === own }))
      .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.title.localeCompare(b.title));
    return titled.map(({ step, title }) => this.#runningItem(step, title, lit)).join('');
  }

  #runningItem(step: LiveStep, title: string, lit: string | null): string {
    const flow = window.atlasMachines?.[step.machine]?.flow;
    const isOwn = step.machine === window.atlas?.chart.machine;
    const tab = this.#tabs.length > 1 ? `tab ${this.#tabs.indexOf(step.tab) + 1} · ` : '';
    const name = isOwn
      ? `<button type="button" data-actor="${escape(step.actor)}" aria-pressed="${step.actor === lit}">${escape(title)}</button>`
      : flow === undefined
        ? `<b>${escape(title)}</b>`
        : `<a href="${escape(flow)}.html">${escape(title)}</a>`;
    return `<li>${name} <span class="small">${escape(`${tab}${formatStatus(step)}`)}</span></li>`;
  }

  /** Renders only new steps, so that a focused element keeps the focus. */
  #showSteps(records: readonly LiveRecord[], position: number): void {
    const list = this.#part('steps');
    const words = records.map((record) => this.#told(record));
    while (list.childElementCount > words.length) list.lastElementChild?.remove();
    for (const [index, text] of words.entries()) {
      const item = list.children[index] ?? list.appendChild(stepItem(index + 1));
      const button = item.firstElementChild;
      if (button !== null && button.textContent !== text) button.textContent = text;
      if (index + 1 === position) button?.setAttribute('aria-current', 'step');
      else button?.removeAttribute('aria-current');
    }
    const box = list.parentElement;
    const current = list.children[position - 1];
    if (box === null || !(current instanceof HTMLElement)) return;
    const top = current.offsetTop - list.offsetTop;
    if (top < box.scrollTop || top + current.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }

  #part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    const part = this.#dock.querySelector<Part>(`[data-live="${name}"]`);
    if (part === null) throw new Error(`Live has no part ${name}`);
    return part;
  }
}

function stepItem(position: number): HTMLElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset['step'] = String(position);
  item.append(button);
  return item;
}

function getTitle({ machine }: LiveStep): string {
  return window.atlasMachines?.[machine]?.title ?? machine;
}

/** Returns the chart of the page if the step is one of its flow. */
function findChart({ machine }: LiveStep): Chart | undefined {
  const { atlas } = window;
  return atlas?.chart.machine === machine ? atlas.chart : undefined;
}

function formatStatus(step: LiveStep): string {
  const { value, status } = step;
  const words = formatActiveStates(value, findChart(step));
  if (status === 'stopped') return 'ended';
  return status === 'active' ? words || 'runs' : `${words} (ended)`;
}

function formatValues(record: LiveRecord | undefined): string {
  if (record?.kind !== 'step') return '';
  const { payload, context, output, event } = record;
  return JSON.stringify({ event, payload, context, ...(output !== null && { output }) }, null, 1);
}

function getNoPagesText(): string {
  return location.protocol === 'file:'
    ? 'A page opened from disk cannot receive data. Load a saved run, or open this atlas at the address of the running pages.'
    : 'No page is connected. Open one in the same browser, or load a saved run.';
}

const BODY = `
<div class="live-bar" role="group" aria-label="Steps">
  <button type="button" data-live="back" aria-label="One step back">◀</button>
  <button type="button" data-live="play">Replay</button>
  <button type="button" data-live="forward" aria-label="One step forward">▶</button>
  <input type="range" data-live="position" min="0" max="0" step="1" aria-label="Step">
  <button type="button" data-live="follow" aria-pressed="true">Follow</button>
  <button type="button" data-live="save">Save</button>
  <button type="button" data-live="load">Load…</button>
  <input type="file" data-live="file" accept=".json,application/json" hidden aria-label="A saved run">
</div>
<p class="live-said" data-live="said" role="status"></p>
<p class="live-problem" data-live="problem" role="alert"></p>
<details data-live="lists"><summary>Running machines and all steps</summary>
<div class="live-lists">
  <section aria-labelledby="live-running"><h2 id="live-running">Running</h2><ul data-live="running"></ul></section>
  <section aria-labelledby="live-steps" tabindex="0"><h2 id="live-steps">Steps</h2><ol data-live="steps"></ol></section>
  <section aria-labelledby="live-values" tabindex="0"><h2 id="live-values">Data of the step, without values</h2><pre data-live="values"></pre></section>
</div></details>`;
