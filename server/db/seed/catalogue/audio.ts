import { type SeedProduct, specs } from './types.ts';

const category = 'audio';

export const audio: readonly SeedProduct[] = [
  {
    slug: 'jbl-flip-7', name: 'JBL Flip 7 Bluetooth Speaker', category, brand: 'jbl',
    description: 'A bottle-sized speaker with a clear voice and firm bass. It floats, survives dust and rain, and plays up to 14 hours. Two of them pair for stereo.',
    price: 17_499, originalPrice: 19_499, stock: 44, rating: 4.7, numReviews: 162, isFeatured: true, pictures: 4, createdDaysAgo: 54,
    specifications: specs({ Type: 'Portable speaker', Connectivity: 'Bluetooth 5.4', Power: '35 W', 'Play time': '14 hours', 'Water resistance': 'IP68', Colour: 'Blue' }),
    art: { kind: 'speaker', model: 'cylinder', colour: 'blue', accent: 'orange' },
  },
  {
    slug: 'jbl-partybox-encore-2', name: 'JBL PartyBox Encore 2', category, brand: 'jbl',
    description: 'A 100 W party speaker with a ring of light that follows the beat. It has a handle, a microphone input and a swappable battery.',
    price: 49_999, stock: 9, rating: 4.6, numReviews: 38, isNewArrival: true, pictures: 3, createdDaysAgo: 12,
    specifications: specs({ Type: 'Party speaker', Connectivity: 'Bluetooth 5.4', Power: '100 W', 'Play time': '15 hours', 'Water resistance': 'IPX4', Colour: 'Black' }),
    art: { kind: 'speaker', model: 'party', colour: 'black', accent: 'purple' },
  },
  {
    slug: 'jbl-tune-520bt', name: 'JBL Tune 520BT Headphones', category, brand: 'jbl',
    description: 'Light on-ear headphones that fold flat and play for 57 hours. Five minutes on the cable give three hours of music.',
    price: 6_499, originalPrice: 7_499, flash: { price: 5_799, endsInHours: 12 }, stock: 97, rating: 4.5, numReviews: 274, pictures: 3, createdDaysAgo: 135,
    specifications: specs({ Type: 'On-ear headphones', Connectivity: 'Bluetooth 5.3', 'Noise cancelling': 'No', 'Play time': '57 hours', Microphone: 'Yes', Colour: 'Purple' }),
    art: { kind: 'headphones', model: 'onEar', colour: 'lavender' },
  },
  {
    slug: 'sony-wh-1000xm6', name: 'Sony WH-1000XM6 Headphones', category, brand: 'sony',
    description: 'Over-ear headphones that cancel traffic and cabin noise with twelve microphones. They fold into a small case and play for 30 hours.',
    price: 62_999, originalPrice: 68_999, stock: 8, rating: 4.8, numReviews: 45, isNewArrival: true, pictures: 4, createdDaysAgo: 4,
    specifications: specs({ Type: 'Over-ear headphones', Connectivity: 'Bluetooth 5.3', 'Noise cancelling': 'Yes', 'Play time': '30 hours', Microphone: 'Yes', Colour: 'Black' }),
    art: { kind: 'headphones', model: 'overEar', colour: 'graphite', accent: 'gold' },
  },
  {
    slug: 'sony-ht-s20r-soundbar', name: 'Sony HT-S20R Soundbar with Subwoofer', category, brand: 'sony',
    description: 'A 5.1 sound system with a bar, a subwoofer and rear speakers. One HDMI cable connects it to the TV.',
    price: 33_999, originalPrice: 37_999, stock: 17, rating: 4.4, numReviews: 109, pictures: 3, createdDaysAgo: 145,
    specifications: specs({ Type: 'Soundbar', Connectivity: 'HDMI ARC, Bluetooth', Power: '400 W', Channels: '5.1', Colour: 'Black' }),
    art: { kind: 'soundbar', model: 'subwoofer', colour: 'black' },
  },
  {
    slug: 'hisense-hs2100-soundbar', name: 'Hisense HS2100 Soundbar', category, brand: 'hisense',
    description: 'A 2.1 soundbar with a wireless subwoofer for a sitting room. Modes for news, film, music and sport are on the remote.',
    price: 15_499, stock: 36, rating: 4.2, numReviews: 61, pictures: 3, createdDaysAgo: 98,
    specifications: specs({ Type: 'Soundbar', Connectivity: 'HDMI ARC, Bluetooth', Power: '240 W', Channels: '2.1', Colour: 'Grey' }),
    art: { kind: 'soundbar', model: 'bar', colour: 'graphite' },
  },
  {
    slug: 'oraimo-freepods-4', name: 'Oraimo FreePods 4 Earbuds', category, brand: 'oraimo',
    description: 'Earbuds with active noise cancelling and clear calls on a windy stage. The case carries power for 35 hours in all.',
    price: 4_299, originalPrice: 4_999, stock: 240, rating: 4.4, numReviews: 502, isFeatured: true, pictures: 4, createdDaysAgo: 72,
    specifications: specs({ Type: 'Earbuds', Connectivity: 'Bluetooth 5.2', 'Noise cancelling': 'Yes', 'Play time': '35 hours', 'Water resistance': 'IPX5', Colour: 'White' }),
    art: { kind: 'earbuds', model: 'stem', colour: 'white' },
  },
  {
    slug: 'oraimo-spacebuds-lite', name: 'Oraimo SpaceBuds Lite Earbuds', category, brand: 'oraimo',
    description: 'Small earbuds with strong bass and touch control. The case charges by USB-C and closes with a magnet.',
    price: 1_999, originalPrice: 2_499, stock: 310, rating: 4.1, numReviews: 367, pictures: 3, createdDaysAgo: 155,
    specifications: specs({ Type: 'Earbuds', Connectivity: 'Bluetooth 5.3', 'Noise cancelling': 'No', 'Play time': '32 hours', 'Water resistance': 'IPX4', Colour: 'Green' }),
    art: { kind: 'earbuds', model: 'bud', colour: 'green' },
  },
  {
    slug: 'apple-airpods-4', name: 'Apple AirPods 4', category, brand: 'apple',
    description: 'Open-fit earbuds with a smaller case and USB-C. They switch between iPhone, iPad and Mac on their own.',
    price: 20_999, stock: 26, rating: 4.6, numReviews: 91, pictures: 3, createdDaysAgo: 118,
    specifications: specs({ Type: 'Earbuds', Connectivity: 'Bluetooth 5.3', 'Noise cancelling': 'No', 'Play time': '30 hours', 'Water resistance': 'IP54', Colour: 'White' }),
    art: { kind: 'earbuds', model: 'stem', colour: 'white', accent: 'green' },
  },
  {
    slug: 'samsung-galaxy-buds3-fe', name: 'Samsung Galaxy Buds3 FE', category, brand: 'samsung',
    description: 'Earbuds with a flat stem for pinch and swipe control. Noise cancelling and a translation mode work with Galaxy phones.',
    price: 15_999, originalPrice: 17_499, stock: 0, rating: 4.3, numReviews: 33, pictures: 3, createdDaysAgo: 60,
    specifications: specs({ Type: 'Earbuds', Connectivity: 'Bluetooth 5.4', 'Noise cancelling': 'Yes', 'Play time': '30 hours', 'Water resistance': 'IP54', Colour: 'Grey' }),
    art: { kind: 'earbuds', model: 'stem', colour: 'graphite' },
  },
  {
    slug: 'vitron-v643-home-theatre', name: 'Vitron V643 3.1 Home Theatre', category, brand: 'vitron',
    description: 'A wooden subwoofer with three satellites, FM radio and USB. It is a common choice for shops, salons and sitting rooms.',
    price: 6_999, originalPrice: 8_499, flash: { price: 6_299, endsInHours: 20 }, stock: 83, rating: 4.0, numReviews: 295, pictures: 3, createdDaysAgo: 200,
    specifications: specs({ Type: 'Home theatre', Connectivity: 'Bluetooth, USB, FM', Power: '60 W', Channels: '3.1', Colour: 'Black' }),
    art: { kind: 'speaker', model: 'tower', colour: 'black', accent: 'sky' },
  },
  {
    slug: 'sony-ult-field-5', name: 'Sony ULT Field 5 Speaker', category, brand: 'sony',
    description: 'A carry-along speaker with a shoulder strap and a bass key. Dust, splashes and a fall into the pool do it no harm.',
    price: 38_499, stock: 12, rating: 4.5, numReviews: 19, pictures: 3, createdDaysAgo: 77,
    specifications: specs({ Type: 'Portable speaker', Connectivity: 'Bluetooth 5.3', Power: '60 W', 'Play time': '25 hours', 'Water resistance': 'IP67', Colour: 'White' }),
    art: { kind: 'speaker', model: 'boombox', colour: 'cream', accent: 'graphite' },
  },
];
