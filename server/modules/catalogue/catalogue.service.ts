import type * as v from 'valibot';
import type { Category, listProducts as listEndpoint } from '../../../contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import {
  findProduct,
  findProductBySlug,
  knownSpecifications,
  listCategories,
  listProducts,
} from './catalogue.repository.ts';
import { filterOf, LEGACY_LIMIT, specificationCandidates } from './product-filter.rules.ts';
import { productView } from './product-view.rules.ts';

type ListRequest = v.InferOutput<(typeof listEndpoint)['request']>;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MOST_CATEGORIES = 100;

/** Reads of the catalogue for shoppers: inactive products and categories do not exist here. */
export function createCatalogueService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /** §7 GET /products. Unknown sorts, pages beyond the last and unknown keys are not errors (Q25, A10). */
  async function list(request: ListRequest) {
    const now = clock.now();
    const candidates = specificationCandidates(request);
    const known =
      candidates.length === 0
        ? new Set()
        : await knownSpecifications(
            db.sql,
            candidates.map(({ name }) => name),
          );
    const filter = filterOf(
      request,
      candidates.filter(({ name }) => known.has(name)),
    );
    const { rows, total } = await listProducts(db.sql, filter, filter.limit === LEGACY_LIMIT, now);
    return {
      products: rows.map((row) => productView(row, now)),
      pagination: { page: request.page ?? 1, limit: filter.limit, total, pages: Math.ceil(total / filter.limit) },
    };
  }

  /** One product by id or slug (A1). 404 'Product not found'. */
  async function find(idOrSlug: string) {
    const byId = UUID.test(idOrSlug) ? await findProduct(db.sql, idOrSlug) : null;
    const row = byId ?? (await findProductBySlug(db.sql, idOrSlug));
    if (row === null) throw new HttpError(404, 'Product not found');
    return productView(row, clock.now());
  }

  /** §7 GET /categories, each with the number of its products, those of its children included. */
  async function categories(limit = MOST_CATEGORIES): Promise<v.InferInput<typeof Category>[]> {
    const rows = await listCategories(db.sql, limit);
    return rows.map(({ id, parentId, ...rest }) => ({
      _id: id,
      ...rest,
      parent: parentId === null ? null : { _id: parentId },
    }));
  }

  return { list, find, categories };
}
