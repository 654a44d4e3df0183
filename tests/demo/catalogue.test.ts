import { describe, expect, test } from 'vitest';
import { NEW_ARRIVALS_REQUEST } from '../../src/rules/home.ts';
import { shop } from '../../contract/shop.config.ts';
import { brands, categories, demoProducts } from '../../demo/catalogue/index.ts';

describe('demo catalogue', () => {
  test('issue 8: at least 72 products, 8 categories, 15 brands, each of them used', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(72);
    expect(categories).toHaveLength(8);
    expect(brands.length).toBeGreaterThanOrEqual(15);
    expect(new Set(demoProducts.map((product) => product.category))).toEqual(
      new Set(categories.map(({ slug }) => slug)),
    );
    expect(new Set(demoProducts.map((product) => product.brand))).toEqual(new Set(brands.map(({ slug }) => slug)));
  });

  test("A48: the footer's fallback categories exist", () => {
    const slugs = categories.map(({ slug }) => slug);
    for (const { slug } of shop.fallbackCategories) expect(slugs).toContain(slug);
  });

  test('slugs are unique and fit an address', () => {
    for (const rows of [demoProducts, categories, brands]) {
      const slugs = rows.map(({ slug }) => slug);
      expect(new Set(slugs).size).toBe(slugs.length);
      for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
    expect(new Set(demoProducts.map(({ name }) => name)).size).toBe(demoProducts.length);
  });

  test.each(demoProducts)(
    '$slug: whole shillings, discounts and deals below the price',
    ({ price, originalPrice, flash }) => {
      expect(Number.isInteger(price)).toBe(true);
      expect(price).toBeGreaterThan(500);
      expect(price).toBeLessThan(400_000);
      if (originalPrice !== undefined) {
        expect(Number.isInteger(originalPrice)).toBe(true);
        expect(originalPrice).toBeGreaterThan(price);
        expect((originalPrice - price) / originalPrice).toBeLessThan(0.4);
      }
      if (flash !== undefined) {
        expect(Number.isInteger(flash.price)).toBe(true);
        expect(flash.price).toBeLessThan(price);
        expect(flash.endsInHours).toBeGreaterThan(0);
      }
    },
  );

  test.each(demoProducts)('$slug: text, specifications, rating and pictures', (product) => {
    expect(product.description.split(/\.(?:\s|$)/).filter(Boolean).length).toBeGreaterThanOrEqual(2);
    expect(product.description.split(/\.(?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(4);
    expect(product.specifications.length).toBeGreaterThanOrEqual(5);
    expect(product.specifications.length).toBeLessThanOrEqual(9);
    expect(new Set(product.specifications.map(({ name }) => name)).size).toBe(product.specifications.length);
    for (const { name, value } of product.specifications) expect(name.trim() !== '' && value.trim() !== '').toBe(true);
    expect(product.rating).toBeGreaterThanOrEqual(3.5);
    expect(product.rating).toBeLessThanOrEqual(5);
    expect(Number.isInteger(product.numReviews)).toBe(true);
    expect(product.createdDaysAgo).toBeGreaterThan(0);
  });

  test('specifications worth filtering: in every category two names are on at least half of the products', () => {
    for (const { slug } of categories) {
      const products = demoProducts.filter((product) => product.category === slug);
      const counts = new Map<string, number>();
      for (const { name } of products.flatMap((product) => product.specifications))
        counts.set(name, (counts.get(name) ?? 0) + 1);
      expect([...counts.values()].filter((count) => count >= products.length / 2).length, slug).toBeGreaterThanOrEqual(
        2,
      );
    }
  });

  test('U17: stock from 0 to hundreds, some between 3 and 12', () => {
    const stock = demoProducts.map((product) => product.stock);
    expect(stock.filter((pieces) => pieces === 0).length).toBeGreaterThanOrEqual(4);
    expect(stock.filter((pieces) => pieces >= 3 && pieces <= 12).length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...stock)).toBeGreaterThanOrEqual(300);
    expect(stock.every((pieces) => Number.isInteger(pieces) && pieces >= 0)).toBe(true);
  });

  test('home has something for each of its rows', () => {
    expect(demoProducts.filter(({ flash }) => flash !== undefined).length).toBeGreaterThanOrEqual(4);
    expect(demoProducts.filter(({ isNewArrival }) => isNewArrival).length).toBeGreaterThanOrEqual(10);
    expect(demoProducts.filter(({ isFeatured }) => isFeatured).length).toBeGreaterThanOrEqual(10);
    expect(demoProducts.filter(({ flash, stock }) => flash !== undefined && stock === 0)).toEqual([]);
  });

  test('home: what stands under New Arrivals does not stand under Featured Products too', () => {
    const newest = demoProducts
      .toSorted((one, other) => one.createdDaysAgo - other.createdDaysAgo)
      .slice(0, NEW_ARRIVALS_REQUEST.limit);
    expect(newest.filter(({ isFeatured }) => isFeatured)).toEqual([]);
  });
});
