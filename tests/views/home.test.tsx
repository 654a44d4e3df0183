// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { heroCarouselMachine } from '../../src/machines/home/hero-carousel.machine.ts';
import { homeSectionMachine } from '../../src/machines/home/home-section.machine.ts';
import { VIEW_ALL_NEW_FROM, VIEW_ALL_POPULAR_FROM } from '../../src/rules/home/home.ts';
import type { HomeSectionName } from '../../src/rules/home/home.ts';
import { HeroCarouselView } from '../../src/views/home/hero-carousel.view.tsx';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import { renderPage } from 'model-testing/view/page';
import { products } from '../flows/support/catalogue.samples.ts';
import { banners } from '../flows/support/home.samples.ts';
import { at, ignore } from './reads.tsx';

describe('§2 Home: the banners', () => {
  const hero = (context: object, value?: object) =>
    renderPage(
      <HeroCarouselView
        snapshot={at(heroCarouselMachine, { count: 3 }, value, context)}
        send={ignore}
        banners={banners(3)}
      />,
    ).element;

  test('announces a banner that the shopper chose, but no automatic change', () => {
    const live = (several: string) => hero({}, { several }).querySelector('[aria-live]')?.getAttribute('aria-live');
    expect([live('playing'), live('paused')]).toEqual(['off', 'polite']);
  });

  test('only the shown banner is reachable by keyboard', () => {
    const slides = [...hero({ index: 2 }).querySelectorAll('[aria-roledescription="slide"]')];
    expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([true, true, false]);
    expect(slides.map((slide) => slide.getAttribute('aria-hidden'))).toEqual(['true', 'true', 'false']);
    expect(slides.map((slide) => slide.getAttribute('aria-label'))).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });
});

describe('§2 Home: the sections', () => {
  const section = (name: HomeSectionName, value: string, context: object = {}) =>
    renderPage(
      <HomeSectionView
        snapshot={at(homeSectionMachine, { section: name, loaded: null }, { items: value, clock: 'none' }, context)}
        send={ignore}
        inCart={new Map()}
      />,
    );

  test.each([
    ['newArrivals', VIEW_ALL_NEW_FROM, 'View All New Products -> /products?sortBy=newest'],
    ['popular', VIEW_ALL_POPULAR_FROM, 'View All -> /products'],
  ] as const)('%s have a link to all products from %i products on', (name, from, link) => {
    const links = (count: number) =>
      section(name, 'ready', { content: { products: products(count) } })
        .queryAllByRole('link', { name: /^View All/ })
        .map((one: HTMLElement) => `${one.textContent} -> ${one.getAttribute('href')}`);
    expect([links(from - 1), links(from)]).toEqual([[], [link]]);
  });

  test.each(['hero', 'brands'] as const)('%s renders no element without content', (name) =>
    expect(section(name, 'empty').html).toBe(''),
  );
});
