import type { Product } from '../../contract/catalogue.ts';
import { homeSectionMachine } from '../../src/machines/home-section.machine.ts';
import { actsOf, defineModel } from '../../model-testing/model/define.ts';
import { press } from '../../model-testing/view/act.ts';
import { productsWithOneSoldOut } from './catalogue.samples.ts';

/** Nine to buy, and the tenth is sold out. */
const ten = productsWithOneSoldOut(10);
const [first, last] = [ten[0], ten[9]] as [Product, Product];

export const homeSectionModel = defineModel({
  flow: 'home-section',
  machine: homeSectionMachine,
  inputs: {
    'new arrivals': { section: 'newArrivals', loaded: null },
    featured: { section: 'featured', loaded: null },
    'rendered by the server': { section: 'newArrivals', loaded: ten },
    'rendered empty': { section: 'featured', loaded: [] },
  },
  events: {
    'section.retry': { '': {} },
    'cart.add': { 'in stock': { product: first }, 'sold out': { product: last } },
  },
  acts: actsOf<typeof homeSectionMachine>({
    'section.retry': press('button', 'Try Again'),
    'cart.add': ({ product }) => press('button', `Add to Cart: ${product.name}`),
  }),
  done: {
    loadProducts: { 'ten products': ten, 'seven products': ten.slice(0, 7), 'no products': [] },
  },
  project: ({ section, products: shown, problem, added }) => ({
    section,
    count: shown?.length ?? null,
    problem,
    added,
  }),
  delays: {},
  states: {
    loading: (snapshot) => snapshot.matches('loading'),
    ready: (snapshot) => snapshot.matches('ready'),
    empty: (snapshot) => snapshot.matches('empty'),
    failed: (snapshot) => snapshot.matches('failed'),
  },
  invariants: {
    'each section makes one call unless it is started again': ({ calls }) =>
      calls.filter((call) => call.slot === 'loadProducts' && call.isOpen()).length <= 1,
    'a failed section says why, and no other does': ({ snapshot }) =>
      snapshot.matches('failed') === (snapshot.context.problem !== null),
    'what went into the cart last is told': ({ allEffects, snapshot }) =>
      (allEffects.some(({ type }) => type === 'addToCart') ? first : null) === snapshot.context.added,
    'what is sold out never goes into the cart': ({ step, effects }) =>
      !step?.label.includes('sold out') || effects.length === 0,
  },
  equivalents: {
    'retarget ready: cart.add -> deciding': 'the products are there, so deciding leads back to ready',
    'retarget failed: section.retry -> deciding': 'a failed section has no products, so deciding leads to loading',
  },
});
