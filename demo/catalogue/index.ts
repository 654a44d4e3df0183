import { accessories } from './accessories.ts';
import { audio } from './audio.ts';
import { cameras } from './cameras.ts';
import { computers } from './computers.ts';
import { gaming } from './gaming.ts';
import { homeAppliances } from './home-appliances.ts';
import { moreAccessories } from './more/accessories.ts';
import { moreAudio } from './more/audio.ts';
import { moreCameras } from './more/cameras.ts';
import { moreComputers } from './more/computers.ts';
import { fansHeaters } from './more/fans-heaters.ts';
import { moreGaming } from './more/gaming.ts';
import { moreHomeAppliances } from './more/home-appliances.ts';
import { personalCare } from './more/personal-care.ts';
import { morePhones } from './more/phones.ts';
import { smartHome } from './more/smart-home.ts';
import { solarPower } from './more/solar-power.ts';
import { moreTvs } from './more/tvs.ts';
import { phones } from './phones.ts';
import { tablets } from './tablets.ts';
import { tvs } from './tvs.ts';
import type { DemoBrand, DemoCategory, DemoProduct } from './types.ts';

const firstCategories: readonly DemoCategory[] = [
  { slug: 'phones', name: 'Phones', order: 0 },
  { slug: 'computers', name: 'Computers', order: 1 },
  { slug: 'tvs', name: 'TVs', order: 2 },
  { slug: 'audio', name: 'Audio', order: 3 },
  { slug: 'gaming', name: 'Gaming', order: 4 },
  { slug: 'home-appliances', name: 'Home Appliances', order: 5 },
  { slug: 'accessories', name: 'Accessories', order: 6 },
  { slug: 'cameras', name: 'Cameras', order: 7 },
];

const moreCategories: readonly DemoCategory[] = [
  { slug: 'smart-home', name: 'Smart Home', order: 8 },
  { slug: 'solar-power', name: 'Solar & Power', order: 9 },
  { slug: 'personal-care', name: 'Personal Care', order: 10 },
  { slug: 'fans-heaters', name: 'Fans & Heaters', order: 11, parent: 'home-appliances' },
];

const firstBrands: readonly DemoBrand[] = [
  { slug: 'samsung', name: 'Samsung' },
  { slug: 'apple', name: 'Apple' },
  { slug: 'tecno', name: 'Tecno' },
  { slug: 'infinix', name: 'Infinix' },
  { slug: 'xiaomi', name: 'Xiaomi' },
  { slug: 'oppo', name: 'Oppo' },
  { slug: 'nokia', name: 'Nokia' },
  { slug: 'hp', name: 'HP' },
  { slug: 'lenovo', name: 'Lenovo' },
  { slug: 'dell', name: 'Dell' },
  { slug: 'asus', name: 'Asus' },
  { slug: 'epson', name: 'Epson' },
  { slug: 'tp-link', name: 'TP-Link' },
  { slug: 'hisense', name: 'Hisense' },
  { slug: 'lg', name: 'LG' },
  { slug: 'sony', name: 'Sony' },
  { slug: 'tcl', name: 'TCL' },
  { slug: 'vitron', name: 'Vitron' },
  { slug: 'jbl', name: 'JBL' },
  { slug: 'oraimo', name: 'Oraimo' },
  { slug: 'anker', name: 'Anker' },
  { slug: 'sandisk', name: 'SanDisk' },
  { slug: 'logitech', name: 'Logitech' },
  { slug: 'microsoft', name: 'Microsoft' },
  { slug: 'nintendo', name: 'Nintendo' },
  { slug: 'ramtons', name: 'Ramtons' },
  { slug: 'von', name: 'Von' },
  { slug: 'mika', name: 'Mika' },
  { slug: 'philips', name: 'Philips' },
  { slug: 'canon', name: 'Canon' },
  { slug: 'fujifilm', name: 'Fujifilm' },
  { slug: 'ezviz', name: 'Ezviz' },
];

const moreBrands: readonly DemoBrand[] = [
  { slug: 'huawei', name: 'Huawei' },
  { slug: 'gopro', name: 'GoPro' },
  { slug: 'jinko', name: 'Jinko' },
  { slug: 'd-light', name: 'd.light' },
  { slug: 'sun-king', name: 'Sun King' },
  { slug: 'must', name: 'Must' },
  { slug: 'apc', name: 'APC' },
  { slug: 'chloride-exide', name: 'Chloride Exide' },
  { slug: 'remington', name: 'Remington' },
  { slug: 'oral-b', name: 'Oral-B' },
  { slug: 'honeywell', name: 'Honeywell' },
  { slug: 'delonghi', name: 'DeLonghi' },
];

interface DemoGoods {
  readonly categories: readonly DemoCategory[];
  readonly brands: readonly DemoBrand[];
  readonly products: readonly DemoProduct[];
}

/** What filling 0001 brings. */
export const firstGoods: DemoGoods = {
  categories: firstCategories,
  brands: firstBrands,
  products: [
    ...phones,
    ...tablets,
    ...computers,
    ...tvs,
    ...audio,
    ...gaming,
    ...homeAppliances,
    ...accessories,
    ...cameras,
  ],
};

/** What filling 0005 brings: more in the first categories, and four of their own. */
export const moreGoods: DemoGoods = {
  categories: moreCategories,
  brands: moreBrands,
  products: [
    ...morePhones,
    ...moreComputers,
    ...moreTvs,
    ...moreAudio,
    ...moreGaming,
    ...moreHomeAppliances,
    ...moreAccessories,
    ...moreCameras,
    ...smartHome,
    ...solarPower,
    ...personalCare,
    ...fansHeaters,
  ],
};

/** In the order of the category bar. */
export const categories: readonly DemoCategory[] = [...firstCategories, ...moreCategories];

export const brands: readonly DemoBrand[] = [...firstBrands, ...moreBrands];

/** Every product of the demo shop. */
export const demoProducts: readonly DemoProduct[] = [...firstGoods.products, ...moreGoods.products];
