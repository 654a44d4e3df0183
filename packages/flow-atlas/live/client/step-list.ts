import type { Entry } from '../entries.ts';
import type { LiveRecord } from '../record.ts';

/** Entries that are created and laid out together. */
const CHUNK = 50;
/** Estimated height of a line, until the browser has seen it. Pixels. */
const LINE = 48;
/** Chunks are created when they come this close to the visible part. */
const NEAR = '600px';

/** A part of the list. Its lines exist only once it has been near the visible part. */
interface Chunk {
  readonly list: HTMLOListElement;
  readonly entries: Entry[];
  isFilled: boolean;
}

/**
 * The list of steps. It creates only lines that come near the visible part and changes only those that differ, so that
 * thousands of steps load and scroll well.
 */
export class StepList {
  readonly #box: HTMLElement;
  readonly #describe: (entry: Entry) => string;
  readonly #observer: IntersectionObserver;
  #chunks: Chunk[] = [];
  #current: Element | undefined;

  constructor(box: HTMLElement, describe: (entry: Entry) => string, choose: (place: number) => void) {
    this.#box = box;
    this.#describe = describe;
    this.#observer = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) {
          const chunk = this.#chunks.find(({ list }) => list === target);
          if (isIntersecting && chunk !== undefined) this.#fill(chunk);
        }
      },
      { root: box, rootMargin: NEAR },
    );
    box.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('[data-step]') !== null) choose(this.#findPlace(target));
    });
    box.addEventListener('keydown', (event) => this.#key(event));
    // `toggle` does not bubble.
    box.addEventListener('toggle', ({ target }) => this.#showData(target), { capture: true });
  }

  /** Shows these entries, the one at `place` (counted from 1) as the current one. */
  show(entries: readonly Entry[], place: number): void {
    const before = this.#chunks.flatMap((chunk) => chunk.entries);
    const gone = Math.max(
      0,
      before.findIndex((entry) => isSame(entry, entries[0])),
    );
    for (let count = gone; count > 0; count -= 1) this.#removeFirst();
    const differing = entries.findIndex((entry, index) => !isSame(entry, before[gone + index]));
    const kept = differing === -1 ? entries.length : differing;
    for (let count = before.length - gone; count > kept; count -= 1) this.#removeLast();
    // Only the last line grows by further records.
    const grown = entries[kept - 1];
    if (grown !== undefined) this.#replaceLast(grown);
    for (const entry of entries.slice(kept)) this.#append(entry);
    this.#mark(place);
  }

  /** Removes all lines, because their words depend on what else is shown. */
  clear(): void {
    for (const { list } of this.#chunks) this.#observer.unobserve(list);
    this.#chunks = [];
    this.#box.replaceChildren();
  }

  #append(entry: Entry): void {
    let chunk = this.#chunks.at(-1);
    if (chunk === undefined || chunk.entries.length >= CHUNK) {
      chunk = { list: document.createElement('ol'), entries: [], isFilled: false };
      this.#chunks.push(chunk);
      this.#box.append(chunk.list);
      this.#observer.observe(chunk.list);
    }
    chunk.entries.push(entry);
    chunk.list.style.containIntrinsicHeight = `auto ${chunk.entries.length * LINE}px`;
    if (chunk.isFilled) chunk.list.append(this.#create(entry));
  }

  #removeFirst(): void {
    const [chunk] = this.#chunks;
    chunk?.entries.shift();
    chunk?.list.firstElementChild?.remove();
    this.#removeEmpty(chunk);
  }

  #removeLast(): void {
    const chunk = this.#chunks.at(-1);
    chunk?.entries.pop();
    if (chunk?.isFilled === true) chunk.list.lastElementChild?.remove();
    this.#removeEmpty(chunk);
  }

  #removeEmpty(chunk: Chunk | undefined): void {
    if (chunk === undefined || chunk.entries.length > 0) return;
    this.#observer.unobserve(chunk.list);
    chunk.list.remove();
    this.#chunks = this.#chunks.filter((one) => one !== chunk);
  }

  #replaceLast(entry: Entry): void {
    const chunk = this.#chunks.at(-1);
    if (chunk === undefined || chunk.entries.at(-1) === entry) return;
    chunk.entries.splice(-1, 1, entry);
    if (chunk.isFilled) this.#write(chunk.list.lastElementChild, entry);
  }

  #fill(chunk: Chunk): void {
    if (chunk.isFilled) return;
    chunk.isFilled = true;
    chunk.list.append(...chunk.entries.map((entry) => this.#create(entry)));
  }

  #create(entry: Entry): HTMLLIElement {
    const item = document.createElement('li');
    item.innerHTML =
      '<button type="button" data-step tabindex="-1"></button><details><summary tabindex="-1">Data</summary><pre></pre></details>';
    item.classList.toggle('deed', entry.isDeed);
    this.#write(item, entry);
    return item;
  }

  #write(item: Element | null, entry: Entry): void {
    const button = item?.querySelector('button');
    if (button != null) button.textContent = this.#describe(entry);
    const details = item?.querySelector('details');
    if (details?.open === true) writeData(details, entry);
  }

  /** Returns the line of a place, counted from 1. */
  #getItem(place: number): Element | undefined {
    let index = place - 1;
    for (const chunk of this.#chunks) {
      if (index < chunk.entries.length) {
        if (index >= 0) this.#fill(chunk);
        return chunk.list.children[index];
      }
      index -= chunk.entries.length;
    }
    return undefined;
  }

  #mark(place: number): void {
    const item = this.#getItem(place);
    // Without a current step, the keyboard enters the list at its beginning.
    if (item === undefined) setReachable(this.#getItem(1), true);
    if (this.#current === item) return;
    setCurrent(this.#current, false);
    setCurrent(item, true);
    this.#current = item;
    if (item instanceof HTMLElement) this.#reveal(item);
  }

  /** Scrolls only the list, not the page. */
  #reveal(item: HTMLElement): void {
    const box = this.#box.getBoundingClientRect();
    const { top, bottom } = item.getBoundingClientRect();
    if (top < box.top) this.#box.scrollTop -= box.top - top + LINE;
    else if (bottom > box.bottom) this.#box.scrollTop += bottom - box.bottom + LINE;
  }

  #findPlace(target: Element): number {
    const item = target.closest('li');
    let passed = 0;
    for (const { list, entries } of this.#chunks) {
      if (item?.parentElement === list) return passed + [...list.children].indexOf(item) + 1;
      passed += entries.length;
    }
    return 0;
  }

  /** Arrows, Home and End move between the steps, of which only one is in the order of the tab key. */
  #key(event: KeyboardEvent): void {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    if (item === null) return;
    const place = this.#findPlace(item);
    const last = this.#chunks.reduce((sum, { entries }) => sum + entries.length, 0);
    const wanted = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 1, End: last }[event.key];
    const next = wanted === undefined ? undefined : this.#getItem(wanted);
    if (next === undefined) return;
    event.preventDefault();
    setReachable(item, false);
    setReachable(next, true);
    next.querySelector('button')?.focus();
  }

  #showData(target: EventTarget | null): void {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return;
    const place = this.#findPlace(target);
    const entry = this.#chunks.flatMap(({ entries }) => entries)[place - 1];
    if (entry !== undefined) writeData(target, entry);
  }
}

