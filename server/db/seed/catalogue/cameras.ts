import { type SeedProduct, specs } from './types.ts';

const category = 'cameras';

export const cameras: readonly SeedProduct[] = [
  {
    slug: 'canon-eos-2000d-18-55', name: 'Canon EOS 2000D with 18-55mm Lens', category, brand: 'canon',
    description: 'A first DSLR with a zoom lens for events and portraits. Pictures go to the phone by Wi-Fi. A battery and a charger are in the box.',
    price: 62_999, originalPrice: 68_999, stock: 9, rating: 4.6, numReviews: 104, isFeatured: true, pictures: 4, createdDaysAgo: 79,
    specifications: specs({ Type: 'DSLR', Resolution: '24 MP', Video: 'Full HD', Lens: '18-55 mm', Connectivity: 'Wi-Fi, NFC', Colour: 'Black' }),
    art: { kind: 'camera', model: 'dslr', colour: 'black', accent: 'red' },
  },
  {
    slug: 'canon-eos-r50-18-45', name: 'Canon EOS R50 with 18-45mm Lens', category, brand: 'canon',
    description: 'A light mirrorless camera with eye-tracking focus. The screen turns to the front for vlogs.',
    price: 108_999, stock: 5, rating: 4.8, numReviews: 27, isNewArrival: true, pictures: 4, createdDaysAgo: 10,
    specifications: specs({ Type: 'Mirrorless', Resolution: '24 MP', Video: '4K', Lens: '18-45 mm', Connectivity: 'Wi-Fi, Bluetooth', Colour: 'White' }),
    art: { kind: 'camera', model: 'mirrorless', colour: 'white', accent: 'gold' },
  },
  {
    slug: 'sony-zv-e10-ii-16-50', name: 'Sony ZV-E10 II with 16-50mm Lens', category, brand: 'sony',
    description: 'A mirrorless camera made for video, with a three-part microphone and a large battery. Records 4K at 60 frames.',
    price: 148_500, originalPrice: 156_999, stock: 4, rating: 4.7, numReviews: 18, pictures: 3, createdDaysAgo: 92,
    specifications: specs({ Type: 'Mirrorless', Resolution: '26 MP', Video: '4K', Lens: '16-50 mm', Connectivity: 'Wi-Fi, Bluetooth', Colour: 'Black' }),
    art: { kind: 'camera', model: 'mirrorless', colour: 'graphite', accent: 'orange' },
  },
  {
    slug: 'fujifilm-instax-mini-12', name: 'Fujifilm Instax Mini 12', category, brand: 'fujifilm',
    description: 'An instant camera that prints card-sized pictures in a minute. Exposure is automatic, and the lens turns for close-ups.',
    price: 12_999, originalPrice: 14_499, flash: { price: 11_799, endsInHours: 33 }, stock: 29, rating: 4.6, numReviews: 145, pictures: 3, createdDaysAgo: 94,
    specifications: specs({ Type: 'Instant', Film: 'Instax Mini', Lens: '60 mm', Flash: 'Automatic', Colour: 'Mint' }),
    art: { kind: 'instantCamera', model: 'round', colour: 'mint' },
  },
  {
    slug: 'xiaomi-action-camera-4k', name: 'Xiaomi Yi 4K Action Camera', category, brand: 'xiaomi',
    description: 'A small camera for helmets and handlebars, with electronic stabilising. A waterproof case to 40 metres is included.',
    price: 16_499, stock: 0, rating: 4.1, numReviews: 58, pictures: 3, createdDaysAgo: 215,
    specifications: specs({ Type: 'Action', Resolution: '12 MP', Video: '4K', Lens: 'Wide', Connectivity: 'Wi-Fi, Bluetooth', Colour: 'Black' }),
    art: { kind: 'actionCamera', model: 'block', colour: 'graphite', accent: 'red' },
  },
  {
    slug: 'tp-link-tapo-c200', name: 'TP-Link Tapo C200 Home Security Camera', category, brand: 'tp-link',
    description: 'An indoor camera that turns and tilts from the phone. It sees at night, tells of movement and speaks both ways.',
    price: 3_799, originalPrice: 4_499, stock: 167, rating: 4.5, numReviews: 433, isFeatured: true, pictures: 3, createdDaysAgo: 130,
    specifications: specs({ Type: 'Security', Resolution: '2 MP', Video: 'Full HD', Connectivity: 'Wi-Fi', 'Night vision': '9 m', Colour: 'White' }),
    art: { kind: 'securityCamera', model: 'dome', colour: 'white' },
  },
  {
    slug: 'ezviz-h3c-outdoor-camera', name: 'Ezviz H3c Outdoor Camera', category, brand: 'ezviz',
    description: 'A weatherproof camera for the gate or the yard, with colour at night. Recordings stay on a memory card or in the cloud.',
    price: 6_499, stock: 58, rating: 4.3, numReviews: 92, pictures: 3, createdDaysAgo: 104,
    specifications: specs({ Type: 'Security', Resolution: '2 MP', Video: 'Full HD', Connectivity: 'Wi-Fi, Ethernet', 'Night vision': '30 m', Colour: 'White' }),
    art: { kind: 'securityCamera', model: 'bullet', colour: 'white' },
  },
  {
    slug: 'ezviz-c6n-pan-tilt-camera', name: 'Ezviz C6N Pan and Tilt Camera', category, brand: 'ezviz',
    description: 'An indoor camera that follows a moving person around the room. A privacy mode turns the lens away.',
    price: 4_499, originalPrice: 5_299, stock: 76, rating: 4.4, numReviews: 218, pictures: 2, createdDaysAgo: 178,
    specifications: specs({ Type: 'Security', Resolution: '4 MP', Video: '2K', Connectivity: 'Wi-Fi', 'Night vision': '10 m', Colour: 'Black' }),
    art: { kind: 'securityCamera', model: 'dome', colour: 'black' },
  },
];
