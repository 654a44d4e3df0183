import { defineModel } from '../../../model-testing.config.ts';
import { wishlistMachine } from '../../../src/machines/cart/wishlist.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { press } from 'model-testing/view/act';
import { phone, tablet, wish } from './wishlist.samples.ts';

export const wishlistModel = defineModel({
  flow: 'wishlist',
  machine: wishlistMachine,
  inputs: { '': undefined },
  events: {
    'storage.read': {
      sentBy: 'watchStorage',
      cases: {
        A: { text: JSON.stringify([wish.a]) },
        'no wishlist': { text: null },
        'not a wishlist': { text: '{"a":1}' },
      },
    },
    'storage.refused': { sentBy: 'watchStorage', cases: { '': {} } },
    'storage.changed': {
      sentBy: 'watchStorage',
      cases: { 'A and B': { text: JSON.stringify([wish.a, wish.b]) }, gone: { text: null } },
    },
    'wishlist.saved': { '': {} },
    'wishlist.notSaved': { '': {} },
    'product.toggle': { A: { product: phone }, B: { product: tablet } },
    'wish.remove': { A: { id: 'a' }, B: { id: 'b' }, unknown: { id: 'z' } },
    'cart.add': { A: { wish: wish.a }, B: { wish: wish.b } },
    'page.close': { '': {} },
  },
  atFirst: ['storage.read', 'storage.refused'],
  acts: defineActs<typeof wishlistMachine>({
    'product.toggle': ({ product }) => press('button', `Wishlist: ${product.name}`),
    'wish.remove': ({ id }) => (id in wish ? press('button', `Remove ${wish[id as 'a' | 'b'].name}`) : null),
    'cart.add': ({ wish: { name } }) => press('button', `Add to Cart: ${name}`),
    'wishlist.saved': { sentIn: 'src/compose/cart/wishlist.ts' },
    'wishlist.notSaved': { sentIn: 'src/compose/cart/wishlist.ts' },
    'page.close': { sentIn: 'src/routes/cart/wishlist.route.tsx' },
  }),
  done: {},
  project: ({ wishes, added }) => ({ wishes: wishes.map(({ id }) => id), added: added !== null }),
  delays: {},
  beyond: [
    {
      what: /^storage\.memoryOnly: wishlist\.saved/,
      why: 'H10: the notice goes when the browser keeps the wishlist again',
    },
    { what: /page\.close/, why: 'what was put into the cart is told on the page that it was done on' },
  ],
  states: {
    starting: (snapshot) => snapshot.matches({ list: 'starting' }),
    empty: (snapshot) => snapshot.matches({ list: 'empty', storage: 'ok' }),
    filled: (snapshot) => snapshot.matches({ list: 'filled', storage: 'ok' }),
    memoryOnly: (snapshot) => snapshot.matches({ storage: 'memoryOnly' }),
  },
  equivalents: Object.fromEntries(
    [
      'list.starting: storage.read -> list.filled',
      'list.starting: storage.refused -> list.filled',
      'list.empty: storage.changed -> list.filled',
      'list.empty: product.toggle -> list.filled',
      'list.filled: storage.changed -> list.empty',
      'list.filled: product.toggle #1 -> list.empty',
      'list.filled: product.toggle #2 -> list.empty',
      'list.filled: wish.remove -> list.empty',
      'list.filled: cart.add -> list.empty',
    ].map((transition) => [`retarget ${transition}`, 'whether anything is wished leads on at once']),
  ),
  invariants: {
    'what is put into the cart is told, and nothing is before': ({ step, snapshot: { context } }) =>
      step?.kind === 'start'
        ? context.added === null
        : step?.event.type !== 'cart.add' ||
          context.wishes.every(({ id }) => id !== (step.event['wish'] as { id: string }).id) ||
          context.added === step.event['wish'],
    'it is said that the browser refuses until it keeps the list again': ({ step, snapshot }) =>
      step?.event.type !== 'wishlist.saved' || snapshot.matches({ storage: 'ok' }),
    'nothing is shown before the stored list is there': ({ step, before, snapshot }) =>
      before?.matches({ list: 'starting' }) !== true ||
      step?.event.type.startsWith('storage.') === true ||
      snapshot.matches({ list: 'starting' }),
    'a stored list is read once': ({ step, before, snapshot }) =>
      step?.event.type !== 'storage.read' ||
      before?.matches({ list: 'starting' }) === true ||
      snapshot.context.wishes === before?.context.wishes,
    'a product is in the list at most once; toggling twice gives the list back': ({ snapshot }) => {
      const { wishes } = snapshot.context;
      return new Set(wishes.map(({ id }) => id)).size === wishes.length;
    },
    'the wishlist makes no server call': ({ calls }) => calls.every(({ slot }) => slot === 'watchStorage'),
    'every change that is made here is saved, once': ({ step, before, snapshot, effects }) =>
      before === null ||
      step?.kind === 'sent' ||
      effects.filter(({ type }) => type === 'saveWishlist').length ===
        Number(before.context.wishes !== snapshot.context.wishes),
    'what is stored already is no news to those who watch the wishlist': ({ step, before, snapshot }) =>
      step?.event.type !== 'storage.changed' ||
      before === null ||
      before.context.wishes === snapshot.context.wishes ||
      JSON.stringify(before.context.wishes) !== JSON.stringify(snapshot.context.wishes),
    'what was put into the cart is told until the page is closed': ({ step, snapshot }) =>
      step?.event.type !== 'page.close' || snapshot.context.added === null,
  },
});
