import type { Deps } from '../../deps.ts';
import { MOST_SHOWN, shownOf } from './product-filter.rules.ts';
import { findProducts, mostBought, newestProducts, type ProductRow } from './catalogue.repository.ts';

const DAY = 86_400_000;
/** What was bought longer ago says nothing about today. */
const SINCE_MS = 90 * DAY;
/** Adding up all orders is dear, and the order of the bestsellers changes slowly (A40). */
const KEPT_MS = 60_000;

/** What is bought most. */
export function createPopularService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  let kept: { readonly ids: Promise<readonly string[]>; readonly until: number } | null = null;

  function bestsellers(): Promise<readonly string[]> {
    const now = clock.now().getTime();
    if (kept !== null && now < kept.until) return kept.ids;
    const ids = mostBought(db.reads, new Date(now - SINCE_MS), MOST_SHOWN);
    const mine = { ids, until: now + KEPT_MS };
    kept = mine;
    // The next request tries again.
    ids.catch(() => {
      if (kept === mine) kept = null;
    });
    return ids;
  }

  /** As many products as are asked for, the newest after those that were bought (A12). */
  async function frequentlyBought(asked?: number): Promise<ProductRow[]> {
    const limit = shownOf(asked);
    const ids = await bestsellers();
    const found = await findProducts(db.reads, ids);
    const bought = ids.flatMap((id) => found.get(id) ?? []).slice(0, limit);
    if (bought.length === limit) return bought;
    const chosen = new Set(bought.map(({ id }) => id));
    const newest = await newestProducts(db.reads, limit + bought.length);
    return [...bought, ...newest.filter(({ id }) => !chosen.has(id))].slice(0, limit);
  }

  return { frequentlyBought };
}
