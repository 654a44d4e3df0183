import { productDetailMachine } from '../../src/machines/product-detail.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { television } from './catalogue.samples.ts';

const opened = { idOrSlug: 'p1', loaded: null, isMissing: false };

export const productDetailModel = defineModel({
  flow: 'product-detail',
  machine: productDetailMachine,
  inputs: {
    'opened in the browser': opened,
    'rendered by the server': { ...opened, loaded: television },
    'rendered as missing': { ...opened, isMissing: true },
    'without an id': { ...opened, idOrSlug: '' },
  },
  events: {
    'address.changed': { p2: { idOrSlug: 'p2' }, 'the same': { idOrSlug: 'p1' }, 'no id': { idOrSlug: '' } },
    'picture.pick': { second: { index: 1 }, 'one that is not there': { index: 7 } },
    'quantity.change': { two: { quantity: 2 }, 'above the stock': { quantity: 9 }, nothing: { quantity: 0 } },
    'tab.specifications': { '': {} },
    'tab.reviews': { '': {} },
    'cart.add': { '': {} },
    'order.now': { '': {} },
  },
  done: {
    loadProduct: { 'stock 3': television, 'stock 0': { ...television, stock: 0 } },
  },
  project: ({ idOrSlug, product, reason, quantity, picture }) => ({
    idOrSlug,
    stock: product?.stock,
    reason,
    quantity,
    picture,
  }),
  delays: {},
  states: {
    loading: (snapshot) => snapshot.matches('loading'),
    ready: (snapshot) => snapshot.matches('ready'),
    'ready.specifications': (snapshot) => snapshot.matches({ ready: { tab: 'specifications' } }),
    'ready.reviews': (snapshot) => snapshot.matches({ ready: { tab: 'reviews' } }),
    notFound: (snapshot) => snapshot.matches('notFound'),
    redirectedHome: (snapshot) => snapshot.matches('redirectedHome'),
  },
  invariants: {
    'quantity is at least 1 and never above a known stock': ({ snapshot: { context } }) =>
      context.quantity >= 1 && (!context.product?.stock || context.quantity <= context.product.stock),
    'a step puts at most one product into the cart': ({ effects }) =>
      effects.filter(({ type }) => type === 'addToCart').length <= 1,
    'a page without a product says why': ({ snapshot }) =>
      !snapshot.matches('notFound') || snapshot.context.reason !== null,
  },
});
