import { expect, test } from 'vitest';
import { countItems } from '../../src/rules/home/home.ts';
import { products } from '../flows/support/catalogue.samples.ts';
import { banners, brands } from '../flows/support/home.samples.ts';

test.each([
  ['nothing', {}, 0],
  ['banners', { banners: banners(2) }, 2],
  ['brands', { brands: brands(3) }, 3],
  ['products', { products: products(4) }, 4],
])('a section counts %s', (_, content, size) => expect(countItems(content)).toBe(size));
