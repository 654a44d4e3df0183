import type { Art, ArtOf, Kind } from './art.ts';
import { moodOf } from './kit/backdrops.ts';
import { photograph, type Shot, type Subject } from './kit/compose.ts';
import { createInk, type Ink } from './kit/ink.ts';
import { cable, charger, flashDrive, memoryCard, powerBank, ssd, watch } from './kinds/accessories.ts';
import { cooker, fridge, hob, washer } from './kinds/appliances.ts';
import { earbuds, headphones, speaker } from './kinds/audio.ts';
import { actionCamera, camera, instantCamera, securityCamera } from './kinds/cameras.ts';
import { allInOne, laptop, monitor, tower } from './kinds/computers.ts';
import { controller, gameConsole, handheld, keyboard, mouse } from './kinds/gaming.ts';
import { airFryer, blender, dispenser, iron, kettle, microwave } from './kinds/kitchen.ts';
import { printer, router } from './kinds/office.ts';
import { featurePhone, phone, tablet } from './kinds/phones.ts';
import { soundbar, tv } from './kinds/tvs.ts';

type DrawByKind = { [K in Kind]: (ink: Ink, art: ArtOf<K>) => Subject };

const DRAW_BY_KIND: DrawByKind = {
  phone,
  featurePhone,
  tablet,
  laptop,
  allInOne,
  tower,
  monitor,
  printer,
  router,
  tv,
  soundbar,
  speaker,
  headphones,
  earbuds,
  watch,
  powerBank,
  charger,
  cable,
  flashDrive,
  ssd,
  memoryCard,
  mouse,
  keyboard,
  console: gameConsole,
  handheld,
  controller,
  fridge,
  cooker,
  hob,
  washer,
  microwave,
  kettle,
  blender,
  iron,
  airFryer,
  dispenser,
  camera,
  actionCamera,
  instantCamera,
  securityCamera,
};

/** Which shots a product has, by how many pictures it shows. */
const SHOTS: Record<2 | 3 | 4, readonly Shot[]> = {
  2: ['front', 'scene'],
  3: ['front', 'other', 'scene'],
  4: ['front', 'other', 'scene', 'closeUp'],
};

/** What the art kit needs of a product. */
export interface DrawnProduct {
  art: Art;
  category: string;
  pictures: 2 | 3 | 4;
}

/** The n-th picture (from 1) of a product as an SVG document; null where it has none. Pure. */
export function drawPicture(product: DrawnProduct, n: number): string | null {
  const shot = SHOTS[product.pictures][n - 1];
  if (shot === undefined) return null;
  const ink = createInk();
  const draw = DRAW_BY_KIND[product.art.kind] as (ink: Ink, art: Art) => Subject;
  return photograph(ink, draw(ink, product.art), shot, moodOf(product.category));
}
