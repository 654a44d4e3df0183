import type { Filling } from '../../server/db/fill.ts';
import { products } from '../../server/db/schema.ts';
import { addCatalogue } from '../../server/modules/catalogue/import.repository.ts';
import { firstGoods } from '../catalogue/index.ts';

/** The goods, where the shop sells nothing yet. */
export const catalogue: Filling = {
  name: '0001-catalogue',
  async run(sql, { now, onProgress }) {
    const [any] = await sql.select({ id: products.id }).from(products).limit(1);
    if (any === undefined) await addCatalogue(sql, firstGoods, now, onProgress);
    return true;
  },
};
