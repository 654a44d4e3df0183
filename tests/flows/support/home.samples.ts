import type { Banner, Brand } from '../../../contract/catalogue.ts';

/** `count` different banners. */
export const banners = (count: number, change: Partial<Banner> = {}): Banner[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: `n${index + 1}`,
    title: `Banner ${index + 1}`,
    subtitle: `Subtitle ${index + 1}`,
    buttonText: `Shop ${index + 1}`,
    link: '/products?category=tvs',
    image: `/media/banner-${index + 1}`,
    position: 'hero',
    ...change,
  }));

export const EVIL = 'javascript:alert(1)';

/** `count` different brands. The first has a logo. */
export const brands = (count: number): Brand[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: `b${index + 1}`,
    name: index === 0 ? 'Samsung' : `Brand ${index + 1}`,
    slug: index === 0 ? 'samsung' : `brand-${index + 1}`,
    logo: index === 0 ? '/media/brand-samsung-1' : null,
    productCount: 3,
  }));
