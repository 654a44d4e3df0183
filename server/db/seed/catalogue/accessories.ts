import { type SeedProduct, specs } from './types.ts';

const category = 'accessories';

export const accessories: readonly SeedProduct[] = [
  {
    slug: 'anker-zolo-power-bank-20000', name: 'Anker Zolo Power Bank 20000mAh 30W', category, brand: 'anker',
    description: 'A power bank with its own USB-C cable, which doubles as a loop. It fills a phone about four times and charges two devices at once.',
    price: 5_999, originalPrice: 6_999, stock: 118, rating: 4.6, numReviews: 226, isFeatured: true, pictures: 3, createdDaysAgo: 45,
    specifications: specs({ Type: 'Power bank', Capacity: '20000 mAh', Power: '30 W', Connectivity: 'USB-C, USB-A', Colour: 'Black' }),
    art: { kind: 'powerBank', model: 'display', colour: 'black', accent: 'sky' },
  },
  {
    slug: 'oraimo-traveler-link-27000', name: 'Oraimo Traveler Link 27000mAh Power Bank', category, brand: 'oraimo',
    description: 'A large power bank for blackouts and safaris. It charges four devices at once and has a torch.',
    price: 4_499, stock: 203, rating: 4.4, numReviews: 387, pictures: 3, createdDaysAgo: 126,
    specifications: specs({ Type: 'Power bank', Capacity: '27000 mAh', Power: '12 W', Connectivity: 'USB-C, USB-A', Colour: 'Navy' }),
    art: { kind: 'powerBank', model: 'slab', colour: 'navy', accent: 'green' },
  },
  {
    slug: 'anker-maggo-10k-power-bank', name: 'Anker MagGo Power Bank 10000mAh', category, brand: 'anker',
    description: 'A magnetic power bank that snaps to the back of an iPhone and charges at 15 W. A foldable stand holds the phone for films.',
    price: 9_999, stock: 14, rating: 4.7, numReviews: 48, isNewArrival: true, pictures: 3, createdDaysAgo: 7,
    specifications: specs({ Type: 'Power bank', Capacity: '10000 mAh', Power: '27 W', Connectivity: 'USB-C, Qi2', Colour: 'White' }),
    art: { kind: 'powerBank', model: 'magnetic', colour: 'white', accent: 'sky' },
  },
  {
    slug: 'samsung-45w-usb-c-charger', name: 'Samsung 45W USB-C Charger', category, brand: 'samsung',
    description: 'A three-pin wall charger with a 5 A cable in the box. It charges a Galaxy S phone to two thirds in half an hour.',
    price: 3_799, originalPrice: 4_499, stock: 156, rating: 4.5, numReviews: 243, pictures: 2, createdDaysAgo: 165,
    specifications: specs({ Type: 'Charger', Power: '45 W', Connectivity: 'USB-C', Ports: '1', Colour: 'White' }),
    art: { kind: 'charger', model: 'single', colour: 'white' },
  },
  {
    slug: 'oraimo-powergan-65w-charger', name: 'Oraimo PowerGaN 65W Charger', category, brand: 'oraimo',
    description: 'A small GaN charger with two USB-C ports and one USB-A. It runs a laptop and a phone from one socket.',
    price: 3_299, stock: 87, rating: 4.4, numReviews: 95, pictures: 2, createdDaysAgo: 74,
    specifications: specs({ Type: 'Charger', Power: '65 W', Connectivity: 'USB-C, USB-A', Ports: '3', Colour: 'Black' }),
    art: { kind: 'charger', model: 'double', colour: 'graphite', accent: 'green' },
  },
  {
    slug: 'anker-powerline-usb-c-cable-1-8m', name: 'Anker PowerLine USB-C Cable 1.8m', category, brand: 'anker',
    description: 'A braided cable tested for 35,000 bends. It carries 100 W, enough for most laptops.',
    price: 1_299, originalPrice: 1_599, stock: 412, rating: 4.7, numReviews: 531, pictures: 2, createdDaysAgo: 230,
    specifications: specs({ Type: 'Cable', Power: '100 W', Connectivity: 'USB-C to USB-C', Length: '1.8 m', Colour: 'Red' }),
    art: { kind: 'cable', model: 'braided', colour: 'red' },
  },
  {
    slug: 'samsung-galaxy-watch8-44mm', name: 'Samsung Galaxy Watch8 44mm', category, brand: 'samsung',
    description: 'A watch that follows sleep, heart and routes, with a screen readable in the sun. It answers calls from the wrist.',
    price: 39_999, originalPrice: 44_999, stock: 11, rating: 4.6, numReviews: 29, isNewArrival: true, pictures: 4, createdDaysAgo: 2,
    specifications: specs({ Type: 'Smartwatch', 'Screen size': '1.5 inch', Battery: '40 hours', Connectivity: 'Bluetooth, Wi-Fi', 'Water resistance': '5 ATM', Colour: 'Graphite' }),
    art: { kind: 'watch', model: 'round', colour: 'graphite', accent: 'sky' },
  },
  {
    slug: 'apple-watch-se-3-40mm', name: 'Apple Watch SE 3 40mm', category, brand: 'apple',
    description: 'A light aluminium watch with an always-on screen and fall detection. It pairs with iPhone 11 and later.',
    price: 39_499, stock: 10, rating: 4.6, numReviews: 24, pictures: 4, createdDaysAgo: 55,
    specifications: specs({ Type: 'Smartwatch', 'Screen size': '1.6 inch', Battery: '18 hours', Connectivity: 'Bluetooth, Wi-Fi', 'Water resistance': '5 ATM', Colour: 'Starlight' }),
    art: { kind: 'watch', model: 'square', colour: 'cream', accent: 'orange' },
  },
  {
    slug: 'xiaomi-smart-band-10', name: 'Xiaomi Smart Band 10', category, brand: 'xiaomi',
    description: 'A slim band with three weeks of battery and 150 sport modes. It counts strokes in the pool.',
    price: 5_499, originalPrice: 6_299, flash: { price: 4_899, endsInHours: 28 }, stock: 134, rating: 4.5, numReviews: 298, pictures: 3, createdDaysAgo: 64,
    specifications: specs({ Type: 'Smartwatch', 'Screen size': '1.7 inch', Battery: '21 days', Connectivity: 'Bluetooth', 'Water resistance': '5 ATM', Colour: 'Pink' }),
    art: { kind: 'watch', model: 'band', colour: 'pink', accent: 'lavender' },
  },
  {
    slug: 'sandisk-ultra-flair-128gb', name: 'SanDisk Ultra Flair 128GB Flash Drive', category, brand: 'sandisk',
    description: 'A metal flash drive that reads at up to 150 MB a second. Password software is included.',
    price: 1_799, stock: 265, rating: 4.6, numReviews: 408, pictures: 2, createdDaysAgo: 250,
    specifications: specs({ Type: 'Storage', Capacity: '128 GB', Speed: '150 MB/s', Connectivity: 'USB-A 3.0', Colour: 'Silver' }),
    art: { kind: 'flashDrive', model: 'stick', colour: 'black', accent: 'steel' },
  },
  {
    slug: 'sandisk-extreme-portable-ssd-1tb', name: 'SanDisk Extreme Portable SSD 1TB', category, brand: 'sandisk',
    description: 'A pocket drive with a carabiner loop that survives a three-metre drop. A two-hour film copies in seconds.',
    price: 15_499, originalPrice: 17_999, stock: 32, rating: 4.7, numReviews: 113, pictures: 3, createdDaysAgo: 90,
    specifications: specs({ Type: 'Storage', Capacity: '1 TB', Speed: '1050 MB/s', Connectivity: 'USB-C', Colour: 'Black' }),
    art: { kind: 'ssd', model: 'portable', colour: 'graphite', accent: 'orange' },
  },
  {
    slug: 'sandisk-ultra-microsd-256gb', name: 'SanDisk Ultra microSD 256GB', category, brand: 'sandisk',
    description: 'A memory card for phones, tablets and dash cameras, with an SD adapter. It works from -25 to 85 degrees.',
    price: 3_299, originalPrice: 3_899, stock: 190, rating: 4.5, numReviews: 352, pictures: 2, createdDaysAgo: 235,
    specifications: specs({ Type: 'Storage', Capacity: '256 GB', Speed: '150 MB/s', Connectivity: 'microSD', Colour: 'Red and grey' }),
    art: { kind: 'memoryCard', model: 'micro', colour: 'red', accent: 'silver' },
  },
  {
    slug: 'logitech-m240-silent-mouse', name: 'Logitech M240 Silent Mouse', category, brand: 'logitech',
    description: 'A small wireless mouse with nearly silent clicks. It connects by Bluetooth to laptops and tablets.',
    price: 2_299, stock: 0, rating: 4.5, numReviews: 156, pictures: 2, createdDaysAgo: 140,
    specifications: specs({ Type: 'Mouse', Connectivity: 'Bluetooth', Battery: '18 months', Resolution: '4000 dpi', Colour: 'Pink' }),
    art: { kind: 'mouse', model: 'compact', colour: 'pink', accent: 'white' },
  },
  {
    slug: 'logitech-pebble-keys-2-k380s', name: 'Logitech Pebble Keys 2 K380s', category, brand: 'logitech',
    description: 'A slim keyboard that switches between laptop, tablet and phone at a key. Its round keys are quiet in a shared room.',
    price: 5_299, originalPrice: 5_999, stock: 45, rating: 4.6, numReviews: 79, isNewArrival: true, pictures: 2, createdDaysAgo: 28,
    specifications: specs({ Type: 'Keyboard', Connectivity: 'Bluetooth', Battery: '36 months', Layout: 'Compact', Colour: 'Sand' }),
    art: { kind: 'keyboard', model: 'slim', colour: 'sand' },
  },
];
