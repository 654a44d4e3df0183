/** Moves and scales the drawing by wheel, pointer, pinch, keys and buttons. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the drawing. */
export type Area = Point & Size;

const STEP = 1.25;
const LARGEST = 3;
const SMALLEST = 0.05;
const MARGIN = 12;

const KEY_STEP = 60;
/** Movement of the drawing by the arrow keys: the view moves in the direction of the arrow. px. */
export const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

export class Canvas {
  readonly #frame: HTMLElement;
  readonly #world: SVGGElement;
  #content: Size = { width: 1, height: 1 };
  #begin = 0;
  #scale = 1;
  #x = 0;
  #y = 0;
  readonly #pointers = new Map<number, Point>();
  #hasMoved = false;
  readonly #onMove = new Set<() => void>();
  readonly #onZoom = new Set<(at: Point) => void>();

  constructor(frame: HTMLElement, world: SVGGElement) {
    this.#frame = frame;
    this.#world = world;
    frame.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    frame.addEventListener('pointerdown', (event) => this.#down(event));
    frame.addEventListener('pointermove', (event) => this.#move(event));
    for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      frame.addEventListener(type, (event) => this.#pointers.delete(event.pointerId));
    // A drag is not a press.
    frame.addEventListener('click', (event) => this.#hasMoved && event.stopPropagation(), { capture: true });
    frame.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Sets the unscaled size of the drawing, and the x position that is shown first when it does not fit. */
  show(size: Size, begin: number): void {
    this.#content = size;
    this.#begin = begin;
  }

  get scale(): number {
    return this.#scale;
  }

  /** Calls the listener after every change of position or scale. */
  onMove(listener: () => void): void {
    this.#onMove.add(listener);
  }

  /** Calls the listener with the place in the frame where the user has zoomed. */
  onZoom(listener: (at: Point) => void): void {
    this.#onZoom.add(listener);
  }

  get content(): Size {
    return this.#content;
  }

  /** The part of the drawing that the frame shows. */
  get visible(): Area {
    const { width, height } = this.room;
    const scale = this.#scale;
    return { x: -this.#x / scale, y: -this.#y / scale, width: width / scale, height: height / scale };
  }

  get room(): Size {
    const { clientWidth: width, clientHeight: height } = this.#frame;
    return { width, height };
  }

  /** Shows the whole drawing as large as possible, at most in its own size and at least at `least`. */
  fit(least = SMALLEST): void {
    const { width, height } = this.room;
    const whole = Math.min(1, (width - 2 * MARGIN) / this.#content.width, (height - 2 * MARGIN) / this.#content.height);
    this.#scale = Math.max(whole, least);
    // A drawing that does not fit is shown from its beginning.
    const drawn = this.#content.width * this.#scale;
    const begun = Math.min(MARGIN, Math.max(width - MARGIN - drawn, width / 2 - this.#begin * this.#scale));
    this.#x = drawn > width ? begun : (width - drawn) / 2;
    this.#y = Math.max(0, (height - this.#content.height * this.#scale) / 2);
    this.#apply();
  }

  /** Shows an area as large as possible, at least in its own size. An area that does not fit is shown from its beginning. */
  showArea({ x, y, width, height }: Area, most = LARGEST): void {
    const { room } = this;
    const whole = Math.min((room.width - 2 * MARGIN) / width, (room.height - 2 * MARGIN) / height);
    const scale = Math.min(most, Math.max(1, whole));
    this.#scale = scale;
    this.#x = Math.max(MARGIN, (room.width - width * scale) / 2) - x * scale;
    this.#y = Math.max(MARGIN, (room.height - height * scale) / 2) - y * scale;
    this.#apply();
    for (const listener of this.#onZoom) listener({ x: room.width / 2, y: room.height / 2 });
  }

  /** Shows the drawing in its own size, around the middle of the view. */
  fullSize(): void {
    this.zoom(1 / this.#scale);
  }

  zoom(factor: number, at?: Point): void {
    const { width, height } = this.room;
    const { x, y } = at ?? { x: width / 2, y: height / 2 };
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.#scale * factor));
    this.#x = x - ((x - this.#x) * scale) / this.#scale;
    this.#y = y - ((y - this.#y) * scale) / this.#scale;
    this.#scale = scale;
    this.#apply();
    for (const listener of this.#onZoom) listener({ x, y });
  }

  larger(): void {
    this.zoom(STEP);
  }

  smaller(): void {
    this.zoom(1 / STEP);
  }

  moveBy(x: number, y: number): void {
    this.#x += x;
    this.#y += y;
    this.#apply();
  }

  /** Moves a point of the drawing to the middle. */
  centre(x: number, y: number): void {
    const { width, height } = this.room;
    this.#x = width / 2 - x * this.#scale;
    this.#y = height / 2 - y * this.#scale;
    this.#apply();
  }

  /** Returns the position in the frame of a point in the drawing. */
  toFramePosition(x: number, y: number): Point {
    return { x: this.#x + x * this.#scale, y: this.#y + y * this.#scale };
  }

  /** Returns the point of the drawing at a position on the screen. */
  toDrawing(clientX: number, clientY: number): Point {
    const { left, top } = this.#frame.getBoundingClientRect();
    return { x: (clientX - left - this.#x) / this.#scale, y: (clientY - top - this.#y) / this.#scale };
  }

  #apply(): void {
    this.#world.setAttribute('transform', `translate(${this.#x} ${this.#y}) scale(${this.#scale})`);
    for (const listener of this.#onMove) listener();
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top } = this.#frame.getBoundingClientRect();
    // The wheel zooms, as in maps; a horizontal swipe on a touchpad moves.
    if (event.shiftKey || (event.deltaX !== 0 && !event.ctrlKey)) this.moveBy(-event.deltaX, -event.deltaY);
    else this.zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - left, y: event.clientY - top });
  }

  #down(event: PointerEvent): void {
    this.#hasMoved = false;
    // With the Shift key, a drag selects an area.
    if (event.shiftKey) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...this.#pointers].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    if (Math.hypot(now.x - before.x, now.y - before.y) > 2) this.#hasMoved = true;
    if (other === undefined) {
      if (!this.#hasMoved) return;
      this.moveBy(now.x - before.x, now.y - before.y);
    } else {
      const { left, top } = this.#frame.getBoundingClientRect();
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      const factor = apart === 0 ? 1 : Math.hypot(now.x - other.x, now.y - other.y) / apart;
      this.zoom(factor, { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top });
      this.moveBy((now.x - before.x) / 2, (now.y - before.y) / 2);
    }
    this.#pointers.set(event.pointerId, now);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = event.shiftKey ? MOVES[event.key] : undefined;
    if (way !== undefined) this.moveBy(...way);
    else if (event.key === '+' || event.key === '=') this.larger();
    else if (event.key === '-') this.smaller();
    else if (event.key === '0') this.fit();
    else if (event.key === '1') this.fullSize();
    else return;
    event.preventDefault();
  }
}
