import { type DemoProduct, specs } from './types.ts';

const category = 'phones';

export const tablets: readonly DemoProduct[] = [
  {
    slug: 'samsung-galaxy-tab-a11-128gb',
    name: 'Samsung Galaxy Tab A11 128GB',
    category,
    brand: 'samsung',
    description:
      'An 8.7-inch tablet with a metal back that fits a small bag. The 90 Hz screen and two speakers suit homework, reading and films.',
    price: 24_499,
    originalPrice: 26_999,
    stock: 38,
    rating: 4.3,
    numReviews: 47,
    isNewArrival: true,
    pictures: 3,
    createdDaysAgo: 20,
    specifications: specs({
      Type: 'Tablet',
      RAM: '8 GB',
      Storage: '128 GB',
      'Screen size': '8.7 inch',
      Battery: '5100 mAh',
      Network: '4G',
      'Main camera': '8 MP',
      SIM: 'Single SIM',
      Colour: 'Silver',
    }),
    art: { kind: 'tablet', model: 'slim', colour: 'silver', screen: 'balloons' },
  },
  {
    slug: 'apple-ipad-air-11-128gb',
    name: 'Apple iPad Air 11-inch 128GB',
    category,
    brand: 'apple',
    description:
      'A thin tablet with the M3 chip, fast enough for photo editing and long documents. Works with Apple Pencil Pro, sold separately.',
    price: 94_999,
    stock: 11,
    rating: 4.7,
    numReviews: 39,
    pictures: 3,
    createdDaysAgo: 84,
    specifications: specs({
      Type: 'Tablet',
      RAM: '8 GB',
      Storage: '128 GB',
      'Screen size': '11 inch',
      Battery: '7606 mAh',
      Network: 'Wi-Fi',
      'Main camera': '12 MP',
      SIM: 'None',
      Colour: 'Blue',
    }),
    art: { kind: 'tablet', model: 'pen', colour: 'sky', screen: 'aurora' },
  },
];
