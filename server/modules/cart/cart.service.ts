import type { CheckedLine } from '../../../contract/cart.ts';
import type { Deps } from '../../deps.ts';
import { findOffers } from '../catalogue/offers.repository.ts';
import { getChargedPrice } from '../catalogue/product-view.rules.ts';

interface SentLine {
  readonly product: string;
  /** Whole shillings. */
  readonly price: number;
}

/** Checks the current price and stock of cart lines. Reserves nothing (A4, Q25). */
export function createCartService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /** Returns every known line in the given order. `stock` is 0 when the product is no longer sold. */
  async function check(items: readonly SentLine[]): Promise<CheckedLine[]> {
    const known = await findOffers(
      db.sql,
      items.map(({ product }) => product.toLowerCase()),
    );
    const now = clock.now();
    return items.flatMap(({ product, price }) => {
      const offer = known.get(product.toLowerCase());
      return offer === undefined
        ? []
        : [{ product, name: offer.name, was: price, now: getChargedPrice(offer, now), stock: offer.stock }];
    });
  }

  return { check };
}
