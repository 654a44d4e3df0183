import { allStates } from '../chart.ts';
import type { ChartState } from '../chart.ts';
import type { PageData } from '../data.ts';
import { drawView } from '../draw.ts';
import { computeLayout } from '../layout.ts';
import { viewOptions } from '../looks.ts';
import type { Look, LookOptions } from '../looks.ts';
import { getFoldableStates, createView } from '../view.ts';
import type { View } from '../shapes.ts';
import { Canvas } from './canvas.ts';
import { markCounts } from './counts.ts';
import { layouter } from './elk.ts';
import { fitTexts } from './fit-texts.ts';

/** A selection: a state by its id, or transitions by their indexes in the chart. */
export type ChartSelection = { readonly state: string } | { readonly edges: readonly number[] };

/**
 * A transition from XState's inspection. Without `index` it matches the first one that leads to `to`, else the first.
 */
export interface HighlightedTransition {
  /** Id of the source state. */
  readonly source: string;
  /** Type of the event; empty for an eventless transition. */
  readonly event: string;
  /** Position among the transitions of this event in this state. */
  readonly index?: number;
  /** Ids of the target states. */
  readonly to?: readonly string[];
}

export interface ChartHighlight {
  /** Ids of all active states, as XState names them (`snapshot._nodes.map(({ id }) => id)`). */
  readonly states: readonly string[];
  /** The transitions of the last step. */
  readonly transitions?: readonly HighlightedTransition[];
}

/** At this scale, letters of 12 px are at least 9 px high in the first view. */
const LEAST_SCALE = 0.76;

/** The chart of a page: draws views of it, folds and unfolds states, selects and highlights. */
export class ChartView {
  readonly data: PageData;
  readonly canvas: Canvas;
  readonly #svg: SVGSVGElement;
  readonly #world: SVGGElement;
  #look: Look;
  #view: View;
  #chosen: ChartSelection | null = null;
  #lit: ChartHighlight | null = null;
  #counts: readonly number[] | null = null;
  readonly #listeners = new Set<(chosen: ChartSelection) => void>();

