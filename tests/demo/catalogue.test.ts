import { describe, expect, test } from 'vitest';
import { NEW_ARRIVALS_REQUEST } from '../../src/rules/home.ts';
import { shop } from '../../contract/shop.config.ts';
import { brands, categories, demoProducts, moreGoods } from '../../demo/catalogue/index.ts';
import { demoBanners } from '../../demo/banners.ts';
import { lastingDeals } from '../../demo/deals.ts';

describe('demo catalogue', () => {
  test('H19, H6: at least 240 products in 12 categories with at least 3 pictures each, and no brand without any', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(240);
    expect(categories).toHaveLength(12);
    expect(brands.length).toBeGreaterThanOrEqual(15);
    expect(new Set(demoProducts.map((product) => product.category))).toEqual(
      new Set(categories.map(({ slug }) => slug)),
    );
    expect(new Set(demoProducts.map((product) => product.brand))).toEqual(new Set(brands.map(({ slug }) => slug)));
    for (const { slug, pictures } of demoProducts) expect(pictures, slug).toBeGreaterThanOrEqual(3);
    for (const { slug } of categories)
      expect(demoProducts.filter(({ category }) => category === slug).length, slug).toBeGreaterThanOrEqual(12);
  });

  test('U1, U2: eight deals last, each of a product that can be bought', () => {
    expect(new Set(lastingDeals.map(({ slug }) => slug)).size).toBe(8);
    for (const { slug } of lastingDeals) expect(demoProducts.find((it) => it.slug === slug)?.stock).toBeGreaterThan(0);
  });

  test('H19: new goods have few made-up stars, which reviews replace', () => {
    for (const { slug, numReviews } of moreGoods.products) {
      expect(numReviews, slug).toBeGreaterThanOrEqual(5);
      expect(numReviews, slug).toBeLessThanOrEqual(60);
    }
  });

  test('four banners, each with words, goods and a section of the shop behind it', () => {
    expect(demoBanners).toHaveLength(4);
    for (const { title, subtitle, buttonText, link, goods } of demoBanners) {
      expect([title, subtitle, buttonText].every((text) => text.trim() !== '')).toBe(true);
      const category = new URL(link, 'https://duka.test').searchParams.get('category');
      expect(link === '/products?deals=flash' || categories.some(({ slug }) => slug === category), link).toBe(true);
      for (const { slug } of goods) expect(demoProducts.some((it) => it.slug === slug)).toBe(true);
    }
  });

  test('some names are long, as those of real goods are', () => {
    expect(demoProducts.filter(({ name }) => name.length > 70).length).toBeGreaterThanOrEqual(5);
  });

  test('one word a meaning: no specification of a category is written in two ways', () => {
    for (const { slug } of categories) {
      const of = demoProducts.filter(({ category }) => category === slug).flatMap((it) => it.specifications);
      const byLetters = new Map<string, Set<string>>();
      for (const { name, value } of of) {
        const letters = `${name}=${value}`.toLowerCase().replaceAll(/[^a-z0-9=.+]/g, '');
        byLetters.set(letters, (byLetters.get(letters) ?? new Set()).add(`${name}=${value}`));
      }
      expect([...byLetters.values()].filter(({ size }) => size > 1)).toEqual([]);
    }
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
