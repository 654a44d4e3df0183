import { addBrands, addCategories, setImages } from '../../server/modules/catalogue/writer.repository.ts';
import { addBatch } from '../../server/modules/catalogue/import.repository.ts';
import { parseProduct, type Line } from '../../server/modules/catalogue/import.rules.ts';
import type { Sql } from '../../server/db/client.ts';
import type { OnProgress } from '../../server/db/seed.ts';
import { toStableId } from '../../server/db/ids.ts';
import type { DemoBrand, DemoCategory, DemoData, DemoProduct } from '../data.ts';

interface Goods {
  readonly categories: readonly DemoCategory[];
  readonly brands: readonly DemoBrand[];
  readonly products: readonly DemoProduct[];
}

const HOUR = 3_600_000;
const AT_ONCE = 100;

/** Adds missing rows, as an import does. Keeps existing rows. `all` defines the order of the categories. */
export async function addGoods(
  sql: Sql,
  { categories: shelves, brands: makers, products }: Goods,
  { all, now, onProgress }: { readonly all: DemoData; readonly now: Date; readonly onProgress: OnProgress },
): Promise<void> {
  const order = new Map(all.categories.map(({ slug }, index) => [slug, index]));
  await addCategories(
    sql,
    shelves.map(({ slug, name, parent }) => ({
      id: toStableId('category', slug),
      slug,
      name,
      sortOrder: order.get(slug) ?? 0,
      parentId: parent === undefined ? null : toStableId('category', parent),
    })),
  );
  await addBrands(
    sql,
    makers.map(({ slug, name }) => ({ id: toStableId('brand', slug), slug, name })),
  );
  for (let done = 0; done < products.length; done += AT_ONCE) {
    const some = products.slice(done, done + AT_ONCE);
    const lines = some.map((product, index) => toProductRow(product, done + index + 1, now));
    const { added } = await addBatch(sql, lines, {
      startedAt: now.getTime(),
      before: done,
      uncounted: 0,
      change: null,
    });
    for (const product of some) {
      const id = toStableId('product', product.slug);
      if (added.has(id)) await setImages(sql, { id, before: [], after: toImagePaths(product) });
    }
    onProgress(Math.min(products.length, done + AT_ONCE), products.length);
  }
}

/** Returns the paths of a product's pictures. */
export function toImagePaths({ slug, pictures }: Pick<DemoProduct, 'slug' | 'pictures'>): string[] {
  return Array.from({ length: pictures }, (_, index) => `/media/${slug}-${index + 1}`);
}

function toProductRow({ flashHours, daysOld, ...product }: DemoProduct, line: number, now: Date): Line {
  const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString();
  const given = {
    ...product,
    ...(flashHours !== undefined && { flashEndsAt: hoursFromNow(flashHours) }),
    createdAt: hoursFromNow(-24 * daysOld),
  };
  const read = parseProduct(given, { rate: 1, lowest: 1, now });
  if ('fault' in read) throw new Error(`catalogue.jsonl: ${product.slug}: ${read.fault.field} ${read.fault.reason}`);
  return { line, id: toStableId('product', product.slug), product: read.product };
}
