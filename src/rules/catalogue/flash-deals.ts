import type { FlashDeal, Product } from '../../../contract/catalogue.ts';
import { toPriceView } from '../../../contract/rules/price.ts';
import { toReplyProblem } from '../failure.ts';
import type { Problem } from '../failure.ts';
import { LIST_PAGE_SIZE } from './list-query.ts';
import type { ListQuery, ListSort } from './list-query.ts';
import * as texts from '../../texts/catalogue.ts';

/**
 * Returns one page of the flash deals, sorted and sized as the address says; the last page when the requested one is
 * beyond it (A43, A57).
 */
export function getDealsPage(deals: readonly FlashDeal[], { sortBy, limit = LIST_PAGE_SIZE, page: asked }: ListQuery) {
  const all = sortProducts(
    deals.map(({ product }) => product),
    sortBy ?? 'newest',
  );
  const pages = Math.ceil(all.length / limit);
  const page = Math.min(asked, Math.max(1, pages));
  const products = all.slice((page - 1) * limit, page * limit);
  return { products, pagination: { page, limit, total: all.length, pages } };
}

/** Returns the server's message, or one of two texts of §8: for a refusal, or for no reply. */
export function flashProblem(error: unknown): Problem {
  return toReplyProblem(error, {
    answered: texts.failedToFetchFlashDeals,
    unanswered: texts.failedToLoadFlashDeals,
  });
}

/** The server sorts newest first. */
function sortProducts(products: readonly Product[], sortBy: ListSort): readonly Product[] {
  if (sortBy === 'newest') return products;
  const by = (product: Product) => (sortBy === 'rating' ? -product.rating : toPriceView(product).price);
  const sign = sortBy === 'price_high' ? -1 : 1;
  return [...products].sort((one, other) => sign * (by(one) - by(other)));
}
