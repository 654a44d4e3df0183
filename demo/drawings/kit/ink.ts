/** A stop: a colour, or a colour with its offset (0 to 1). Plain colours spread evenly. */
export type Stop = string | readonly [colour: string, offset: number];

export type Direction = 'down' | 'right' | 'diagonal';

/** Collects the gradients, clips and patterns of one picture and names them in order of use. */
export interface Ink {
  linear(stops: readonly Stop[], direction?: Direction): string;
  /** Centre and radius as shares of the painted shape. */
  radial(stops: readonly Stop[], cx?: number, cy?: number, r?: number): string;
  /** A clip path around the given shapes; goes into `clip-path`. */
  clip(shapes: string): string;
  /** A tile of `width` by `height` repeated over the shape. */
  pattern(width: number, height: number, tile: string): string;
  defs(): string;
}

const VECTORS: Record<Direction, string> = {
  down: 'x1="0" y1="0" x2="0" y2="1"',
  right: 'x1="0" y1="0" x2="1" y2="0"',
  diagonal: 'x1="0" y1="0" x2="1" y2="1"',
};

export function createInk(): Ink {
  const names = new Map<string, string>();

  const define = (open: string, inside: string): string => {
    const key = `${open}>${inside}`;
    const known = names.get(key);
    if (known !== undefined) return `url(#${known})`;
    const name = `d${names.size}`;
    names.set(key, name);
    return `url(#${name})`;
  };

  return {
    linear: (stops, direction = 'down') => define(`linearGradient ${VECTORS[direction]}`, stopsOf(stops)),
    radial: (stops, cx = 0.5, cy = 0.5, r = 0.5) =>
      define(`radialGradient cx="${cx}" cy="${cy}" r="${r}"`, stopsOf(stops)),
    clip: (shapes) => define('clipPath', shapes),
    pattern: (width, height, tile) =>
      define(`pattern width="${width}" height="${height}" patternUnits="userSpaceOnUse"`, tile),
    defs: () => [...names].map(([key, name]) => element(key, name)).join(''),
  };
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map((stop, index) => {
      const [colour, offset] = typeof stop === 'string' ? [stop, index / Math.max(1, stops.length - 1)] : stop;
      return `<stop offset="${round(offset)}" stop-color="${colour}"/>`;
    })
    .join('');
}

function element(key: string, name: string): string {
  const end = key.indexOf('>');
  const open = key.slice(0, end);
  const tag = open.split(' ', 1)[0] ?? '';
  return `<${tag} id="${name}"${open.slice(tag.length)}>${key.slice(end + 1)}</${tag}>`;
}

/** Two decimals are finer than a pixel at any width. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