  constructor(data: PageData) {
    const frame = document.getElementById('canvas');
    const svg = document.getElementById('chart');
    const world = document.getElementById('world');
    if (frame === null || !(svg instanceof SVGSVGElement) || !(world instanceof SVGGElement))
      throw new Error('The page has no chart');
    this.data = data;
    this.#svg = svg;
    this.#world = world;
    this.canvas = new Canvas(frame, world);
    this.#look = data.looks.first;
    this.#view = this.#viewOf(this.#look);
    for (const name of ['viewBox', 'width', 'height']) svg.removeAttribute(name);
    document.documentElement.classList.add('moves');
    this.#show(data.looks.first);
    this.canvas.fit(LEAST_SCALE);
    frame.addEventListener('click', (event) => this.#pressed(event));
    frame.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') this.#pressed(event);
    });
    document.querySelector('.tools')?.addEventListener('click', (event) => {
      const button = (event.target as Element).closest('[data-do]');
      if (button !== null) void this.#do(button.getAttribute('data-do') ?? '');
    });
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('[data-choose]');
      if (link === null) return;
      event.preventDefault();
      this.select({ state: link.getAttribute('data-choose') ?? '' }, { isCentred: true });
    });
  }

  get folded(): readonly string[] {
    return this.#look.folded;
  }

  onSelect(listener: (chosen: ChartSelection) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens with the selection in the hash: `#state=login.form` or `#edge=3`. */
  openFrom(hash: string): void {
    const given = new URLSearchParams(hash.replace(/^#/, ''));
    const state = given.get('state');
    const edge = given.get('edge');
    if (state !== null) this.select({ state }, { isCentred: true });
    else if (edge !== null) this.select({ edges: [Number(edge)] }, { isCentred: true });
  }

  select(chosen: ChartSelection, { isCentred = false } = {}): void {
    if ('state' in chosen && !allStates(this.data.chart.root).some(({ id }) => id === chosen.state)) return;
    this.#chosen = chosen;
    this.#mark();
    for (const listener of this.#listeners) listener(chosen);
    if (isCentred) this.#bringIntoSight(chosen);
  }

  light(lit: ChartHighlight | null): void {
    this.#lit = lit;
    this.#mark();
  }

  /** Marks how often each transition was taken, by index of the chart's edges; `null` removes the marks. */
  count(counts: readonly number[] | null): void {
    this.#counts = counts;
    markCounts(this.#world, counts);
  }

  /** Draws the chart with these states folded. Computes the layout here if the page does not carry it. */
  async fold(folded: readonly string[]): Promise<void> {
    const { first, full } = this.data.looks;
    const known = [first, full].find((look) => isSame(look.folded, folded));
    this.#show(known ?? (await this.#laidOut(folded)));
  }

  async #laidOut(folded: readonly string[]): Promise<Look> {
    const { first, full } = this.data.looks;
    const options: LookOptions = { folded, hasJumps: full.hasJumps, mostItems: 5, direction: first.direction };
    const view = this.#viewOf(options);
    return { ...options, laid: await computeLayout(view, await layouter(), options.direction) };
  }

  #viewOf(options: LookOptions): View {
    return createView(this.data.chart, viewOptions(options));
  }

  #show(look: Look): void {
    this.#look = look;
    this.#view = this.#viewOf(look);
    this.#world.innerHTML = drawView(this.#view, look.laid);
    fitTexts(this.#world);
    const begin = look.laid.dots.find(({ id }) => id === `${this.data.chart.root.id}::start`);
    this.canvas.show(look.laid, begin?.x ?? look.laid.width / 2);
    this.#svg.dataset['folded'] = look.folded.join(' ');
    this.#mark();
    markCounts(this.#world, this.#counts);
  }

  async #do(what: string): Promise<void> {
    const all = getFoldableStates(this.data.chart).map(({ id }) => id);
    if (what === 'in') this.canvas.larger();
    else if (what === 'out') this.canvas.smaller();
    else if (what === 'fit') this.canvas.fit();
    else if (what === 'full-size') this.canvas.fullSize();
    else if (what === 'unfold' || what === 'fold') {
      await this.fold(what === 'fold' ? all : []);
      this.canvas.fit(LEAST_SCALE);
    }
  }

  /** Folds or unfolds a state, and keeps its position on screen. */
  async toggle(id: string): Promise<void> {
    const before = this.#placeOf(id);
    const isFolded = this.folded.includes(id);
    const inside = new Set(getFoldableStates({ root: this.#state(id) }).map((state) => state.id));
    const others = this.folded.filter((one) => one !== id);
    // An unfolded state shows its inner states folded.
    await this.fold(isFolded ? [...others, ...[...inside].filter((one) => !others.includes(one))] : [...others, id]);
    const after = this.#placeOf(id);
    if (before !== null && after !== null) {
      const [was, is] = [
        this.canvas.toFramePosition(before.x, before.y),
        this.canvas.toFramePosition(after.x, after.y),
      ];
      this.canvas.moveBy(was.x - is.x, was.y - is.y);
    }
    this.#world.querySelector<SVGElement>(`[data-fold="${CSS.escape(id)}"]`)?.focus();
  }

  #state(id: string): ChartState {
    return allStates(this.data.chart.root).find((state) => state.id === id) ?? this.data.chart.root;
  }

  #placeOf(id: string) {
    return this.#look.laid.boxes.find((box) => box.id === this.standInFor(id)) ?? null;
  }

  /** Returns the box drawn for a state: its own, or that of the outermost folded state around it. */
  standInFor(id: string): string {
    const around = this.folded.filter((outer) => allStates(this.#state(outer)).some((inner) => inner.id === id));
    const [outermost = id] = around.sort((a, b) => this.#depth(a) - this.#depth(b));
    return outermost;
  }

  #depth(id: string): number {
    return this.#state(id).name.split('.').length;
  }

  #pressed(event: Event): void {
    const target = event.target as Element;
    const fold = target.closest('[data-fold]')?.getAttribute('data-fold');
    const jump = target.closest('[data-goto]')?.getAttribute('data-goto');
    const edges = target.closest('[data-edges]')?.getAttribute('data-edges');
    const link = target.closest('[data-link]')?.getAttribute('data-link');
    const state = target.closest('[data-state]')?.getAttribute('data-state');
    if (target.closest('a') !== null) return;
    if (event instanceof KeyboardEvent) event.preventDefault();
    if (fold !== undefined && fold !== null) void this.toggle(fold);
    else if (jump !== undefined && jump !== null) this.select({ state: jump }, { isCentred: true });
    else if (edges !== undefined && edges !== null) this.select({ edges: edges.split(' ').map(Number) });
    else if (link !== undefined && link !== null) {
      const found = this.#view.links.find(({ id }) => id === link);
      if (found !== undefined) this.select({ edges: found.edges });
    } else if (state !== undefined && state !== null) this.select({ state });
  }

  #bringIntoSight(chosen: ChartSelection): void {
    const id = 'state' in chosen ? chosen.state : this.data.chart.edges[chosen.edges[0] ?? -1]?.from;
    const place = id === undefined ? null : this.#placeOf(id);
    if (place !== null) this.canvas.centre(place.x + place.width / 2, place.y + Math.min(place.height, 200) / 2);
  }

  /** Moves the chart when the middle of a state's box is out of view. */
  reveal(id: string): void {
    const box = this.#placeOf(id);
    if (box === null) return;
    const { x, y } = this.canvas.toFramePosition(box.x + box.width / 2, box.y + box.height / 2);
    const { width, height } = this.canvas.room;
    if (x < 0 || y < 0 || x > width || y > height) this.#bringIntoSight({ state: id });
  }

  #mark(): void {
    for (const marked of this.#world.querySelectorAll('.chosen, .lit, .just'))
      marked.classList.remove('chosen', 'lit', 'just');
    if (this.#chosen !== null) {
      if ('state' in this.#chosen) this.#markState(this.#chosen.state, 'chosen');
      else this.#markEdges(this.#chosen.edges, 'chosen');
    }
    for (const id of this.#lit?.states ?? []) this.#markState(id, 'lit');
    this.#markEdges(
      (this.#lit?.transitions ?? []).flatMap((one) => this.findEdge(one) ?? []),
      'just',
    );
  }

  /** Returns the index of the edge for a recorded transition, or `null`. */
  findEdge({ source, event, index, to }: HighlightedTransition): number | null {
    const { edges } = this.data.chart;
    const of = edges.flatMap((edge, at) => (edge.from === source && edge.event === event ? [{ edge, at }] : []));
    const found =
      of.find(({ edge }) => edge.index === index) ??
      of.find(({ edge }) => to !== undefined && isSame(edge.to, to)) ??
      of[0];
    return found?.at ?? null;
  }

  #markState(id: string, mark: string): void {
    const box = this.standInFor(id);
    for (const element of this.#world.querySelectorAll(`.state[data-state="${CSS.escape(box)}"]`))
      element.classList.add(mark);
  }

  #markEdges(indexes: readonly number[], mark: string): void {
    if (indexes.length === 0) return;
    for (const link of this.#view.links) {
      if (!link.edges.some((index) => indexes.includes(index))) continue;
      for (const element of this.#world.querySelectorAll(`[data-link="${link.id}"]`)) element.classList.add(mark);
    }
    for (const element of this.#world.querySelectorAll('[data-edges]')) {
      const told = (element.getAttribute('data-edges') ?? '').split(' ').map(Number);
      if (told.some((index) => indexes.includes(index))) element.classList.add(mark);
    }
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
