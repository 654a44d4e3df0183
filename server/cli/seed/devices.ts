import { both, colour, spec, type Family } from './family.ts';

/** Phones, computers and accessories. */
export const devices: readonly Family[] = [
  {
    categories: ['Phones', 'Smartphones'],
    noun: 'smartphone',
    price: 10_500,
    weight: 16,
    brands: [
      ['Samsung', 1.5, ['Galaxy A', 'Galaxy M', 'Galaxy F']],
      ['Tecno', 0.95, ['Spark ', 'Camon ', 'Pova ']],
      ['Infinix', 0.95, ['Hot ', 'Note ', 'Smart ']],
      ['Xiaomi', 1.1, ['Redmi ', 'Redmi Note ', 'Poco M']],
      ['Oppo', 1.2, ['A', 'Reno ']],
      ['Nokia', 1, ['C', 'G']],
      ['itel', 0.7, ['A', 'P']],
      ['Realme', 1.1, ['C', 'Narzo ']],
    ],
    choices: [
      spec(
        'Storage',
        [
          ['64 GB', 1],
          ['128 GB', 1.25],
          ['256 GB', 1.6],
          ['512 GB', 2.2],
        ],
        both,
      ),
      colour('Black', 'Blue', 'Green', 'Gold'),
      spec('RAM', [
        ['3 GB', 1],
        ['4 GB', 1.1],
        ['6 GB', 1.3],
        ['8 GB', 1.6],
        ['12 GB', 2],
      ]),
      spec('Screen size', [
        ['6.1 inch', 1],
        ['6.5 inch', 1],
        ['6.7 inch', 1.1],
        ['6.8 inch', 1.15],
      ]),
      spec('Battery', [
        ['4500 mAh', 1],
        ['5000 mAh', 1.02],
        ['6000 mAh', 1.08],
      ]),
      spec('Network', [
        ['4G', 1],
        ['5G', 1.35],
      ]),
    ],
    sentences: [
      'Two SIM cards and a memory card fit in.',
      'It charges to half in 30 minutes.',
      'The screen is bright enough for the street at noon.',
    ],
  },
  {
    categories: ['Phones', 'Feature Phones'],
    noun: 'phone with keys',
    price: 1_600,
    weight: 4,
    brands: [
      ['Nokia', 1.3, ['1', '2']],
      ['itel', 0.9, ['it', 'Value ']],
      ['Tecno', 1, ['T']],
    ],
    choices: [
      colour('Black', 'Blue', 'Red'),
      spec('SIM', [
        ['Single SIM', 1],
        ['Dual SIM', 1.15],
      ]),
      spec('Battery', [
        ['1000 mAh', 1],
        ['1450 mAh', 1.1],
        ['2500 mAh', 1.25],
      ]),
    ],
    sentences: ['The battery lasts for days.', 'It has a torch and an FM radio.'],
  },
  {
    categories: ['Accessories', 'Phone Cases'],
    noun: 'phone case',
    price: 450,
    weight: 12,
    brands: [
      ['Oraimo', 1.2, ['Shell ', 'Guard ']],
      ['Spigen', 3.5, ['Liquid Air ', 'Tough Armor ']],
      ['Vitron', 1, ['Flex ']],
      ['Nillkin', 2, ['Frosted ', 'CamShield ']],
    ],
    choices: [
      colour('Black', 'Clear', 'Navy', 'Rose', 'Olive'),
      spec('Material', [
        ['Silicone', 1],
        ['TPU', 1.1],
        ['Leather', 1.9],
      ]),
    ],
    sentences: ['Raised edges keep the camera off the table.', 'It is thin enough for wireless charging.'],
  },
  {
    categories: ['Accessories', 'Chargers & Cables'],
    noun: 'charger',
    price: 700,
    weight: 12,
    brands: [
      ['Anker', 2.4, ['PowerPort ', 'Nano ']],
      ['Oraimo', 1, ['Cannon ', 'Firefly ']],
      ['Samsung', 2.2, ['EP-T']],
      ['Ugreen', 1.7, ['Nexode ', 'Robot ']],
      ['Baseus', 1.5, ['GaN ', 'Super Si ']],
    ],
    choices: [
      spec(
        'Power',
        [
          ['12 W', 1],
          ['20 W', 1.3],
          ['33 W', 1.8],
          ['65 W', 3],
        ],
        both,
      ),
      spec('Connector', [
        ['USB-C', 1.1],
        ['USB-A', 1],
        ['USB-C and USB-A', 1.3],
      ]),
    ],
    sentences: ['It stays cool and guards against surges.', 'The plug fits sockets of type G.'],
  },
  {
    categories: ['Accessories', 'Power Banks'],
    noun: 'power bank',
    price: 1_500,
    weight: 6,
    brands: [
      ['Anker', 2, ['PowerCore ']],
      ['Oraimo', 1, ['Traveler ', 'Toast ']],
      ['Xiaomi', 1.3, ['Mi Power ']],
      ['Romoss', 0.9, ['Sense ']],
    ],
    choices: [
      spec(
        'Capacity',
        [
          ['10000 mAh', 1],
          ['20000 mAh', 1.6],
          ['30000 mAh', 2.2],
        ],
        both,
      ),
      colour('Black', 'White'),
    ],
    sentences: ['A phone is charged three times.', 'A display tells what is left.'],
  },
  {
    categories: ['Computers', 'Laptops'],
    noun: 'laptop',
    price: 34_000,
    weight: 8,
    brands: [
      ['HP', 1.1, ['250 G', 'Pavilion ', 'ProBook ', 'EliteBook ']],
      ['Lenovo', 1.05, ['IdeaPad ', 'ThinkPad E', 'V']],
      ['Dell', 1.15, ['Inspiron ', 'Latitude ', 'Vostro ']],
      ['Asus', 1, ['VivoBook ', 'ExpertBook ']],
      ['Acer', 0.95, ['Aspire ', 'TravelMate ']],
    ],
    choices: [
      spec(
        'Storage',
        [
          ['256 GB SSD', 1],
          ['512 GB SSD', 1.2],
          ['1 TB SSD', 1.5],
        ],
        both,
      ),
      spec(
        'RAM',
        [
          ['4 GB', 1],
          ['8 GB', 1.25],
          ['16 GB', 1.7],
          ['32 GB', 2.4],
        ],
        both,
      ),
      spec('Processor', [
        ['Celeron', 1],
        ['Core i3', 1.3],
        ['Core i5', 1.7],
        ['Core i7', 2.4],
        ['Ryzen 5', 1.6],
      ]),
      spec('Screen size', [
        ['14 inch', 1],
        ['15.6 inch', 1.05],
        ['17.3 inch', 1.2],
      ]),
    ],
    sentences: [
      'The keyboard is quiet and lit.',
      'It comes with a year of warranty.',
      'The battery lasts a day of lectures.',
    ],
  },
  {
    categories: ['Computers', 'Printers'],
    noun: 'printer',
    price: 9_500,
    weight: 3,
    brands: [
      ['HP', 1, ['DeskJet ', 'LaserJet M', 'Smart Tank ']],
      ['Epson', 1.3, ['EcoTank L', 'WorkForce ']],
      ['Canon', 1.1, ['Pixma G', 'i-Sensys ']],
      ['Brother', 1.2, ['DCP-T', 'HL-L']],
    ],
    choices: [
      spec('Functions', [
        ['Print', 1],
        ['Print, scan, copy', 1.4],
      ]),
      spec('Connection', [
        ['USB', 1],
        ['Wi-Fi', 1.2],
      ]),
    ],
    sentences: ['A full tank prints thousands of pages.', 'It prints from a phone too.'],
  },
  {
    categories: ['Computers', 'Storage'],
    noun: 'drive',
    price: 900,
    weight: 8,
    brands: [
      ['SanDisk', 1.2, ['Ultra ', 'Extreme ', 'Cruzer ']],
      ['Kingston', 1, ['DataTraveler ', 'Canvas ']],
      ['Samsung', 1.5, ['T', 'Evo ']],
      ['Toshiba', 1, ['Canvio ']],
    ],
    choices: [
      spec(
        'Capacity',
        [
          ['32 GB', 1],
          ['64 GB', 1.5],
          ['128 GB', 2.4],
          ['1 TB', 8],
          ['2 TB', 12],
        ],
        both,
      ),
      spec('Speed', [
        ['100 MB/s', 1],
        ['400 MB/s', 1.4],
        ['1000 MB/s', 2],
      ]),
    ],
    sentences: ['It survives water, heat and a fall.', 'A program to bring lost files back is there.'],
  },
];
