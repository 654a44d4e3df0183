import { type SeedProduct, specs } from './types.ts';

const category = 'tvs';

export const tvs: readonly SeedProduct[] = [
  {
    slug: 'hisense-43-a4q-smart-tv', name: 'Hisense 43-inch A4Q Smart Full HD TV', category, brand: 'hisense',
    description: 'A 43-inch smart TV with YouTube, Netflix and Showmax ready to open. Free-to-air channels come in without a decoder. Thin borders suit a wall or a low cabinet.',
    price: 29_999, originalPrice: 34_999, stock: 57, rating: 4.4, numReviews: 233, isFeatured: true, pictures: 4, createdDaysAgo: 49,
    specifications: specs({ 'Screen size': '43 inch', Resolution: 'Full HD', 'Display type': 'LED', 'Smart system': 'VIDAA', 'HDMI ports': '2', Sound: '14 W' }),
    art: { kind: 'tv', model: 'legs', colour: 'black', screen: 'savanna' },
  },
  {
    slug: 'hisense-55-u6q-mini-led', name: 'Hisense 55-inch U6Q Mini-LED 4K TV', category, brand: 'hisense',
    description: 'A Mini-LED TV with deep blacks and 144 Hz for consoles. Dolby Vision and Atmos are supported.',
    price: 84_999, originalPrice: 96_999, stock: 13, rating: 4.7, numReviews: 41, isNewArrival: true, pictures: 4, createdDaysAgo: 5,
    specifications: specs({ 'Screen size': '55 inch', Resolution: '4K UHD', 'Display type': 'Mini-LED', 'Smart system': 'VIDAA', 'HDMI ports': '4', 'Refresh rate': '144 Hz', Sound: '40 W' }),
    art: { kind: 'tv', model: 'pedestal', colour: 'graphite', screen: 'aurora' },
  },
  {
    slug: 'samsung-50-crystal-u8000f', name: 'Samsung 50-inch Crystal U8000F 4K TV', category, brand: 'samsung',
    description: 'A slim 4K TV that upscales older channels and films. The Tizen system opens apps quickly, and the remote charges from a small solar panel.',
    price: 54_999, originalPrice: 61_999, flash: { price: 49_999, endsInHours: 54 }, stock: 28, rating: 4.5, numReviews: 118, isFeatured: true, pictures: 4, createdDaysAgo: 63,
    specifications: specs({ 'Screen size': '50 inch', Resolution: '4K UHD', 'Display type': 'LED', 'Smart system': 'Tizen', 'HDMI ports': '3', 'Refresh rate': '60 Hz', Sound: '20 W' }),
    art: { kind: 'tv', model: 'legs', colour: 'black', screen: 'peaks' },
  },
  {
    slug: 'samsung-65-qled-q7f', name: 'Samsung 65-inch QLED Q7F 4K TV', category, brand: 'samsung',
    description: 'A 65-inch quantum-dot TV with full colour volume at high brightness. Game mode lowers the delay for consoles.',
    price: 112_999, stock: 6, rating: 4.6, numReviews: 37, pictures: 4, createdDaysAgo: 102,
    specifications: specs({ 'Screen size': '65 inch', Resolution: '4K UHD', 'Display type': 'QLED', 'Smart system': 'Tizen', 'HDMI ports': '3', 'Refresh rate': '60 Hz', Sound: '20 W' }),
    art: { kind: 'tv', model: 'legs', colour: 'graphite', screen: 'balloons' },
  },
  {
    slug: 'lg-55-oled-c5', name: 'LG 55-inch OLED evo C5 4K TV', category, brand: 'lg',
    description: 'An OLED TV in which every pixel lights on its own, so black is black. Four HDMI 2.1 ports run consoles at 4K and 144 Hz.',
    price: 179_999, originalPrice: 199_999, stock: 4, rating: 4.9, numReviews: 26, pictures: 4, createdDaysAgo: 80,
    specifications: specs({ 'Screen size': '55 inch', Resolution: '4K UHD', 'Display type': 'OLED', 'Smart system': 'webOS', 'HDMI ports': '4', 'Refresh rate': '144 Hz', Sound: '40 W' }),
    art: { kind: 'tv', model: 'pedestal', colour: 'black', screen: 'neon' },
  },
  {
    slug: 'lg-43-ua73-4k', name: 'LG 43-inch UA73 4K Smart TV', category, brand: 'lg',
    description: 'A 43-inch 4K TV with the webOS system and a pointer remote. It plays from the phone by AirPlay and Chromecast.',
    price: 42_999, stock: 35, rating: 4.4, numReviews: 84, pictures: 3, createdDaysAgo: 115,
    specifications: specs({ 'Screen size': '43 inch', Resolution: '4K UHD', 'Display type': 'LED', 'Smart system': 'webOS', 'HDMI ports': '3', 'Refresh rate': '60 Hz', Sound: '20 W' }),
    art: { kind: 'tv', model: 'legs', colour: 'black', screen: 'ocean' },
  },
  {
    slug: 'sony-bravia-3-55', name: 'Sony Bravia 3 55-inch 4K Google TV', category, brand: 'sony',
    description: 'A 4K TV with natural skin tones and smooth football. Google TV puts the apps and channels of the household on one page.',
    price: 98_999, originalPrice: 108_999, stock: 0, rating: 4.7, numReviews: 49, pictures: 3, createdDaysAgo: 150,
    specifications: specs({ 'Screen size': '55 inch', Resolution: '4K UHD', 'Display type': 'LED', 'Smart system': 'Google TV', 'HDMI ports': '4', 'Refresh rate': '60 Hz', Sound: '20 W' }),
    art: { kind: 'tv', model: 'pedestal', colour: 'black', screen: 'match' },
  },
  {
    slug: 'tcl-50-p6k-google-tv', name: 'TCL 50-inch P6K 4K Google TV', category, brand: 'tcl',
    description: 'A frameless 4K TV with Google TV and Dolby Audio. Voice search works in English and Swahili.',
    price: 44_499, originalPrice: 49_999, stock: 21, rating: 4.3, numReviews: 76, pictures: 3, createdDaysAgo: 95,
    specifications: specs({ 'Screen size': '50 inch', Resolution: '4K UHD', 'Display type': 'LED', 'Smart system': 'Google TV', 'HDMI ports': '3', 'Refresh rate': '60 Hz', Sound: '20 W' }),
    art: { kind: 'tv', model: 'legs', colour: 'graphite', screen: 'dunes' },
  },
  {
    slug: 'vitron-32-smart-android-tv', name: 'Vitron 32-inch Smart Android TV', category, brand: 'vitron',
    description: 'A 32-inch smart TV for a bedroom or a bedsitter. Free-to-air tuner, two HDMI ports and USB playback are built in.',
    price: 12_999, originalPrice: 14_999, flash: { price: 11_499, endsInHours: 24 }, stock: 146, rating: 4.0, numReviews: 389, pictures: 3, createdDaysAgo: 180,
    specifications: specs({ 'Screen size': '32 inch', Resolution: 'HD', 'Display type': 'LED', 'Smart system': 'Android TV', 'HDMI ports': '2', Sound: '16 W' }),
    art: { kind: 'tv', model: 'legs', colour: 'black', screen: 'match' },
  },
];
