import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { productDetailMachine } from '../../../src/machines/catalogue/product-detail.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, key, press } from 'model-testing/view/act';
import { television } from '../support/catalogue.samples.ts';

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
    'quantity.change': {
      one: { quantity: 1 },
      two: { quantity: 2 },
      'above the stock': { quantity: 9 },
      nothing: { quantity: 0 },
    },
    'tab.specifications': { '': {} },
    'tab.reviews': { '': {} },
    'cart.add': { '': {} },
    'order.now': { '': {} },
  },
  acts: defineActs<typeof productDetailMachine>({
    'address.changed': { sentIn: 'src/routes/catalogue/product-detail.route.tsx' },
    'picture.pick': ({ index }) => press('button', `Show picture ${index + 1}`),
    'quantity.change': ({ quantity }, { context: { quantity: before } }) => {
      const within = { role: 'group', name: 'Quantity of Sony TV' };
      const steps: Readonly<Record<number, string>> = { 1: 'Increase quantity', [-1]: 'Decrease quantity' };
      const step = steps[quantity - before];
      return [
        // The field does not accept 0.
        ...(quantity < 1 ? [] : [fill('Quantity', String(quantity), { within, leave: true })]),
        ...(step === undefined || quantity < 1 ? [] : [press('button', step, within)]),
      ];
    },
    'tab.specifications': (_, snapshot) => [
      press('tab', 'Product Specifications'),
      key(snapshot.matches({ ready: { tab: 'reviews' } }) ? 'ArrowLeft' : 'Home', 'tab', 'Product Specifications'),
    ],
    'tab.reviews': (_, snapshot) => [
      press('tab', 'Product Reviews'),
      key(snapshot.matches({ ready: { tab: 'specifications' } }) ? 'ArrowRight' : 'End', 'tab', 'Product Reviews'),
    ],
    'cart.add': press('button', 'Add to Cart'),
    'order.now': press('button', 'Order Now'),
  }),
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
  equivalents: {
    'swap deciding: always #1': 'nobody looks up an address without an id, so nothing can be wrong with it',
    'retarget loading: loadProduct answers -> deciding': 'a product that is there leads on at once',
    'retarget loading: loadProduct fails -> deciding': 'a reason that is there leads on at once',
    'swap deciding: always #2': 'no product is both there and missing',
    'retarget ready.tab.reviews: tab.specifications -> ready.tab': 'the first tab is the one of the specifications',
  },
  beyond: [
    { what: /^deciding: at once \[has(Reason|Product)\]/, why: 'H11: what the server knew is not asked for again' },
    {
      what: /^\(root\): address\.changed .*from redirectedHome/,
      why: '§2: an address with a product is shown, from anywhere',
    },
  ],
  states: {
    loading: (snapshot) => snapshot.matches('loading'),
    ready: (snapshot) => snapshot.matches('ready'),
    'ready.specifications': (snapshot) => snapshot.matches({ ready: { tab: 'specifications' } }),
    'ready.reviews': (snapshot) => snapshot.matches({ ready: { tab: 'reviews' } }),
    notFound: (snapshot) => snapshot.matches('notFound'),
    redirectedHome: (snapshot) => snapshot.matches('redirectedHome'),
  },
  invariants: {
    'quantity is never below 1 and, when stock is known and above 0, never above it': ({ snapshot: { context } }) =>
      context.quantity >= 1 && (!context.product?.stock || context.quantity <= context.product.stock),
    'a step puts at most one product into the cart': ({ effects }) =>
      effects.filter(({ type }) => type === 'addToCart').length <= 1,
    'the page shown always belongs to the newest address': ({ calls, snapshot: { context } }) => {
      const last = calls.findLast(({ slot }) => slot === 'loadProduct');
      return last === undefined || !last.isOpen() || dequal(last.input, { idOrSlug: context.idOrSlug });
    },
    'what the server knew is shown at once': ({ step, snapshot }) =>
      !step?.label.startsWith('start(rendered') ||
      snapshot.matches(step.label.includes('missing') ? 'notFound' : 'ready'),
    'an address that is shown already is not asked for again': ({ step, before, started }) =>
      step?.event.type !== 'address.changed' ||
      (step.event as { idOrSlug?: string }).idOrSlug !== before?.context.idOrSlug ||
      started.length === 0,
    'another product begins with its first picture and one piece': ({ snapshot: { context, value } }) =>
      value !== 'loading' || (context.picture === 0 && context.quantity === 1),
    'the large picture is one of the product': ({ snapshot: { context } }) =>
      context.product === null || context.picture < context.product.images.length,
    'what is taken was put into the cart, and nothing else changes that': ({ step, before, snapshot, effects }) => {
      const isTaken = snapshot.matches({ ready: { buying: 'taken' } });
      const wasTaken = before?.matches({ ready: { buying: 'taken' } }) ?? false;
      if (effects.some(({ type }) => type === 'addToCart')) return isTaken && !wasTaken;
      return step?.event.type === 'address.changed' || isTaken === wasTaken;
    },
    'a product begins with its specifications': ({ before, snapshot }) =>
      before?.matches('ready') === true ||
      !snapshot.matches('ready') ||
      snapshot.matches({ ready: { tab: 'specifications' } }),
    'only a tab opens a tab': ({ step, before, snapshot }) =>
      /^(tab|address)/.test(step?.event.type ?? '') ||
      before?.matches({ ready: { tab: 'reviews' } }) !== true ||
      snapshot.matches({ ready: { tab: 'reviews' } }),
    'a page without a product says why': ({ snapshot }) =>
      !snapshot.matches('notFound') || snapshot.context.reason !== null,
  },
});
