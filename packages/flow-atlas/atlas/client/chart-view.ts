import { allStates } from '../chart.ts';
import type { ChartState } from '../chart.ts';
import type { PageData } from '../data.ts';
import { drawView } from '../draw.ts';
import { computeLayout } from '../layout.ts';
import type { Layout, PlacedBox } from '../layout.ts';
import { viewOptions } from '../looks.ts';
import type { Look, LookOptions } from '../looks.ts';
import { getFoldableStates, createView } from '../view.ts';
import type { View } from '../shapes.ts';
import { Canvas } from './canvas.ts';
import type { Point } from './canvas.ts';
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

/** The chart of a page: draws views of it, folds and unfolds states, selects and highlights. */
export class ChartView {
  readonly data: PageData;
  readonly canvas: Canvas;
  readonly frame: HTMLElement;
  readonly #svg: SVGSVGElement;
  readonly #world: SVGGElement;
  readonly #states: ReadonlyMap<string, ChartState>;
  #look: Look;
  #view: View;
  #chosen: ChartSelection | null = null;
  #lit: ChartHighlight | null = null;
  #counts: readonly number[] | null = null;
  readonly #onSelect = new Set<(chosen: ChartSelection | null) => void>();
  readonly #onDraw = new Set<() => void>();

  constructor(data: PageData) {
    const frame = document.getElementById('canvas');
    const svg = document.getElementById('chart');
    const world = document.getElementById('world');
    if (frame === null || !(svg instanceof SVGSVGElement) || !(world instanceof SVGGElement))
      throw new Error('The page has no chart');
    this.data = data;
    this.frame = frame;
    this.#svg = svg;
    this.#world = world;
    this.#states = new Map(allStates(data.chart.root).map((state) => [state.id, state]));
    this.canvas = new Canvas(frame, world);
    this.#look = data.looks.first;
    this.#view = this.#viewOf(this.#look);
    for (const name of ['viewBox', 'width', 'height']) svg.removeAttribute(name);
    document.documentElement.classList.add('moves');
    this.#show(data.looks.first);
    this.showFirst();
    frame.addEventListener('click', (event) => this.#pressed(event));
    frame.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') this.#pressed(event);
    });
  }

  get folded(): readonly string[] {
    return this.#look.folded;
  }

  get chosen(): ChartSelection | null {
    return this.#chosen;
  }

  get laid(): Layout {
    return this.#look.laid;
  }

  /** Calls the listener with each selection; `null` when it is cleared. Returns a function that stops listening. */
  onSelect(listener: (chosen: ChartSelection | null) => void): () => void {
    this.#onSelect.add(listener);
    return () => this.#onSelect.delete(listener);
  }

  /** Calls the listener after each drawing. */
  onDraw(listener: () => void): void {
    this.#onDraw.add(listener);
  }

  /** Shows the chart in its own size, from its beginning. */
  showFirst(): void {
    this.canvas.fit(1);
  }

  /** Opens with the selection in the hash: `#state=open.code` (the path of a state, or its id) or `#edge=3`. */
  async openFrom(hash: string): Promise<void> {
    const given = new URLSearchParams(hash.replace(/^#/, ''));
    const place = given.get('state');
    const edge = given.get('edge');
    const state = [...this.#states.values()].find(({ name, id }) => name === place || id === place);
    if (state !== undefined) await this.goTo({ state: state.id });
    else if (edge !== null) await this.goTo({ edges: [Number(edge)] });
  }

  select(chosen: ChartSelection | null): void {
    if (chosen !== null && 'state' in chosen && !this.#states.has(chosen.state)) return;
    this.#chosen = chosen;
    this.#mark();
    for (const listener of this.#onSelect) listener(chosen);
  }

  /** Selects, unfolds what hides the selection, and moves the chart to it. */
  async goTo(chosen: ChartSelection): Promise<void> {
    const id = this.getPlace(chosen);
    if (id === null) return;
    const hiding = this.folded.filter((outer) => outer !== id && this.#isIn(outer, id));
    if (hiding.length > 0) await this.fold(this.folded.filter((one) => !hiding.includes(one)));
    this.select(chosen);
    this.#centre(id);
  }

  /** Returns the state of a selection; of transitions, the one that they leave. */
  getPlace(chosen: ChartSelection): string | null {
    const id = 'state' in chosen ? chosen.state : this.data.chart.edges[chosen.edges[0] ?? -1]?.from;
    return id !== undefined && this.#states.has(id) ? id : null;
  }

  getState(id: string): ChartState {
    return this.#states.get(id) ?? this.data.chart.root;
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
    const options: LookOptions = { folded, hasJumps: full.hasJumps, direction: first.direction };
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
    for (const listener of this.#onDraw) listener();
  }

  /** Folds or unfolds a state. An unfolded state shows its inner states folded. */
  async toggle(id: string): Promise<void> {
    const inside = getFoldableStates({ root: this.getState(id) }).map((state) => state.id);
    const others = this.folded.filter((one) => one !== id && !inside.includes(one));
    await this.foldAround(this.folded.includes(id) ? [...others, ...inside] : [...others, ...inside, id], id);
    this.#showFold(id);
  }

  /** Moves the chart just as far as needed to show the control that folds a state; keys also reach it out of view. */
  #showFold(id: string): void {
    const control = this.#world.querySelector<SVGRectElement>(`[data-fold="${CSS.escape(id)}"] > rect`);
    if (control === null) return;
    const { x: left, y: top, width, height } = control.getBBox();
    const { x, y } = this.canvas.toFramePosition(left, top);
    const { room, scale } = this.canvas;
    const shift = (start: number, size: number, end: number) =>
      Math.max(16 - start, 0) + Math.min(end - 16 - size * scale - start, 0);
    this.canvas.moveBy(shift(x, width, room.width), shift(y, height, room.height));
  }

  /** Draws the chart with these states folded, and keeps the position of one on the screen. */
  async foldAround(folded: readonly string[], id: string): Promise<void> {
    const before = this.getBox(id);
    await this.fold(folded);
    const after = this.getBox(id);
    if (before === null || after === null) return;
    const [was, is] = [before, after].map(({ x, y }) => this.canvas.toFramePosition(x, y)) as [Point, Point];
    const { room, scale } = this.canvas;
    // A state that has grown beyond the frame moves back as far as its beginning allows.
    const back = (start: number, size: number, end: number) =>
      Math.max(0, Math.min(start - 16, start + size * scale - end));
    this.canvas.moveBy(
      was.x - is.x - back(was.x, after.width, room.width),
      was.y - is.y - back(was.y, after.height, room.height),
    );
  }

  /** Returns the box drawn for a state. */
  getBox(id: string): PlacedBox | null {
    const box = this.standInFor(id);
    return this.laid.boxes.find((place) => place.id === box) ?? null;
  }

  /** Shows the whole box of a state as large as possible. */
  async zoomTo(id: string): Promise<void> {
    await this.goTo({ state: id });
    if (this.folded.includes(id)) await this.toggle(id);
    const box = id === this.data.chart.root.id ? { x: 0, y: 0, ...this.canvas.content } : this.getBox(id);
    if (box !== null) this.canvas.showArea(box, 1.2);
  }

  /** Returns the box drawn for a state: its own, or that of the outermost folded state around it. */
  standInFor(id: string): string {
    const around = this.folded.filter((outer) => this.#isIn(outer, id));
    const [outermost = id] = around.sort((a, b) => this.#depth(a) - this.#depth(b));
    return outermost;
  }

  #isIn(outer: string, inner: string): boolean {
    return allStates(this.getState(outer)).some(({ id }) => id === inner);
  }

  #depth(id: string): number {
    return this.getState(id).name.split('.').length;
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
    const isFromKeys = event instanceof KeyboardEvent;
    if (fold != null) void this.toggle(fold);
    else if (jump != null) void this.goTo({ state: jump });
    else if (edges != null) this.select({ edges: edges.split(' ').map(Number) });
    else if (link != null) {
      const found = this.#view.links.find(({ id }) => id === link);
      if (found !== undefined) this.select({ edges: found.edges });
    } else if (state != null) {
      this.select({ state });
      // The keyboard has one key for both.
      if (isFromKeys && this.folded.includes(state)) void this.toggle(state);
    }
  }

  /** Moves the chart when the middle of a state's box is out of view. */
  reveal(id: string): void {
    const box = this.getBox(id);
    if (box === null) return;
    const { x, y } = this.canvas.toFramePosition(box.x + box.width / 2, box.y + box.height / 2);
    const { width, height } = this.canvas.room;
    if (x < 0 || y < 0 || x > width || y > height) this.#centre(id);
  }

  #centre(id: string): void {
    const box = this.getBox(id);
    if (box !== null) this.canvas.centre(box.x + box.width / 2, box.y + Math.min(box.height, 200) / 2);
  }

  #mark(): void {
    for (const marked of this.#world.querySelectorAll('.chosen, .lit, .just'))
      marked.classList.remove('chosen', 'lit', 'just');
    for (const head of this.#world.querySelectorAll('[aria-current]')) head.removeAttribute('aria-current');
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
    for (const element of this.#world.querySelectorAll(`[data-state="${CSS.escape(box)}"]`)) {
      element.classList.add(mark);
      if (mark === 'chosen') element.querySelector('.head')?.setAttribute('aria-current', 'true');
    }
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
