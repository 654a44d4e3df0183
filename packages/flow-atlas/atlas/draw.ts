import { ANYWHERE, hasFrame, SIZE } from './layout.ts';
import type { Layout, LinkLayout, PlacedBox } from './layout.ts';
import { measureWidth } from './measure.ts';
import { allBoxes } from './view.ts';
import type { Box, BoxLine, Link, View } from './shapes.ts';

/** Renders a laid out view as SVG without the outer element: boxes below, lines above them, labels on top. */
export function drawView(view: View, laid: Layout): string {
  const boxes = new Map(allBoxes(view.root).map((box) => [box.state.id, box] as const));
  const links = new Map(view.links.map((link) => [link.id, link] as const));
  const lines = lineSegments(laid);
  const dots = laid.dots.map((dot) => {
    const [id = '', kind] = dot.id.split('::');
    if (kind === 'start') return `<circle class="start" cx="${dot.x + 6}" cy="${dot.y + 6}" r="5"/>`;
    if (kind === 'any') return drawPill(dot, links.get(id));
    const box = boxes.get(id);
    return box === undefined ? '' : `<g class="notes" data-state="${escape(id)}">${drawLines(box, dot, dot.y + 2)}</g>`;
  });
  const isFramed = hasFrame(view.root, view.links);
  return [
    ...laid.boxes.map((place) => {
      const box = boxes.get(place.id);
      if (box === undefined || (box === view.root && !isFramed)) return '';
      return drawBox(box, place, lines);
    }),
    ...dots,
    ...laid.links.map((link) => drawPath(link, links.get(link.id))),
    ...laid.links.map((link) => drawLabel(link, links.get(link.id))),
  ].join('\n');
}

export const MARKERS = `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0,0L8,4L0,8z" fill="context-stroke"/></marker></defs>`;

export function escape(text: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => named[character] ?? character);
}

function drawPill({ x, y, width, height }: PlacedBox, link: Link | undefined): string {
  return `<g class="pill" data-state="${escape(link?.from ?? '')}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="11"/><text x="${x + width / 2}" y="${y + 15}" text-anchor="middle">${ANYWHERE}</text></g>`;
}

type Segment = readonly [number, number, number, number];

function lineSegments({ links }: Layout): Segment[] {
  return links.flatMap(({ points }) =>
    points.slice(1).map(([x, y], index): Segment => {
      const [fromX, fromY] = points[index] as readonly [number, number];
      return [Math.min(x, fromX), Math.min(y, fromY), Math.max(x, fromX), Math.max(y, fromY)];
    }),
  );
}

function drawBox(box: Box, place: PlacedBox, lines: readonly Segment[]): string {
  const { state, title, isFolded, children } = box;
  const { x, y, width, height } = place;
  const isOpen = children.length > 0;
  const classes = ['state', state.type, isOpen && 'open', isFolded && 'folded', state.isRegion && 'region'];
  const frame = `<rect class="box" x="${x}" y="${y}" width="${width}" height="${height}" rx="9"/>`;
  const inner =
    state.type === 'final'
      ? `<rect class="inner" x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="7"/>`
      : '';
  const isFoldable = isOpen || isFolded;
  const headWidth = measureWidth(title, SIZE.title, true) + (isFoldable ? 22 : 0);
  const at = isOpen ? findFreePlace(place, headWidth, lines) : x + SIZE.pad;
  const fold = isFoldable
    ? `<g class="fold" ${renderPart(state.id)} data-fold="${escape(state.id)}" aria-expanded="${isOpen}" aria-label="${isOpen ? 'Fold up' : 'Unfold'} ${escape(title)}"><rect x="${at - 2}" y="${y + 6}" width="18" height="18" rx="4"/><path d="${isOpen ? `M${at + 3},${y + 15}h8` : `M${at + 3},${y + 15}h8M${at + 7},${y + 11}v8`}"/></g>`
    : '';
  const body = isOpen ? '' : drawLines(box, place, y + SIZE.head + 2);
  const name = `<text class="name" x="${at + (isFoldable ? 22 : 0)}" y="${y + 20}">${escape(title)}</text>`;
  // Controls inside a box are siblings of its button.
  const button = `<g class="head" role="button" tabindex="-1">${frame}${inner}${name}</g>`;
  return `<g class="${classes.filter(Boolean).join(' ')}" data-state="${escape(state.id)}">${button}${fold}${body}</g>`;
}

/**
 * Attributes of a control that belongs to a state. The whole chart is one stop of the Tab key; the script makes the
 * controls of the focused state the next ones.
 */
function renderPart(state: string): string {
  return `role="button" tabindex="-1" data-of="${escape(state)}"`;
}

/** Returns an x position for a box's title that no line crosses. */
function findFreePlace({ x, y, width }: PlacedBox, wanted: number, lines: readonly Segment[]): number {
  const crossing = lines
    .filter(([left, top, right, bottom]) => bottom > y + 1 && top < y + SIZE.head && right > x && left < x + width)
    .map(([left, , right]) => [left - 6, right + 6] as const)
    .sort(([a], [b]) => a - b);
  let at = x + SIZE.pad;
  for (const [left, right] of crossing) {
    if (left >= at + wanted) break;
    at = Math.max(at, right);
  }
  return at + wanted <= x + width - 4 ? at : x + SIZE.pad;
}

const MARKS: Readonly<Record<BoxLine['kind'], string>> = {
  anywhere: '',
  inside: '',
  runs: '⚙',
  flow: '→',
  jump: '⇢',
  reached: '⇠',
  stays: '•',
  again: '↻',
  ignored: '✕',
};

