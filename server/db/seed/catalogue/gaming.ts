import { type SeedProduct, specs } from './types.ts';

const category = 'gaming';

export const gaming: readonly SeedProduct[] = [
  {
    slug: 'sony-playstation-5-slim-disc', name: 'Sony PlayStation 5 Slim 1TB (Disc)', category, brand: 'sony',
    description: 'The slim PS5 with a disc drive and 1 TB of fast storage. One DualSense controller and all cables are in the box.',
    price: 79_999, originalPrice: 87_999, stock: 15, rating: 4.9, numReviews: 204, isFeatured: true, pictures: 4, createdDaysAgo: 40,
    specifications: specs({ Type: 'Console', Platform: 'PlayStation 5', Storage: '1 TB', Resolution: '4K', 'Disc drive': 'Yes', Colour: 'White' }),
    art: { kind: 'console', model: 'wing', colour: 'white', accent: 'blue' },
  },
  {
    slug: 'microsoft-xbox-series-x-1tb', name: 'Microsoft Xbox Series X 1TB', category, brand: 'microsoft',
    description: 'A quiet black tower that plays at 4K and up to 120 frames a second. Older Xbox discs work too.',
    price: 86_999, stock: 5, rating: 4.7, numReviews: 63, pictures: 3, createdDaysAgo: 125,
    specifications: specs({ Type: 'Console', Platform: 'Xbox', Storage: '1 TB', Resolution: '4K', 'Disc drive': 'Yes', Colour: 'Black' }),
    art: { kind: 'console', model: 'block', colour: 'black', accent: 'green' },
  },
  {
    slug: 'microsoft-xbox-series-s-512gb', name: 'Microsoft Xbox Series S 512GB', category, brand: 'microsoft',
    description: 'A small digital console for Game Pass and downloads. It has no disc drive and needs an internet line.',
    price: 46_999, originalPrice: 51_999, flash: { price: 43_999, endsInHours: 36 }, stock: 20, rating: 4.5, numReviews: 87, pictures: 3, createdDaysAgo: 116,
    specifications: specs({ Type: 'Console', Platform: 'Xbox', Storage: '512 GB', Resolution: '1440p', 'Disc drive': 'No', Colour: 'White' }),
    art: { kind: 'console', model: 'slab', colour: 'white', accent: 'green' },
  },
  {
    slug: 'nintendo-switch-2', name: 'Nintendo Switch 2', category, brand: 'nintendo',
    description: 'A console for the TV and the bus seat, with a 7.9-inch screen and magnetic Joy-Con. Most games of the first Switch run on it.',
    price: 84_999, stock: 6, rating: 4.8, numReviews: 31, isNewArrival: true, pictures: 4, createdDaysAgo: 6,
    specifications: specs({ Type: 'Console', Platform: 'Nintendo Switch', Storage: '256 GB', Resolution: '1080p', 'Disc drive': 'No', Colour: 'Black' }),
    art: { kind: 'handheld', model: 'hybrid', colour: 'graphite', accent: 'red', screen: 'race' },
  },
  {
    slug: 'asus-rog-ally-x', name: 'Asus ROG Ally X Handheld', category, brand: 'asus',
    description: 'A Windows handheld that plays the PC library away from the desk. The large battery and 24 GB of memory suit long trips.',
    price: 129_999, stock: 0, rating: 4.4, numReviews: 12, pictures: 3, createdDaysAgo: 86,
    specifications: specs({ Type: 'Console', Platform: 'Windows', Storage: '1 TB', Resolution: '1080p', 'Disc drive': 'No', Colour: 'Black' }),
    art: { kind: 'handheld', model: 'solid', colour: 'black', accent: 'purple', screen: 'neon' },
  },
  {
    slug: 'sony-dualsense-controller', name: 'Sony DualSense Wireless Controller', category, brand: 'sony',
    description: 'The PS5 controller with adaptive triggers and fine vibration. It also works with phones and PCs over Bluetooth.',
    price: 10_999, originalPrice: 12_499, stock: 68, rating: 4.7, numReviews: 176, pictures: 3, createdDaysAgo: 138,
    specifications: specs({ Type: 'Controller', Platform: 'PlayStation 5', Connectivity: 'Bluetooth, USB-C', Battery: '12 hours', Colour: 'Red' }),
    art: { kind: 'controller', model: 'symmetric', colour: 'red', accent: 'graphite' },
  },
  {
    slug: 'microsoft-xbox-wireless-controller', name: 'Microsoft Xbox Wireless Controller', category, brand: 'microsoft',
    description: 'A controller with textured grips and a share button. Pairs with Xbox, Windows and Android.',
    price: 9_499, stock: 39, rating: 4.6, numReviews: 121, pictures: 3, createdDaysAgo: 142,
    specifications: specs({ Type: 'Controller', Platform: 'Xbox', Connectivity: 'Bluetooth, USB-C', Battery: '40 hours', Colour: 'Blue' }),
    art: { kind: 'controller', model: 'offset', colour: 'blue', accent: 'white' },
  },
  {
    slug: 'logitech-g435-gaming-headset', name: 'Logitech G435 Wireless Gaming Headset', category, brand: 'logitech',
    description: 'A 165-gram headset for PC, PlayStation and phone. Two hidden microphones keep the voice clear without a boom.',
    price: 9_999, originalPrice: 11_999, stock: 11, rating: 4.3, numReviews: 98, pictures: 3, createdDaysAgo: 108,
    specifications: specs({ Type: 'Headset', Platform: 'PC, PlayStation', Connectivity: '2.4 GHz, Bluetooth', Battery: '18 hours', Colour: 'White' }),
    art: { kind: 'headphones', model: 'gaming', colour: 'white', accent: 'purple' },
  },
  {
    slug: 'logitech-g305-lightspeed-mouse', name: 'Logitech G305 Lightspeed Mouse', category, brand: 'logitech',
    description: 'A wireless gaming mouse with a 12,000 dpi sensor. One AA battery runs it for about 250 hours.',
    price: 5_499, originalPrice: 6_299, stock: 54, rating: 4.6, numReviews: 143, pictures: 2, createdDaysAgo: 168,
    specifications: specs({ Type: 'Mouse', Platform: 'PC', Connectivity: '2.4 GHz', Battery: '250 hours', Colour: 'Black' }),
    art: { kind: 'mouse', model: 'gaming', colour: 'black', accent: 'sky' },
  },
  {
    slug: 'logitech-g413-se-mechanical-keyboard', name: 'Logitech G413 SE Mechanical Keyboard', category, brand: 'logitech',
    description: 'A full-size mechanical keyboard with a brushed aluminium top and white backlight. The keycaps do not wear off.',
    price: 9_799, stock: 18, rating: 4.5, numReviews: 66, pictures: 3, createdDaysAgo: 148,
    specifications: specs({ Type: 'Keyboard', Platform: 'PC', Connectivity: 'USB', Layout: 'Full size', Colour: 'Black' }),
    art: { kind: 'keyboard', model: 'mechanical', colour: 'graphite', accent: 'purple' },
  },
  {
    slug: 'samsung-odyssey-g5-27', name: 'Samsung Odyssey G5 27-inch Gaming Monitor', category, brand: 'samsung',
    description: 'A 27-inch QHD monitor at 180 Hz with a one-millisecond response. Height and tilt are adjustable.',
    price: 39_999, originalPrice: 45_999, stock: 10, rating: 4.5, numReviews: 44, isNewArrival: true, pictures: 3, createdDaysAgo: 22,
    specifications: specs({ Type: 'Monitor', Platform: 'PC', Connectivity: 'HDMI, DisplayPort', Resolution: '1440p', 'Refresh rate': '180 Hz', Colour: 'Black' }),
    art: { kind: 'monitor', model: 'gaming', colour: 'black', accent: 'purple', screen: 'race' },
  },
];
