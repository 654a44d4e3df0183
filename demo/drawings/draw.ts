import type { Art, ArtOf, Kind } from './art.ts';
import { actionCamera, camera, instantCamera, securityCamera } from './kinds/cameras.ts';
import { hairDryer, scale, shaver, toothbrush } from './kinds/care.ts';
import { cable, charger, powerBank } from './kinds/charging.ts';
import { controller, gameConsole, handheld } from './kinds/consoles.ts';
import { cooker, hob } from './kinds/cookers.ts';
import { allInOne, monitor, tower } from './kinds/desktops.ts';
import { fan, heater } from './kinds/fans.ts';
import { fridge } from './kinds/fridges.ts';
import { earbuds, headphones } from './kinds/headphones.ts';
import { dispenser, iron } from './kinds/household.ts';
import { keyboard, mouse } from './kinds/input-devices.ts';
import { airFryer, blender, kettle, microwave } from './kinds/kitchen.ts';
import { laptop } from './kinds/laptops.ts';
import { printer, router } from './kinds/office.ts';
import { featurePhone, phone, tablet } from './kinds/phones.ts';
import { bulb, doorbell, plug } from './kinds/smart-home.ts';
import { inverter, lantern, solarPanel } from './kinds/solar.ts';
import { speaker } from './kinds/speakers.ts';
import { flashDrive, memoryCard, ssd } from './kinds/storage.ts';
import { soundbar, tv } from './kinds/tvs.ts';
import { washer } from './kinds/washers.ts';
import { watch } from './kinds/watches.ts';
import { composePicture, type Shot, type ProductDrawings } from './kit/compose.ts';
import { createInk, type Ink } from './kit/ink.ts';
import { moodOf } from './kit/moods.ts';

type DrawByKind = { [K in Kind]: (ink: Ink, art: ArtOf<K>) => ProductDrawings };

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
  solarPanel,
  lantern,
  inverter,
  bulb,
  plug,
  doorbell,
  hairDryer,
  shaver,
  toothbrush,
  scale,
  fan,
  heater,
};

/** Which shots a product has, by how many pictures it shows. */
const SHOTS: Record<3 | 4, readonly Shot[]> = {
  3: ['front', 'other', 'scene'],
  4: ['front', 'other', 'scene', 'closeUp'],
};

/** What the art kit needs of a product. */
export interface DrawnProduct {
  art: Art;
  category: string;
  pictures: 3 | 4;
}

/** The n-th picture (from 1) of a product as an SVG document; null where it has none. Pure. */
export function drawPicture(product: DrawnProduct, n: number): string | null {
  const shot = SHOTS[product.pictures][n - 1];
  if (shot === undefined) return null;
  const ink = createInk();
  return composePicture(ink, drawingsOf(ink, product.art), shot, moodOf(product.category));
}

/** All that can be drawn of a product. */
export function drawingsOf(ink: Ink, art: Art): ProductDrawings {
  const draw = DRAW_BY_KIND[art.kind] as (ink: Ink, art: Art) => ProductDrawings;
  return draw(ink, art);
}
