import { saveFile } from '../../atlas/client/save-file.ts';
import { describeEntry } from '../entries.ts';
import type { Entry } from '../entries.ts';
import { formatRun } from '../messages.ts';
import type { Player, PlayerState } from '../player.ts';
import { countDropped, getStatesAt, getTabs } from '../run.ts';
import type { Run } from '../run.ts';
import { showCoverage } from './coverage-list.ts';
import { BODY } from './dock-body.ts';
import { loadRuns } from './loaded-runs.ts';
import type { LoadedRun } from './loaded-runs.ts';
import { getFlows } from './project.ts';
import { renderRunning } from './running-list.ts';
import { StepList } from './step-list.ts';
import { TestDialog } from './test-dialog.ts';

export interface DockOptions {
  /** The run of a machine that the page highlights. */
  readonly actor: (shown: PlayerState) => string | null;
  readonly choose: (actor: string) => void;
  readonly onOpen: (isOpen: boolean) => void;
  /** Runs were loaded, or are no longer shown. */
  readonly onLoad: (loaded: readonly LoadedRun[]) => void;
  /** Shows all steps, or only those that a user notices. */
  readonly onEverything: (isEverything: boolean) => void;
}

/** Screen width up to which Live is below the chart instead of beside it. */
const PHONE = '(max-width: 900px)';
/** Screen width up to which there is no room for Live, the chart and the details beside each other. */
const NARROW = '(max-width: 1500px)';

