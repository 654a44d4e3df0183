import { homeSectionMachine } from '../../src/machines/home-section.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { products, television } from './catalogue.samples.ts';

export const homeSectionModel = defineModel({
  flow: 'home-section',
  machine: homeSectionMachine,
  inputs: {
    'new arrivals': { section: 'newArrivals', loaded: null },
    featured: { section: 'featured', loaded: null },
    'rendered by the server': { section: 'newArrivals', loaded: products(10) },
    'rendered empty': { section: 'featured', loaded: [] },
  },
  events: {
    'section.retry': { '': {} },
    'cart.add': { 'in stock': { product: television }, 'sold out': { product: { ...television, stock: 0 } } },
  },
  done: { loadProducts: { 'ten products': products(10), 'seven products': products(7), 'no products': [] } },
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
      (allEffects.some(({ type }) => type === 'addToCart') ? television : null) === snapshot.context.added,
    'what is sold out never goes into the cart': ({ step, effects }) =>
      !step?.label.includes('sold out') || effects.length === 0,
  },
  equivalents: {
    'retarget ready: cart.add -> deciding': 'the products are there, so deciding leads back to ready',
    'retarget failed: section.retry -> deciding': 'a failed section has no products, so deciding leads to loading',
  },
});
