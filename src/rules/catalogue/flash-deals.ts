import type { FlashDeal, Product } from '../../../contract/catalogue.ts';
import { shownPrice } from '../../../contract/rules/price.ts';
import { answerProblem } from '../failure.ts';
import type { Problem } from '../failure.ts';
import { LIST_PAGE_SIZE } from './list-query.ts';
import type { ListQuery, ListSort } from './list-query.ts';
import * as texts from '../../texts/catalogue.ts';

/** One page of the flash deals, sorted and cut as the address says; the last one where it is beyond (A43, A57). */
export function pageOfDeals(deals: readonly FlashDeal[], { sortBy, limit = LIST_PAGE_SIZE, page: asked }: ListQuery) {
  const all = sorted(
    deals.map(({ product }) => product),
    sortBy ?? 'newest',
  );
  const pages = Math.ceil(all.length / limit);
  const page = Math.min(asked, Math.max(1, pages));
  const products = all.slice((page - 1) * limit, page * limit);
  return { products, pagination: { page, limit, total: all.length, pages } };
}

/** The server's own words, or one of the two texts of §8: by an answer that says no, or by none. */
export function flashProblem(error: unknown): Problem {
  return answerProblem(error, {
    answered: texts.failedToFetchFlashDeals,
    unanswered: texts.failedToLoadFlashDeals,
  });
}

/** Newest first as the server gives them. */
function sorted(products: readonly Product[], sortBy: ListSort): readonly Product[] {
  if (sortBy === 'newest') return products;
  const by = (product: Product) => (sortBy === 'rating' ? -product.rating : shownPrice(product).price);
  const sign = sortBy === 'price_high' ? -1 : 1;
  return [...products].sort((one, other) => sign * (by(one) - by(other)));
}
