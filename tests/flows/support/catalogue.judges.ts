import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { words } from 'model-testing/view/page';
import type { Page } from 'model-testing/view/page';
import { IN_CART } from './catalogue.samples.ts';

/** §2 Product card: expects exactly these cards in this order, with all texts and links. */
export function expectCards({ element }: Pick<Page, 'element'>, products: readonly Product[]): void {
  const cards = [...element.querySelectorAll('article')];
  expect(cards.map((card) => words(card))).toEqual(products.map((one) => getWords(one, IN_CART.get(one._id) ?? 0)));
  cards.forEach((card, index) => {
    const { name = '', slug = '', stock } = products[index] ?? {};
    const { getByRole } = within(card);
    expect(getByRole('link', { name }).getAttribute('href')).toBe(`/product/${slug}`);
    expect(getByRole('button', { name: `Add to Cart: ${name}` })).toHaveProperty('disabled', stock === 0);
  });
}

/** The full text of a product card. */
function getWords({ name, stock, finalPrice, originalPrice, discount }: Product, pieces: number): string {
  const mark = stock === 0 ? 'SOLD OUT' : `-${discount}%`;
  const price = `${formatKsh(finalPrice ?? 0)}, was ${formatKsh(originalPrice ?? 0)}`.replaceAll('\u00a0', ' ');
  return `${mark}${pieces > 0 ? `${pieces} in cart` : ''}${name}4.5 (12)Rated 4.5 of 5 by 12${price}Add to Cart`;
}

/** The page bar as text, `Previous (off) 1 2 3 … 5 Next`. The current page is marked. */
export function getPages({ element }: Pick<Page, 'element'>): string {
  const steps = [...element.querySelectorAll('nav[aria-label="Pages"] li')];
  return steps
    .map((step) => {
      const isOff = step.querySelector('a[href]') === null && words(step) !== '…';
      return `${words(step).replace('Page ', '')}${isOff ? ' (off)' : ''}`;
    })
    .join(' ');
}