/** The panel of Live, and its button in the bar. */
export class Dock {
  readonly #player: Player;
  readonly #options: DockOptions;
  readonly #button = document.createElement('button');
  readonly #dock = document.createElement('section');
  readonly #steps: StepList;
  readonly #test: TestDialog | null;
  #tabs: readonly string[] = [];
  #loaded: readonly LoadedRun[] = [];
  #counted: readonly Run[] | null = null;
  #hasClosedPanel = false;

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
    dock.addEventListener('change', ({ target }) => this.#changed(target));
    this.#part('position').addEventListener('input', ({ target }) =>
      player.goToEntry(Number((target as HTMLInputElement).value)),
    );
    this.#steps = new StepList(
      this.#part('steps'),
      (entry) => this.#describe(entry),
      (place) => player.goToEntry(place),
    );
    const tests = window.atlasProject?.tests;
    this.#test = tests === undefined ? null : new TestDialog(tests);
    this.#part('test').hidden = this.#test === null;
    new ResizeObserver(() => this.#makeRoom()).observe(dock);
  }

  mount(isOpen: boolean): void {
    document.body.append(this.#dock);
    this.#part<HTMLDetailsElement>('lists').open = !matchMedia(PHONE).matches;
    this.#open(isOpen);
  }

  /** Shows loaded runs, the one with this index first. */
  showLoaded(loaded: readonly LoadedRun[], shown: number, position?: number): void {
    this.#loaded = loaded;
    const choice = this.#part<HTMLSelectElement>('run');
    choice.replaceChildren(...loaded.map(({ name }, index) => new Option(name, String(index), false, index === shown)));
    this.#part('runs').hidden = loaded.length < 2;
    // Several runs are loaded to be counted.
    if (loaded.length > 1) this.#part('coverage-button').setAttribute('aria-pressed', 'true');
    const run = loaded[shown]?.run;
    if (run !== undefined) this.#player.open(run, position);
  }

  get shownIndex(): number {
    return Math.max(0, this.#part<HTMLSelectElement>('run').selectedIndex);
  }

  show(shown: PlayerState): void {
    const { run, entries, position, place, isSaved, isFollowing, isPlaying } = shown;
    const tabs = getTabs(run);
    if (tabs.join() !== this.#tabs.join()) this.#steps.clear();
    this.#tabs = tabs;
    const stand = [...getStatesAt(run, position).values()];
    const running = stand.filter(({ status }) => status === 'active');
    this.#button.innerHTML = `Live<span class="live-count">${isSaved ? 'saved run' : running.length === 0 ? 'no pages' : `${running.length} running`}</span>`;
    this.#button.classList.toggle('on', running.length > 0);
    if (this.#dock.hidden) return;
    const { length } = entries;
    this.#part<HTMLButtonElement>('back').disabled = place === 0;
    this.#part<HTMLButtonElement>('forward').disabled = place >= length;
    const play = this.#part<HTMLButtonElement>('play');
    play.disabled = length === 0;
    play.textContent = isPlaying ? 'Pause' : 'Replay';
    for (const name of ['save', 'test', 'coverage-button'])
      this.#part<HTMLButtonElement>(name).disabled = run.records.length === 0;
    const follow = this.#part<HTMLButtonElement>('follow');
    follow.setAttribute('aria-pressed', String(isFollowing));
    follow.textContent = isSaved ? 'Back to live' : 'Follow';
    const words = this.#say(shown);
    const slider = this.#part<HTMLInputElement>('position');
    slider.max = String(length);
    slider.value = String(place);
    slider.setAttribute('aria-valuetext', words);
    const said = this.#part('said');
    // Screen readers announce what the user requested, but not automatic changes.
    said.setAttribute('aria-live', isFollowing || isPlaying ? 'off' : 'polite');
    if (said.textContent !== words) said.textContent = words;
    this.#part('running').innerHTML = renderRunning(stand, this.#options.actor(shown), tabs);
    this.#steps.show(entries, place);
    this.#write('hidden', this.#sayHidden(run, entries));
    this.#write('dropped', sayDropped(run, isSaved));
    this.#cover(run);
  }

  #open(isOpen: boolean): void {
    this.#dock.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('with-live', isOpen);
    this.#makeRoom();
    this.#makeRoomBeside(isOpen);
    this.#options.onOpen(isOpen);
    if (isOpen) this.show(this.#player.shown);
    if (isOpen && matchMedia(PHONE).matches) document.querySelector('.stage')?.scrollIntoView({ block: 'start' });
  }

  /** On a phone, the page ends above the panel. */
  #makeRoom(): void {
    document.body.style.setProperty('--live', `${this.#dock.hidden ? 0 : this.#dock.offsetHeight}px`);
  }

  /** On a small desktop, the details give their place to Live; their button brings them back. */
  #makeRoomBeside(isOpen: boolean): void {
    const button = document.querySelector<HTMLElement>('[data-do="panel"]');
    const isShown = button?.getAttribute('aria-expanded') === 'true';
    const isClosing = isOpen && isShown && matchMedia(NARROW).matches && !matchMedia(PHONE).matches;
    if (isClosing || (!isOpen && this.#hasClosedPanel && !isShown)) button?.click();
    this.#hasClosedPanel = isClosing;
  }

  #pressed(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-live], [data-actor]') : null;
    if (button === null) return;
    const { live, actor } = button.dataset;
    const player = this.#player;
    if (actor !== undefined) return this.#options.choose(actor);
    if (live === 'back') player.back();
    else if (live === 'forward') player.forward();
    else if (live === 'play') player[player.shown.isPlaying ? 'pause' : 'play']();
    else if (live === 'follow') this.#follow();
    else if (live === 'save') saveFile(createFileName(), formatRun(player.shown.run));
    else if (live === 'load') this.#part('file').click();
    else if (live === 'test') this.#makeTest();
    else if (live === 'coverage-button') this.#toggleCoverage(button);
  }

  #changed(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement)) return;
    const { live } = target.dataset;
    if (live === 'everything') this.#options.onEverything((target as HTMLInputElement).checked);
    else if (live === 'run') this.showLoaded(this.#loaded, this.shownIndex);
    else if (live === 'file') void this.#load(target as HTMLInputElement);
  }

  #follow(): void {
    this.#write('problem', '');
    this.#write('remark', '');
    this.#loaded = [];
    this.#part('runs').hidden = true;
    this.#options.onLoad([]);
    this.#player.follow();
  }

  async #load(input: HTMLInputElement): Promise<void> {
    const files = [...(input.files ?? [])];
    input.value = '';
    if (files.length === 0) return;
    const { runs, problems, remarks } = await loadRuns(files);
    this.#write('problem', problems.join('\n'));
    if (runs.length === 0) return;
    this.#write('remark', remarks.join('\n'));
    this.showLoaded(runs, runs.length - 1);
    this.#options.onLoad(runs);
  }

  /** The test covers what has happened at the shown step. */
  #makeTest(): void {
    const { run, position, isSaved, isFollowing } = this.#player.shown;
    const name = isSaved ? (this.#loaded[this.shownIndex]?.name ?? createFileName()) : createFileName();
    this.#test?.open(isFollowing ? run : { ...run, records: run.records.slice(0, position) }, name);
  }

  #toggleCoverage(button: HTMLElement): void {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    this.#counted = null;
    this.#cover(this.#player.shown.run);
  }

  /** Counts the loaded runs, or the live one. */
  #cover(run: Run): void {
    const isOn = this.#part('coverage-button').getAttribute('aria-pressed') === 'true';
    this.#part('coverage-section').hidden = !isOn;
    const runs = this.#loaded.length === 0 ? [run] : this.#loaded.map((one) => one.run);
    if (!isOn) {
      if (this.#counted !== null || !isOn) window.atlas?.count(null);
      this.#counted = null;
      return;
    }
    if (runs.length === this.#counted?.length && runs.every((one, index) => one === this.#counted?.[index])) return;
    this.#counted = runs;
    this.#part('coverage').innerHTML = showCoverage(runs);
  }

  #say({ entries, place, isSaved, isFollowing }: PlayerState): string {
    if (entries.length === 0) return isSaved ? 'The saved run has no steps.' : getNoPagesText();
    const entry = entries[place - 1];
    const where = isFollowing ? '' : `Step ${place} of ${entries.length}: `;
    return `${where}${entry === undefined ? 'before the first step' : this.#describe(entry)}`;
  }

  #describe(entry: Entry): string {
    const time = new Date(entry.records.at(-1)?.at ?? 0).toLocaleTimeString('en-GB');
    return `${time} ${describeEntry(entry, getFlows(), this.#tabs)}`;
  }

  /** Returns how many steps the default list leaves out. */
  #sayHidden({ records }: Run, entries: readonly Entry[]): string {
    const shown = entries.reduce((sum, entry) => sum + entry.records.length, 0);
    const hidden = records.length - shown;
    if (hidden === 0) return '';
    return hidden === 1 ? '1 step is hidden.' : `${hidden} steps are hidden.`;
  }

  #write(name: string, words: string): void {
    const part = this.#part(name);
    if (part.textContent !== words) part.textContent = words;
  }

  #part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    const part = this.#dock.querySelector<Part>(`[data-live="${name}"]`);
    if (part === null) throw new Error(`Live has no part ${name}`);
    return part;
  }
}

function sayDropped(run: Run, isSaved: boolean): string {
  const dropped = countDropped(run);
  if (dropped === 0) return '';
  const what = dropped === 1 ? '1 earlier step' : `${dropped} earlier steps`;
  return `${what} no longer fitted and ${dropped === 1 ? 'is' : 'are'} missing${isSaved ? ' from this run' : ''}.`;
}

function createFileName(): string {
  return `run-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}.json`;
}

function getNoPagesText(): string {
  return location.protocol === 'file:'
    ? 'A page opened from disk cannot receive data. Load a saved run, or open this atlas at the address of the running pages.'
    : 'No page is connected. Open one in the same browser, or load a saved run.';
}
