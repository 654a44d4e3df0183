/** One picture of the home page's carousel, and where it leads. */
export interface DemoBanner {
  /** Its picture is `/media/banner-<name>-1`. */
  readonly name: string;
  readonly title: string;
  readonly subtitle: string;
  readonly buttonText: string;
  /** A section of this shop. */
  readonly link: string;
  /** Whose paper it stands on: a category. */
  readonly mood: string;
  /** Slugs of the goods on it, from the back to the front: where each stands and how large it may be. */
  readonly goods: readonly {
    readonly slug: string;
    readonly x: number;
    readonly y: number;
    readonly size: readonly [width: number, height: number];
  }[];
}

/** In the order of the carousel. */
export const demoBanners: readonly DemoBanner[] = [
  {
    name: 'phones',
    title: 'New phones have arrived',
    subtitle: 'Large screens, long batteries and cameras for the night, with a warranty of the maker.',
    buttonText: 'Shop Phones',
    link: '/products?category=phones',
    mood: 'phones',
    goods: [
      { slug: 'apple-iphone-17-256gb', x: 300, y: 800, size: [420, 600] },
      { slug: 'samsung-galaxy-z-flip7-512gb', x: 700, y: 800, size: [420, 600] },
      { slug: 'xiaomi-redmi-15c-128gb', x: 505, y: 890, size: [460, 680] },
    ],
  },
  {
    name: 'flash-deals',
    title: 'Flash deals, while they last',
    subtitle: 'Prices that run out with the clock: kitchen, TV, light and more.',
    buttonText: 'See the Deals',
    link: '/products?deals=flash',
    mood: 'audio',
    goods: [
      { slug: 'samsung-50-crystal-u8000f', x: 490, y: 720, size: [820, 560] },
      { slug: 'philips-5000-hair-dryer-2300w', x: 250, y: 890, size: [380, 300] },
      { slug: 'fujifilm-instax-mini-12', x: 720, y: 890, size: [300, 320] },
    ],
  },
  {
    name: 'solar',
    title: 'Light when the grid is off',
    subtitle: 'Solar kits, inverters and lanterns for the house and the shop.',
    buttonText: 'Shop Solar & Power',
    link: '/products?category=solar-power',
    mood: 'solar-power',
    goods: [
      { slug: 'jinko-tiger-450w-solar-panel', x: 350, y: 800, size: [520, 640] },
      { slug: 'must-3kva-hybrid-inverter', x: 720, y: 810, size: [330, 420] },
      { slug: 'd-light-s550-solar-lantern', x: 520, y: 890, size: [220, 330] },
    ],
  },
  {
    name: 'kitchen',
    title: 'A kitchen that saves time',
    subtitle: 'Fridges, cookers, air fryers and blenders, delivered to the door.',
    buttonText: 'Shop Home Appliances',
    link: '/products?category=home-appliances',
    mood: 'home-appliances',
    goods: [
      { slug: 'hisense-205l-double-door-fridge', x: 270, y: 830, size: [400, 720] },
      { slug: 'philips-5000-blender-2l', x: 800, y: 860, size: [260, 430] },
      { slug: 'philips-essential-air-fryer-xl-6-2l', x: 570, y: 895, size: [320, 360] },
    ],
  },
];
