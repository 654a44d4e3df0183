import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import type { Product } from '../../../contract/catalogue.ts';
import { flashCountdownMachine } from '../../../src/machines/home/flash-countdown.machine.ts';
import { homeSectionMachine } from '../../../src/machines/home/home-section.machine.ts';
import type { HomeSectionInput } from '../../../src/machines/home/home-section.machine.ts';
import { HAS_PLACEHOLDER } from '../../../src/rules/home/flash.ts';
import type { HomeSectionName, SectionContent } from '../../../src/rules/home/home.ts';
import { toFlashContent } from '../../../src/rules/home/home.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import { productsWithOneSoldOut } from '../support/catalogue.samples.ts';
import { D1, T } from '../support/flash.samples.ts';
import { banners } from '../support/home.samples.ts';

/** Ten products, of which the last is sold out. */
const ten = productsWithOneSoldOut(10);
const [first, last] = [ten[0], ten[9]] as [Product, Product];

export const deals = (count: number): SectionContent =>
  toFlashContent({
    deals: productsWithOneSoldOut(count).map((product) => ({
      _id: `d-${product._id}`,
      product,
      flashPrice: 1_000,
      ...D1,
    })),
    now: T,
  });

const from = (section: HomeSectionName, loaded: SectionContent | null = null) => ({
  section,
  loaded,
});

/** A snapshot of the clock after this number of deals has ended. */
export const ended = (endings: number) => ({ context: { endings } });

export const homeSectionModel = defineModel({
  flow: 'home-section',
  machine: homeSectionMachine.provide({ actors: { flashCountdown: flashCountdownMachine } }),
  inputs: {
    newArrivals: from('newArrivals'),
    featured: from('featured'),
    hero: from('hero'),
    flash: from('flash'),
    brands: from('brands'),
    popular: from('popular'),
    'rendered by the server': from('newArrivals', { products: ten }),
    'rendered empty': from('featured', { products: [] }),
    'hero rendered with 3 banners': from('hero', { banners: banners(3) }),
    'hero rendered with 0 banners': from('hero', { banners: [] }),
    'deals rendered by the server': from('flash', deals(5)),
  },
  events: {
    'section.retry': { '': {} },
    'cart.add': { 'in stock': { product: first }, 'sold out': { product: last } },
  },
  acts: defineActs<typeof homeSectionMachine>({
    'section.retry': press('button', 'Try Again'),
    'cart.add': ({ product }, { context }) =>
      context.content?.products?.includes(product) === true ? press('button', `Add to Cart: ${product.name}`) : null,
  }),
  done: {
    loadContent: {
      'ten products': { products: ten },
      'seven products': { products: ten.slice(0, 7) },
      nothing: { products: [] },
      'five deals': deals(5),
    },
  },
  childSnapshots: { flashCountdown: { 'no end': ended(0), 'the first end': ended(1), 'the second end': ended(2) } },
  project: ({ section, content, problem, added, endings, askedAt }) => ({
    section,
    count: content && [content.banners, content.brands, content.products].map((list) => list?.length),
    problem,
    added,
    endings,
    askedAt,
  }),
  delays: {},
  states: {
    loading: (snapshot) => snapshot.matches({ items: 'loading' }),
    ready: (snapshot) => snapshot.matches({ items: 'ready' }),
    empty: (snapshot) => snapshot.matches({ items: 'empty' }),
    failed: (snapshot) => snapshot.matches({ items: 'failed' }),
  },
  equivalents: {
    'retarget items.loading: loadContent answers #2 -> items': 'it begins with what is there',
    'retarget items.ready: cart.add -> items': 'what is shown has something in it, and is shown again at once',
    'retarget items.ready: cart.add -> items.deciding': 'what is shown has something in it, and is shown again at once',
  },
  beyond: [
    { what: /^clock\./, why: 'U2: the deals have a clock, which tells when one ends, and other sections have none' },
  ],
  invariants: {
    'each section makes one call unless it is started again': ({ calls }) =>
      calls.filter((call) => call.slot === 'loadContent' && call.isOpen()).length <= 1,
    'a failed section says why, and no other does': ({ snapshot }) =>
      snapshot.matches({ items: 'failed' }) === (snapshot.context.problem !== null),
    'what went into the cart last is told': ({ allEffects, snapshot }) =>
      (allEffects.some(({ type }) => type === 'addToCart') ? first : null) === snapshot.context.added,
    'what is sold out never goes into the cart': ({ step, effects }) =>
      !step?.label.includes('sold out') || effects.length === 0,
    'only the deals have a clock, and one': ({ snapshot, calls }) => {
      const isFlash = snapshot.context.section === 'flash';
      const clocks = calls.filter(({ slot }) => slot === 'flashCountdown');
      return snapshot.matches({ clock: 'shown' }) === isFlash && clocks.length === (isFlash ? 1 : 0);
    },
    'the clock begins with what came with the page (U1)': ({ step, started }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'flashCountdown' ||
          dequal(input, {
            known: (step?.input as HomeSectionInput | undefined)?.loaded?.deals ?? null,
            hasPlaceholder: HAS_PLACEHOLDER,
          }),
      ),
    'the clock is told the deals that are answered, once each time (U2)': ({ step, calls }) => {
      const told = calls.find(({ slot }) => slot === 'flashCountdown')?.received ?? [];
      const asked = calls.filter(({ slot }) => slot === 'loadContent');
      if (step?.kind !== 'done' || calls.length === asked.length) return told.length <= asked.length;
      const { deals: known = { deals: [], now: 0 } } = step.event['output'] as SectionContent;
      return told.length <= asked.length && dequal(told.at(-1), { type: 'deals.known', ...known });
    },
    'deals of the page are asked for anew when the first of them ends (U2)': ({ before, snapshot, calls }) =>
      before?.matches({ items: 'ready' }) !== true ||
      snapshot.context.endings === 0 ||
      calls.some(({ slot }) => slot === 'loadContent'),
    'what is asked for is asked for once, however often it is told of': ({ started, snapshot: { context } }) =>
      started.every(({ slot }) => slot !== 'loadContent') || context.askedAt === context.endings,
  },
});
