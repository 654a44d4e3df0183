import { MOVES } from './canvas.ts';
import type { ChartView } from './chart-view.ts';

/** The longer side of the map, px, and its largest share of a narrow frame. */
const MOST = 140;
const SHARE = 0.25;

/** The overview map: the whole drawing as small boxes, and the part that the frame shows. Hidden when it shows all. */
export function mountOverview(view: ChartView): void {
  const map = document.getElementById('overview');
  const svg = map?.querySelector('svg');
  if (map === null || svg === null || svg === undefined) return;
  const { canvas } = view;
  const seen = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  seen.setAttribute('class', 'seen');
  const move = () => {
    const { x, y, width, height } = canvas.visible;
    const { content } = canvas;
    const isWhole = x <= 0 && y <= 0 && x + width >= content.width && y + height >= content.height;
    map.hidden = isWhole && document.activeElement !== map;
    for (const [name, value] of Object.entries({ x, y, width, height })) seen.setAttribute(name, String(value));
  };
  const draw = () => {
    const { width, height, boxes } = view.laid;
    const root = view.data.chart.root.id;
    const most = Math.min(MOST, view.canvas.room.width * SHARE);
    const scale = Math.min(most / width, most / height);
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.style.width = `${width * scale}px`;
    svg.style.height = `${height * scale}px`;
    svg.innerHTML = boxes
      .filter(({ id }) => id !== root)
      .map((box) => `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"/>`)
      .join('');
    svg.append(seen);
    move();
  };
  const goTo = ({ clientX, clientY }: PointerEvent) => {
    const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    canvas.centre(point.x, point.y);
  };
  map.addEventListener('pointerdown', (event) => {
    map.setPointerCapture(event.pointerId);
    goTo(event);
  });
  map.addEventListener('pointermove', (event) => map.hasPointerCapture(event.pointerId) && goTo(event));
  map.addEventListener('keydown', (event) => {
    const way = MOVES[event.key];
    if (way !== undefined) canvas.moveBy(...way);
    else if (event.key === '+' || event.key === '=') canvas.larger();
    else if (event.key === '-') canvas.smaller();
    else return;
    event.preventDefault();
  });
  map.addEventListener('blur', move);
  canvas.onMove(move);
  view.onDraw(draw);
  // Calls once at the beginning, too.
  new ResizeObserver(draw).observe(view.frame);
}
