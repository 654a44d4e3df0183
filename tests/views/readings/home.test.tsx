// @vitest-environment happy-dom
import { brandCarouselMachine } from '../../../src/machines/home/brand-carousel.machine.ts';
import { flashCountdownMachine } from '../../../src/machines/home/flash-countdown.machine.ts';
import { heroCarouselMachine } from '../../../src/machines/home/hero-carousel.machine.ts';
import { homeSectionMachine } from '../../../src/machines/home/home-section.machine.ts';
import type { HomeSectionName } from '../../../src/rules/home/home.ts';
import { BrandCarouselView } from '../../../src/views/home/brand-carousel.view.tsx';
import { FlashCountdownView } from '../../../src/views/home/flash-countdown.view.tsx';
import { HeroCarouselView } from '../../../src/views/home/hero-carousel.view.tsx';
import { HomeSectionView } from '../../../src/views/home/home-section.view.tsx';
import { HomeView } from '../../../src/views/home/home.view.tsx';
import { products } from '../../flows/support/catalogue.samples.ts';
import { banners, brands } from '../../flows/support/home.samples.ts';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const problem = { text: 'Failed to load', requestId: 'req-1' };

const section =
  (name: HomeSectionName, value: string, context: object = {}, parts: object = {}): Draw =>
  (send) => (
    <HomeSectionView
      snapshot={at(homeSectionMachine, { section: name, loaded: null }, { items: value, clock: 'none' }, context)}
      send={send}
      inCart={new Map([['p1', 2]])}
      {...parts}
    />
  );
const clock =
  (value: string | object, context: object = {}): Draw =>
  (send) => (
    <FlashCountdownView
      snapshot={at(flashCountdownMachine, { known: null, hasPlaceholder: false }, value, context)}
      send={send}
    />
  );
const DAY_MS = 86_400_000;

const hero =
  (index: number, change: object = {}, count = 3): Draw =>
  (send) => (
    <HeroCarouselView
      snapshot={at(heroCarouselMachine, { count }, undefined, { index })}
      send={send}
      banners={banners(count, change)}
    />
  );

const brandCarousel =
  (count: number, value: object | string, page: number): Draw =>
  (send) => (
    <BrandCarouselView
      snapshot={at(brandCarouselMachine, { count }, value, { page })}
      send={send}
      brands={brands(count)}
    />
  );

readings('home', {
  home: {
    'hero, promises and sections, no static hero or category tiles (A59)': () => (
      <HomeView
        hero={<b>Hero</b>}
        flash={<b>Flash</b>}
        newArrivals={<b>New arrivals</b>}
        brands={<b>Brands</b>}
        popular={<b>Popular</b>}
        featured={<b>Featured</b>}
      />
    ),
  },
  'home-section': {
    'new arrivals are loaded': section('newArrivals', 'loading'),
    'new arrival, just added to the cart': section('newArrivals', 'ready', {
      content: { products: products(1) },
      added: products(1)[0],
    }),
    'two featured products': section('featured', 'ready', { content: { products: products(2) } }),
    'no new arrivals': section('newArrivals', 'empty'),
    'new arrivals could not be loaded': section('newArrivals', 'failed', { problem }),
    'featured products could not be loaded': section('featured', 'failed', { problem }),
    'no featured products': section('featured', 'empty'),
    'brands are loaded': section('brands', 'loading'),
    'brands could not be loaded': section('brands', 'failed', { problem }),
    'no brands': section('brands', 'empty'),
    'popular products could not be loaded': section('popular', 'failed', { problem }),
    'banners are loaded': section('hero', 'loading'),
    'banners could not be loaded': section('hero', 'failed', { problem }),
    'no banners': section('hero', 'empty'),
    banners: section('hero', 'ready', {}, { inside: <p>The banners</p> }),
    brands: section('brands', 'ready', {}, { inside: <p>The brands</p> }),
    'no deals, with the clock': section('flash', 'empty', {}, { clock: <p>The clock</p> }),
  },
  'hero-carousel': {
    'second of three banners (§2 Home)': hero(1),
    'one banner without subtitle and button text, to another site': hero(
      0,
      { subtitle: '', buttonText: '', link: 'https://example.com/a' },
      1,
    ),
    'one banner without link and picture': hero(0, { link: '', image: null }, 1),
  },
  'flash-countdown': {
    'ends in two days (§4 Flash countdown)': clock(
      { running: 'sure' },
      { ends: [9 * DAY_MS, 3 * DAY_MS - 1_000], now: DAY_MS },
    ),
    'has ended': clock({ ended: 'sure' }, { ends: [DAY_MS], now: DAY_MS }),
    'deals are loaded': clock('waiting'),
    'no deals': clock('hiddenClock'),
  },
  'brand-carousel': {
    'first six of fourteen brands (§3 Brand)': brandCarousel(14, { page: 'first' }, 0),
    'next six': brandCarousel(14, { page: 'middle' }, 1),
    'last two': brandCarousel(14, { page: 'last' }, 2),
    'two brands, one page': brandCarousel(2, 'onePage', 0),
  },
});
