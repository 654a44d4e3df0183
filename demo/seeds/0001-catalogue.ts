import type { Seed } from '../../server/db/seed.ts';
import { products } from '../../server/db/schema.ts';
import { getGoods, type DemoData } from '../data.ts';
import { addGoods } from './goods.ts';

/** Adds the products when the shop has none. */
export const catalogue = (demo: DemoData): Seed => ({
  name: '0001-catalogue',
  async run(sql, { now, onProgress }) {
    const [any] = await sql.select({ id: products.id }).from(products).limit(1);
    if (any === undefined) await addGoods(sql, getGoods(demo, 'first'), { all: demo, now, onProgress });
    return true;
  },
});
