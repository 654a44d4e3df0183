import { accessories } from './accessories.ts';
import { audio } from './audio.ts';
import { cameras } from './cameras.ts';
import { computers } from './computers.ts';
import { gaming } from './gaming.ts';
import { homeAppliances } from './home-appliances.ts';
import { phones } from './phones.ts';
import { tvs } from './tvs.ts';
import type { DemoBrand, DemoCategory, DemoProduct } from './types.ts';

/** In the order of the category bar. */
export const categories: readonly DemoCategory[] = [
  { slug: 'phones', name: 'Phones' },
  { slug: 'computers', name: 'Computers' },
  { slug: 'tvs', name: 'TVs' },
  { slug: 'audio', name: 'Audio' },
  { slug: 'gaming', name: 'Gaming' },
  { slug: 'home-appliances', name: 'Home Appliances' },
  { slug: 'accessories', name: 'Accessories' },
  { slug: 'cameras', name: 'Cameras' },
];

export const brands: readonly DemoBrand[] = [
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

/** Every product of the demo shop. */
export const demoProducts: readonly DemoProduct[] = [
  ...phones,
  ...computers,
  ...tvs,
  ...audio,
  ...gaming,
  ...homeAppliances,
  ...accessories,
  ...cameras,
];
