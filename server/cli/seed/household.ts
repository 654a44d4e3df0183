import { both, colour, spec, type Family } from './family.ts';

/** Household products. */
export const household: readonly Family[] = [
  {
    categories: ['TVs', 'Smart TVs'],
    noun: 'television',
    price: 14_500,
    weight: 6,
    brands: [
      ['Hisense', 1.05, ['A', 'U', 'E']],
      ['TCL', 1, ['S', 'P', 'C']],
      ['Samsung', 1.5, ['Crystal CU', 'QLED Q']],
      ['LG', 1.5, ['UR', 'NanoCell ', 'OLED C']],
      ['Vitron', 0.75, ['HTC']],
      ['Sony', 1.9, ['Bravia ']],
    ],
    choices: [
      spec(
        'Screen size',
        [
          ['32 inch', 1],
          ['43 inch', 1.7],
          ['50 inch', 2.3],
          ['55 inch', 2.8],
          ['65 inch', 4.2],
          ['75 inch', 6.5],
        ],
        both,
      ),
      spec('Resolution', [
        ['HD', 1],
        ['Full HD', 1.1],
        ['4K', 1.4],
      ]),
      spec('System', [
        ['Google TV', 1.05],
        ['VIDAA', 1],
        ['Tizen', 1.1],
        ['webOS', 1.1],
      ]),
    ],
    sentences: ['Free-to-air channels come in without a box.', 'Three HDMI sockets are there.'],
  },
  {
    categories: ['Audio', 'Headphones'],
    noun: 'headphones',
    price: 1_300,
    weight: 9,
    brands: [
      ['JBL', 2.2, ['Tune ', 'Live ', 'Wave ']],
      ['Sony', 2.8, ['WH-CH', 'WF-C']],
      ['Oraimo', 1, ['FreePods ', 'BoomPop ']],
      ['Anker', 1.8, ['Soundcore Life ', 'Soundcore Q']],
    ],
    choices: [
      colour('Black', 'White', 'Blue', 'Purple'),
      spec('Type', [
        ['In-ear', 1],
        ['On-ear', 1.2],
        ['Over-ear', 1.6],
      ]),
      spec('Noise cancelling', [
        ['No', 1],
        ['Yes', 1.7],
      ]),
    ],
    sentences: ['The case holds four more charges.', 'Calls are clear in the matatu too.'],
  },
  {
    categories: ['Audio', 'Speakers'],
    noun: 'speaker',
    price: 2_200,
    weight: 5,
    brands: [
      ['JBL', 2.5, ['Go ', 'Flip ', 'PartyBox ']],
      ['Sony', 2.3, ['SRS-XB']],
      ['Vitron', 0.9, ['V']],
      ['Sayona', 0.8, ['SHT-']],
    ],
    choices: [
      spec(
        'Power',
        [
          ['5 W', 1],
          ['20 W', 1.7],
          ['60 W', 3],
          ['160 W', 5],
        ],
        { inName: true },
      ),
      colour('Black', 'Red', 'Teal'),
    ],
    sentences: ['It plays twelve hours on one charge.', 'Rain does not harm it.'],
  },
  {
    categories: ['Home Appliances', 'Fridges'],
    noun: 'fridge',
    price: 21_000,
    weight: 4,
    brands: [
      ['Ramtons', 1, ['RF/']],
      ['Hisense', 1.15, ['RD-', 'RS-']],
      ['LG', 1.7, ['GL-', 'GC-']],
      ['Von', 0.95, ['VART-']],
      ['Mika', 1, ['MRDCD']],
    ],
    choices: [
      spec(
        'Capacity',
        [
          ['90 litres', 1],
          ['138 litres', 1.3],
          ['218 litres', 1.9],
          ['341 litres', 3],
        ],
        { inName: true },
      ),
      colour('Silver', 'Black'),
      spec('Cooling', [
        ['Direct cool', 1],
        ['No frost', 1.35],
      ]),
    ],
    sentences: ['It stays cold for a night without power.', 'The shelves carry a full pot.'],
  },
  {
    categories: ['Home Appliances', 'Kitchen'],
    noun: 'kitchen helper',
    price: 1_700,
    weight: 9,
    brands: [
      ['Ramtons', 1, ['RM/', 'Kettle ', 'Blender ']],
      ['Von', 0.95, ['VSK', 'VSB']],
      ['Philips', 2.2, ['HR', 'HD']],
      ['Mika', 0.9, ['MKT', 'MBL']],
      ['Nutricook', 1.7, ['Smart Pot ']],
    ],
    choices: [
      spec('Power', [
        ['400 W', 1],
        ['800 W', 1.3],
        ['1500 W', 1.7],
        ['2200 W', 2.1],
      ]),
      colour('White', 'Steel', 'Black'),
      spec(
        'Capacity',
        [
          ['1.5 litres', 1],
          ['1.7 litres', 1.05],
          ['2 litres', 1.15],
        ],
        { inName: true },
      ),
    ],
    sentences: ['Parts go into the dishwasher.', 'It switches itself off.'],
  },
  {
    categories: ['Gaming', 'Controllers'],
    noun: 'controller',
    price: 2_400,
    weight: 4,
    brands: [
      ['Sony', 3.2, ['DualSense ']],
      ['Microsoft', 2.8, ['Xbox Wireless ']],
      ['Logitech', 1.6, ['F', 'G']],
      ['Redragon', 1, ['Harrow G', 'Saturn G']],
    ],
    choices: [
      colour('Black', 'White', 'Red', 'Camo'),
      spec('Connection', [
        ['Cable', 1],
        ['Wireless', 1.5],
      ]),
    ],
    sentences: ['It rumbles where the road does.', 'Charged in two hours.'],
  },
  {
    categories: ['Cameras', 'Security Cameras'],
    noun: 'camera',
    price: 2_900,
    weight: 5,
    brands: [
      ['Ezviz', 1.2, ['C', 'H']],
      ['TP-Link', 1.1, ['Tapo C']],
      ['Hikvision', 1.4, ['DS-2CD']],
      ['Xiaomi', 1, ['Smart C']],
    ],
    choices: [
      spec(
        'Resolution',
        [
          ['1080p', 1],
          ['2K', 1.3],
          ['4K', 1.9],
        ],
        both,
      ),
      spec('Place', [
        ['Indoor', 1],
        ['Outdoor', 1.4],
      ]),
    ],
    sentences: ['It sees in the dark.', 'It tells a person from a cat.'],
  },
];
