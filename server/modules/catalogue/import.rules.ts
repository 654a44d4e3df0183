import { createHash } from 'node:crypto';
import { shillings, type Fault, type ProductRecord } from './product-record.rules.ts';

/** A category by its address and name, and the one above it. */
export interface CategoryName {
  readonly slug: string;
  readonly name: string;
}

/** A product of a file in the words of the shop. Money in whole shillings. */
export interface ImportedProduct {
  /** What makes it this product and no other, in every run. */
  readonly key: string;
  /** Null: made of the name, and of the key where another product has that address. */
  readonly slug: string | null;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly originalPrice: number | null;
  readonly flashPrice: number | null;
  readonly flashEndsAt: Date | null;
  readonly brand: CategoryName;
  readonly category: CategoryName;
  /** The wider category; null at the top. */
  readonly parent: CategoryName | null;
  /** Null: nobody counts. */
  readonly stock: number | null;
  readonly specifications: readonly { readonly name: string; readonly value: string }[];
  readonly group: string | null;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly images: readonly string[];
  readonly isActive: boolean;
  readonly isNewArrival: boolean;
  readonly isFeatured: boolean;
  readonly createdAt: Date | null;
}

const NO_BRAND = 'Unbranded';
const NO_CATEGORY = 'Other';

/** A product that was read, as this shop sells it; the fault where its prices make no sense here. */
export function importedProduct(
  record: ProductRecord,
  rate: number,
): { readonly product: ImportedProduct } | { readonly fault: Fault } {
  const price = shillings(record.price, rate);
  if (price === null) return { fault: { field: 'price', reason: 'is above 20,000,000 shillings: is the rate right?' } };
  const given = { original: record.originalPrice ?? null, flash: record.flashPrice ?? null };
  const before = given.original === null ? null : shillings(given.original, rate);
  const flash = given.flash === null ? null : shillings(given.flash, rate);
  if (flash !== null && flash >= price) return { fault: { field: 'flashPrice', reason: 'has to be below the price' } };
  const [widest, narrower] = categoriesOf(record);
  const images = [...record.images, record.image ?? ''].filter((image) => image !== '');
  return {
    product: {
      key: keyOf(record),
      slug: record.slug ?? null,
      name: record.name,
      description: record.description ?? '',
      price,
      originalPrice: before !== null && before > price ? before : null,
      flashPrice: flash,
      flashEndsAt: flash === null ? null : (record.flashEndsAt ?? null),
      brand: named(record.brand ?? NO_BRAND),
      category: narrower ?? widest,
      parent: narrower === undefined ? null : widest,
      stock: record.stock ?? null,
      specifications: specificationsOf(record),
      group: record.group ?? null,
      options: record.options ?? [],
      images: [...new Set(images)],
      isActive: record.isActive,
      isNewArrival: record.isNewArrival,
      isFeatured: record.isFeatured,
      createdAt: record.createdAt ?? null,
    },
  };
}

/** The first two levels, which is all that the shop shows (A42). */
function categoriesOf({ categories, category }: ProductRecord): [CategoryName, CategoryName?] {
  const given = categories.length > 0 ? categories : [category ?? NO_CATEGORY];
  const [widest = named(NO_CATEGORY), narrower] = given.map(named);
  return narrower === undefined || narrower.slug === widest.slug ? [widest] : [widest, narrower];
}

/** What is narrower than the shop's two levels of categories is told as the product's type; options can be filtered by. */
function specificationsOf({ categories, specifications, options }: ProductRecord) {
  const narrowest = categories.length > 2 ? (categories.at(-1) ?? '') : '';
  const all = [
    ...(specifications ?? []),
    ...(options ?? []),
    ...(narrowest === '' ? [] : [{ name: 'Type', value: narrowest }]),
  ];
  const seen = new Set<string>();
  return all.filter(({ name }) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

/** Another price or stock in the next run makes no second product of it; with a slug or sku, not even another name. */
function keyOf({ slug, sku, name, brand, description, image, images, options }: ProductRecord): string {
  if (typeof slug === 'string') return slug;
  if (typeof sku === 'string' && sku !== '') return `sku ${sku}`;
  const picture = images[0] ?? image ?? null;
  const rest = [name, brand ?? null, picture ?? description ?? null, options ?? []];
  return `name ${createHash('sha256').update(JSON.stringify(rest)).digest('hex')}`;
}

function named(name: string): CategoryName {
  return { slug: slugOf(name), name };
}

/** A name as a part of an address. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 150)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? `x${createHash('sha256').update(name).digest('hex').slice(0, 12)}` : slug;
}

/** The address of a product: `taken` says which belong to other products. */
export function freeSlug({ slug, name }: ImportedProduct, id: string, taken: (slug: string) => boolean): string {
  const plain = slug ?? slugOf(name);
  return taken(plain) ? `${plain}-${id.slice(0, 8)}` : plain;
}