function drawLines({ state, lines }: Box, { x }: PlacedBox, top: number): string {
  const drawRow = ({ kind, text, isRest }: BoxLine, index: number) => {
    const shift = MARKS[kind] === '' ? 0 : 16;
    const mark = isRest || shift === 0 ? '' : `<tspan class="mark" aria-hidden="true">${MARKS[kind]}</tspan>`;
    return `<text x="${x + SIZE.pad}" y="${top + 12 + index * SIZE.row}">${mark}<tspan x="${x + SIZE.pad + shift}">${escape(text)}</tspan></text>`;
  };
  return lines
    .map((line, index) => {
      if (line.isRest) return '';
      const next = lines.findIndex((other, at) => at > index && !other.isRest);
      const own = lines.slice(index, next === -1 ? undefined : next);
      return drawLine(
        state.id,
        own,
        own.map((row, nth) => drawRow(row, index + nth)),
      );
    })
    .join('');
}

/** Draws one line of a box, which may be wrapped into several rows. */
function drawLine(state: string, lines: readonly BoxLine[], drawn: readonly string[]): string {
  // Between words, also for those who hear them.
  const rows = drawn.join(' ');
  const [{ kind, to, flow, edges }] = lines as readonly [BoxLine];
  const told = edges.length === 0 ? '' : ` data-edges="${edges.join(' ')}"`;
  if (flow !== null)
    return `<a class="line flow" href="${escape(flow)}.html" data-flow="${escape(flow)}" tabindex="-1" data-of="${escape(state)}">${rows}</a>`;
  if (kind === 'anywhere') return `<g class="head line anywhere" role="button" tabindex="-1">${rows}</g>`;
  if (to === null && edges.length === 0) return `<g class="line ${kind}">${rows}</g>`;
  const goto = to === null ? '' : ` data-goto="${escape(to)}"`;
  return `<g class="line ${kind}" ${renderPart(state)}${told}${goto}>${rows}</g>`;
}

/** Draws a line with a gap for its label. */
function drawPath({ id, points, label }: LinkLayout, link: Link | undefined): string {
  const kind = link === undefined ? 'first' : link.kind;
  const pieces = label === null ? [points] : subtractRectangle(points, label);
  const last = pieces.length - 1;
  return pieces
    .map((piece, index) => {
      const path = piece.map(([x, y], nth) => `${nth === 0 ? 'M' : 'L'}${x},${y}`).join('');
      const end = index === last ? ' marker-end="url(#arrow)"' : '';
      return `<path class="edge ${kind}${link?.isSecond === true ? ' second' : ''}" data-link="${id}" d="${path}"${end}/>`;
    })
    .join('');
}

type Point = readonly [number, number];

/** Returns the parts of a polyline with horizontal and vertical pieces outside a rectangle. */
function subtractRectangle(points: readonly Point[], { x, y, width, height }: Omit<PlacedBox, 'id'>): Point[][] {
  const pieces: Point[][] = [];
  let piece: Point[] = [];
  const isIn = ([px, py]: Point) => px > x && px < x + width && py > y && py < y + height;
  const push = () => {
    if (piece.length > 1) pieces.push(piece);
    piece = [];
  };
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before !== undefined) {
      const [ax, ay] = before;
      const [bx, by] = point;
      // Positions where the line enters and leaves the rectangle, as fractions of its length.
      const [enter, leave] = findCrossing([ax, ay], [bx, by], { x, y, width, height });
      if (enter < leave) {
        const at = (part: number): Point => [ax + (bx - ax) * part, ay + (by - ay) * part];
        if (enter > 0) {
          piece.push(at(enter));
          push();
        }
        piece = [];
        if (leave < 1) piece.push(at(leave));
      }
    }
    if (!isIn(point)) piece.push(point);
  });
  push();
  return pieces;
}

function findCrossing([ax, ay]: Point, [bx, by]: Point, rect: Omit<PlacedBox, 'id'>): readonly [number, number] {
  let enter = 0;
  let leave = 1;
  for (const [from, way, low, high] of [
    [ax, bx - ax, rect.x, rect.x + rect.width],
    [ay, by - ay, rect.y, rect.y + rect.height],
  ] as const) {
    if (way === 0) {
      if (from <= low || from >= high) return [1, 0];
      continue;
    }
    const [near, far] = [(low - from) / way, (high - from) / way].sort((a, b) => a - b) as [number, number];
    enter = Math.max(enter, near);
    leave = Math.min(leave, far);
  }
  return [enter, leave];
}

function drawLabel({ id, label }: LinkLayout, link: Link | undefined): string {
  if (label === null || link === undefined) return '';
  let y = label.y + 3;
  const rows = link.items
    .map(({ kind, lines, edges }) => {
      const texts = lines
        .map((line, index) => {
          const at = y + 11 + index * SIZE.labelRow;
          return `<text x="${label.x + label.width / 2}" y="${at}" text-anchor="middle">${escape(line)}</text>`;
        })
        .join(' ');
      y += lines.length * SIZE.labelRow + 3;
      return `<g class="item ${kind}" data-edges="${edges.join(' ')}">${texts}</g>`;
    })
    .join(' ');
  const { x, width, height } = label;
  return `<g class="label" ${renderPart(link.from)} data-link="${id}"><rect x="${x}" y="${label.y}" width="${width}" height="${height}" rx="4"/>${rows}</g>`;
}