/** Entries are listed again with each record; the same entry begins with the same record. */
function isSame(one: Entry, other: Entry | undefined): boolean {
  return one.records[0] === other?.records[0];
}

function setCurrent(item: Element | undefined, isCurrent: boolean): void {
  const button = item?.querySelector('button');
  if (isCurrent) button?.setAttribute('aria-current', 'step');
  else button?.removeAttribute('aria-current');
  setReachable(item, isCurrent);
}

function setReachable(item: Element | undefined, isReachable: boolean): void {
  for (const control of item?.querySelectorAll<HTMLElement>('button, summary') ?? [])
    control.tabIndex = isReachable ? 0 : -1;
}

function writeData(details: HTMLDetailsElement, { records }: Entry): void {
  const data = details.querySelector('pre');
  if (data !== null) data.textContent = records.map(formatData).join('\n');
}

/** Returns the data of a step, without values. */
function formatData(record: LiveRecord): string {
  if (record.kind === 'left') return JSON.stringify({ page: record.page, tab: record.tab }, null, 1);
  const { machine, event, payload, value, changes, output, repeats } = record;
  const more = { ...(output !== null && { output }), ...(repeats > 0 && { repeats }) };
  return JSON.stringify({ machine, event, payload, value, changes, ...more }, null, 1);
}
