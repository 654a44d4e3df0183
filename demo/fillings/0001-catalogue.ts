import type { Filling } from '../../server/db/fill.ts';
import { products } from '../../server/db/schema.ts';
import { goodsOf, type DemoData } from '../data.ts';
import { addGoods } from './goods.ts';

/** Adds the products when the shop has none. */
export const catalogue = (demo: DemoData): Filling => ({
  name: '0001-catalogue',
  async run(sql, { now, onProgress }) {
    const [any] = await sql.select({ id: products.id }).from(products).limit(1);
    if (any === undefined) await addGoods(sql, goodsOf(demo, 'first'), { all: demo, now, onProgress });
    return true;
  },
});
