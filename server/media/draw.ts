import type { Art, ArtOf, Kind } from './art.ts';
import { moodOf } from './kit/backdrops.ts';
import { photograph, type Shot, type Subject } from './kit/compose.ts';
import { createInk, type Ink } from './kit/ink.ts';
import { allInOne, laptop, monitor, printer, router, tower } from './kinds/computers.ts';
import { featurePhone, phone, tablet } from './kinds/phones.ts';

type Draughtsmen = { [K in Kind]?: (ink: Ink, art: ArtOf<K>) => Subject };

const DRAUGHTSMEN: Draughtsmen = { phone, featurePhone, tablet, laptop, allInOne, tower, monitor, printer, router };

/** Which shots a product has, by how many pictures it shows. */
const SHOTS: Record<2 | 3 | 4, readonly Shot[]> = {
  2: ['front', 'scene'],
  3: ['front', 'other', 'scene'],
  4: ['front', 'other', 'scene', 'closeUp'],
};

/** What the art kit needs of a product. */
export interface Sitter {
  art: Art;
  category: string;
  pictures: 2 | 3 | 4;
}

/** The n-th picture (from 1) of a product as an SVG document; null where it has none. Pure. */
export function drawPicture(sitter: Sitter, n: number): string | null {
  const shot = SHOTS[sitter.pictures][n - 1];
  if (shot === undefined) return null;
  const ink = createInk();
  const draw = DRAUGHTSMEN[sitter.art.kind] as ((ink: Ink, art: Art) => Subject) | undefined;
  if (draw === undefined) return null;
  return photograph(ink, draw(ink, sitter.art), shot, moodOf(sitter.category));
}
