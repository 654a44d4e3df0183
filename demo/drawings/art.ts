/** What the art kit must know of a product to draw it; the demo catalogue carries one `Art` a product. */

/** Named finishes; the palette gives each its shades. */
export type Colour =
  | 'black'
  | 'graphite'
  | 'silver'
  | 'white'
  | 'titanium'
  | 'steel'
  | 'navy'
  | 'blue'
  | 'sky'
  | 'teal'
  | 'green'
  | 'mint'
  | 'purple'
  | 'lavender'
  | 'pink'
  | 'red'
  | 'orange'
  | 'gold'
  | 'sand'
  | 'cream';

/** What a switched-on screen shows. */
export type Screen =
  | 'dunes'
  | 'aurora'
  | 'savanna'
  | 'ocean'
  | 'bloom'
  | 'peaks'
  | 'city'
  | 'neon'
  | 'waves'
  | 'race'
  | 'match'
  | 'balloons';

/** The kinds of product that can be drawn, each with its models. */
export interface Models {
  phone: 'column' | 'square' | 'duo' | 'ring' | 'bar';
  featurePhone: 'keypad';
  tablet: 'slim' | 'pen';
  laptop: 'thin' | 'office' | 'gaming';
  allInOne: 'stand';
  tower: 'office';
  monitor: 'flat' | 'gaming';
  printer: 'tank' | 'laser';
  router: 'antennas' | 'mesh' | 'pocket';
  tv: 'legs' | 'pedestal';
  soundbar: 'bar' | 'subwoofer';
  speaker: 'cylinder' | 'boombox' | 'party' | 'tower';
  headphones: 'overEar' | 'onEar' | 'gaming';
  earbuds: 'stem' | 'bud';
  watch: 'round' | 'square' | 'band';
  powerBank: 'slab' | 'display' | 'magnetic';
  charger: 'single' | 'double';
  cable: 'braided';
  flashDrive: 'stick';
  ssd: 'portable';
  memoryCard: 'micro';
  mouse: 'compact' | 'gaming';
  keyboard: 'slim' | 'mechanical';
  console: 'wing' | 'block' | 'slab';
  handheld: 'hybrid' | 'solid';
  controller: 'symmetric' | 'offset';
  fridge: 'double' | 'sideBySide' | 'single';
  cooker: 'mixed';
  hob: 'gas' | 'induction';
  washer: 'front' | 'twin';
  microwave: 'dial' | 'digital';
  kettle: 'steel' | 'plastic';
  blender: 'jug';
  iron: 'steam';
  airFryer: 'basket';
  dispenser: 'floor';
  camera: 'dslr' | 'mirrorless';
  actionCamera: 'block';
  instantCamera: 'round';
  securityCamera: 'dome' | 'bullet';
  solarPanel: 'panel' | 'kit';
  lantern: 'camping';
  inverter: 'wall' | 'ups' | 'battery';
  bulb: 'frosted' | 'filament';
  plug: 'socket' | 'strip';
  doorbell: 'camera';
  hairDryer: 'pistol';
  shaver: 'rotary' | 'trimmer';
  toothbrush: 'electric';
  scale: 'body' | 'kitchen';
  fan: 'stand' | 'desk';
  heater: 'oil' | 'tower' | 'cooler';
}

export type Kind = keyof Models;

export interface ArtOf<K extends Kind> {
  kind: K;
  model: Models[K];
  colour: Colour;
  /** Second colour: a lens ring, a light, a knob. */
  accent?: Colour;
  screen?: Screen;
}

export type Art = { [K in Kind]: ArtOf<K> }[Kind];
