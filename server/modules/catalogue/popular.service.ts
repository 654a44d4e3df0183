import type { Deps } from '../../deps.ts';
import { MOST_SHOWN, toShownLimit } from './product-filter.rules.ts';
import { findProducts, findMostBought, findNewestProducts, type ProductRow } from './catalogue.repository.ts';

const DAY = 86_400_000;
/** Older sales do not predict today's. */
const SINCE_MS = 90 * DAY;
/** Summing all orders is expensive, and the ranking changes slowly (A40). */
const CACHE_MS = 60_000;

/** Best-selling products, with a cache. */
export function createPopularService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  let kept: { readonly ids: Promise<readonly string[]>; readonly until: number } | null = null;

  function getBestsellers(): Promise<readonly string[]> {
    const now = clock.now().getTime();
    if (kept !== null && now < kept.until) return kept.ids;
    const ids = findMostBought(db.reads, new Date(now - SINCE_MS), MOST_SHOWN);
    const mine = { ids, until: now + CACHE_MS };
    kept = mine;
    // A failed query is not cached, so the next request tries again.
    ids.catch(() => {
      if (kept === mine) kept = null;
    });
    return ids;
  }

  /** Returns `asked` products: the bestsellers, then the newest (A12). */
  async function frequentlyBought(asked?: number): Promise<ProductRow[]> {
    const limit = toShownLimit(asked);
    const ids = await getBestsellers();
    const found = await findProducts(db.reads, ids);
    const bought = ids.flatMap((id) => found.get(id) ?? []).slice(0, limit);
    if (bought.length === limit) return bought;
    const chosen = new Set(bought.map(({ id }) => id));
    const newest = await findNewestProducts(db.reads, limit + bought.length);
    return [...bought, ...newest.filter(({ id }) => !chosen.has(id))].slice(0, limit);
  }

  return { frequentlyBought };
}
