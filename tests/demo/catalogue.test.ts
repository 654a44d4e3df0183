import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { NEW_ARRIVALS_REQUEST } from '../../src/rules/home/home.ts';
import { shop } from '../../contract/shop.config.ts';
import { getGoods, readDemo } from '../../demo/data.ts';
import { lastingDeals } from '../../demo/deals.ts';

const demo = readDemo();
const { brands, categories, banners, products, reviews, stations } = demo;
const deals = lastingDeals(demo);

const getSpecifications = ({ specifications }: (typeof products)[number]) =>
  Object.entries(specifications).map(([name, value]) => ({ name, value }));
const getStars = (slug: string) => reviews.filter(({ product }) => product === slug).map(({ rating }) => rating);

describe('demo catalogue', () => {
  test('H19, H6: at least 240 products in 12 categories with at least 3 pictures each, and no brand without products', () => {
    expect(products.length).toBeGreaterThanOrEqual(240);
    expect(categories).toHaveLength(12);
    expect(brands.length).toBeGreaterThanOrEqual(15);
    expect(new Set(products.map((product) => product.category))).toEqual(new Set(categories.map(({ name }) => name)));
    expect(new Set(products.map((product) => product.brand))).toEqual(new Set(brands.map(({ name }) => name)));
    for (const { slug, pictures } of products) expect(pictures, slug).toBeGreaterThanOrEqual(3);
    for (const { name } of categories)
      expect(products.filter(({ category }) => category === name).length, name).toBeGreaterThanOrEqual(12);
  });

  test('U1, U2: eight deals are renewed, each for a product that can be bought', () => {
    expect(new Set(deals.map(({ slug }) => slug)).size).toBe(8);
    for (const { slug } of deals) expect(products.find((it) => it.slug === slug)?.stock).toBeGreaterThan(0);
  });

  test('H19: new products have few reviews', () => {
    for (const { slug } of getGoods(demo, 'more').products) {
      expect(getStars(slug).length, slug).toBeGreaterThanOrEqual(4);
      expect(getStars(slug).length, slug).toBeLessThanOrEqual(16);
    }
  });

  test('four banners, each with texts and a link to a section of the shop', () => {
    expect(banners).toHaveLength(4);
    for (const { title, subtitle, buttonText, link } of banners) {
      expect([title, subtitle, buttonText].every((text) => text.trim() !== '')).toBe(true);
      const category = new URL(link, 'https://duka.test').searchParams.get('category');
      expect(link === '/products?deals=flash' || categories.some(({ slug }) => slug === category), link).toBe(true);
    }
  });

  test('some product names are long', () => {
    expect(products.filter(({ name }) => name.length > 70).length).toBeGreaterThanOrEqual(5);
  });

  test('no category spells a specification in two ways', () => {
    for (const { name: shelf } of categories) {
      const of = products.filter(({ category }) => category === shelf).flatMap(getSpecifications);
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

  test('slugs are unique and valid in an address', () => {
    for (const rows of [products, categories, brands]) {
      const slugs = rows.map(({ slug }) => slug);
      expect(new Set(slugs).size).toBe(slugs.length);
      for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
    expect(new Set(products.map(({ name }) => name)).size).toBe(products.length);
  });

  test.each(products)(
    '$slug: whole shillings, discounts and deals below the price',
    ({ price, originalPrice, flashPrice, flashHours }) => {
      expect(Number.isInteger(price)).toBe(true);
      expect(price).toBeGreaterThan(500);
      expect(price).toBeLessThan(400_000);
      if (originalPrice !== undefined) {
        expect(Number.isInteger(originalPrice)).toBe(true);
        expect(originalPrice).toBeGreaterThan(price);
        expect((originalPrice - price) / originalPrice).toBeLessThan(0.4);
      }
      expect(flashPrice === undefined).toBe(flashHours === undefined);
      if (flashPrice !== undefined) expect(flashPrice).toBeLessThan(price);
      if (flashHours !== undefined) expect(flashHours).toBeGreaterThan(0);
    },
  );

  test.each(products)('$slug: text, specifications, rating and pictures', (product) => {
    expect(product.description.split(/\.(?:\s|$)/).filter(Boolean).length).toBeGreaterThanOrEqual(2);
    expect(product.description.split(/\.(?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(4);
    const specifications = getSpecifications(product);
    expect(specifications.length).toBeGreaterThanOrEqual(5);
    expect(specifications.length).toBeLessThanOrEqual(9);
    for (const { name, value } of specifications) expect(name.trim() !== '' && value.trim() !== '').toBe(true);
    const stars = getStars(product.slug);
    expect(stars.length).toBeLessThanOrEqual(40);
    expect(stars.reduce((sum, rating) => sum + rating, 0) / stars.length).toBeGreaterThanOrEqual(3.4);
    expect(product.daysOld).toBeGreaterThan(0);
  });

  test('in every category at least two specifications are on half of the products or more, so that filters are useful', () => {
    for (const { name: shelf } of categories) {
      const goods = products.filter(({ category }) => category === shelf);
      const counts = new Map<string, number>();
      for (const { name } of goods.flatMap(getSpecifications)) counts.set(name, (counts.get(name) ?? 0) + 1);
      expect([...counts.values()].filter((count) => count >= goods.length / 2).length, shelf).toBeGreaterThanOrEqual(2);
    }
  });

  test('U17: stock ranges from 0 to hundreds, with some products between 3 and 12', () => {
    const stock = products.map((product) => product.stock);
    expect(stock.filter((pieces) => pieces === 0).length).toBeGreaterThanOrEqual(4);
    expect(stock.filter((pieces) => pieces >= 3 && pieces <= 12).length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...stock)).toBeGreaterThanOrEqual(300);
    expect(stock.every((pieces) => Number.isInteger(pieces) && pieces >= 0)).toBe(true);
  });

  test('home has products for each of its rows', () => {
    expect(products.filter(({ flashPrice }) => flashPrice !== undefined).length).toBeGreaterThanOrEqual(4);
    expect(products.filter(({ isNewArrival }) => isNewArrival).length).toBeGreaterThanOrEqual(10);
    expect(products.filter(({ isFeatured }) => isFeatured).length).toBeGreaterThanOrEqual(10);
    expect(products.filter(({ flashPrice, stock }) => flashPrice !== undefined && stock === 0)).toEqual([]);
  });

  test('home: products in New Arrivals are not in Featured Products too', () => {
    const newest = products.toSorted((one, other) => one.daysOld - other.daysOld).slice(0, NEW_ARRIVALS_REQUEST.limit);
    expect(newest.filter(({ isFeatured }) => isFeatured)).toEqual([]);
  });

  test('U15: reviews belong to existing products, and no product has the same comment twice', () => {
    const slugs = new Set(products.map(({ slug }) => slug));
    expect(reviews.filter(({ product }) => !slugs.has(product))).toEqual([]);
    expect(new Set(reviews.map(({ product, comment }) => `${product} ${comment}`)).size).toBe(reviews.length);
    expect(reviews.some(({ title }) => title === '') && reviews.some(({ title }) => title !== '')).toBe(true);
    for (const { comment } of reviews) expect(comment.length).toBeLessThanOrEqual(500);
  });

  test('an error names the file, the line number and the field', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
    for (const name of ['categories', 'brands', 'catalogue', 'reviews', 'banners'])
      writeFileSync(path.join(folder, `${name}.jsonl`), '');
    writeFileSync(
      path.join(folder, 'stations.jsonl'),
      `${JSON.stringify(stations[0])}\n${JSON.stringify({ ...stations[1], hours: 'always' })}\n`,
    );
    expect(() => readDemo(folder)).toThrow(/^stations\.jsonl, line 2: hours /);
    rmSync(folder, { recursive: true });
  });
});
