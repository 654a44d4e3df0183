import type { AnyMachineSnapshot } from 'xstate';
import type { Move, Stage } from 'flow-atlas/browser/script';
import { fill, press } from 'model-testing/view/act';
import { paths } from '../../../src/rules/paths.ts';
import type { CartLine } from '../../../src/rules/cart/cart.ts';
import { credentials, wanjiku } from '../../../tests/flows/support/account.samples.ts';
import { categories, manyCategories } from '../../../tests/flows/support/catalogue.samples.ts';
import { MAIN, PROFILE } from '../../../tests/flows/menu/menu.model.ts';
import { scarce } from '../../../tests/flows/cart/cart.model.ts';
import { phone, tablet } from '../../../tests/flows/wishlist/wishlist.samples.ts';
import {
  act,
  aside,
  elsewhere,
  FILLABLE,
  fillStorage,
  freeStorage,
  FULL,
  go,
  toSuccess,
  toKnownIds,
  toKnownText,
  NO_SESSION,
  page,
  REFUSED,
  embedReplies,
  scene,
  toStoredSession,
  signedIn,
  tell,
  TRIES_FOR,
  widen,
} from './parts.ts';

/** The frame around every page and the browser's state: session, cart, wishlist, menus, connection. */

const NARROW = 390;
/** So narrow that one press does not reach the end of the categories. */
const TINY = 240;
const WIDE = 1280;
const IS_THERE = '/about';

const textIn = (key: string) => (text: unknown) => ({ [key]: text === null ? null : toKnownText(String(text)) });
const atFirst =
  (key: string) =>
  ({ text }: { readonly [name: string]: unknown }) =>
    text === null ? {} : { storage: { [key]: toKnownText(String(text)) } };

const cartProduct = toKnownIds({ ...scarce, slug: 'phone-a', images: [] });
const withMany = (known_: readonly object[]) =>
  toSuccess({ categories: known_.length === 0 ? [] : [...known_, ...manyCategories(7).slice(2)] });

const staged = (user: { readonly token: string | null; readonly user: string | null }, prefix: '' | 'admin') => {
  const names = prefix === '' ? ['token', 'user'] : ['adminToken', 'adminUser'];
  return { [names[0] ?? '']: user.token, [names[1] ?? '']: user.user };
};
type StoredState = { readonly token: string | null; readonly user: string | null };
const withoutNull = (entries: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(entries).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));

const NOT_READ = 'nothing is saved before the page has read the storage';

/** Changes the cart and changes it back, so that it is saved twice. */
function changeCartAndBack(before: AnyMachineSnapshot | null): Move[] {
  const [line] = (before?.context.cart.items ?? []) as readonly CartLine[];
  if (line === undefined)
    return [
      go('/product/phone-a'),
      act(press('button', 'Add to Cart')),
      go('/cart'),
      act(press('button', `Remove ${scarce.name}`)),
    ];
  const within = { role: 'group', name: `Quantity of ${line.name}` };
  const names = ['Increase quantity', 'Decrease quantity'];
  return (line.quantity > 1 ? names.toReversed() : names).map((name) => act(press('button', name, within)));
}

const pressHeart = ({ name, slug }: typeof phone, times: 1 | 2): Move[] => [
  go(`/product/${slug}`),
  ...Array.from({ length: times }, () => act(press('button', `Wishlist: ${name}`))),
  go('/wishlist'),
];

/** Presses the heart of the last wish twice, or of a product that is not wished, so that the order stays. */
function wishAndBack(before: AnyMachineSnapshot | null): Move[] {
  const wishes = (before?.context.wishes ?? []) as readonly { readonly id: string }[];
  return pressHeart(wishes.at(-1)?.id === tablet._id ? tablet : phone, 2);
}

export const frameStages: Readonly<Record<string, Stage>> = {
  cart: {
    begins: {
      '*': scene(
        page('/cart', {
          replies: {
            'GET /products/{slug}': toSuccess({ product: cartProduct }),
          },
          held: ['POST /cart/check'],
          ...FILLABLE,
        }),
      ),
    },
    calls: {
      checkPrices: {
        call: 'POST /cart/check',
        reply: (lines: readonly object[]) => toSuccess({ lines: toKnownIds(lines) }),
      },
    },
    foreseen: {
      'storage.read': atFirst('cart'),
      'storage.refused': () => REFUSED,
    },
    events: {
      'storage.changed': ({ text }) => [elsewhere(textIn('cart')(text))],
      'page.open': (_, before) =>
        before?.matches({ page: 'open' }) === true ? [go(IS_THERE), go('/cart')] : [go('/cart')],
      'cart.notSaved': (_, before) =>
        before?.matches({ items: 'starting' }) === true ? NOT_READ : [fillStorage, ...changeCartAndBack(before)],
      'cart.saved': (_, before) =>
        before?.matches({ items: 'starting' }) === true ? NOT_READ : [freeStorage, ...changeCartAndBack(before)],
      'page.close': () => 'other pages show only the number of pieces: see their headings',
      'product.add': ({ product, quantity }, before) => {
        if ((product as { stock: number | null }).stock === 0)
          return 'the button of a sold-out product cannot be pressed';
        if (before?.matches({ check: 'noticed' }) === true) return 'the notice stays behind with the page that is left';
        return [
          go('/product/phone-a'),
          ...(quantity === 2
            ? [act(press('button', 'Increase quantity', { role: 'group', name: 'Quantity of Phone A' }))]
            : []),
          act(press('button', 'Add to Cart')),
          go('/cart'),
        ];
      },
      'order.placed': () => 'lines leave the cart when their order is paid: see purchase and mpesa-payment',
      'changes.accept': () => 'changed lines are accepted in the checkout: see checkout',
    },
    differences: [
      { what: /Proceed/, why: 'the page itself names the target of the link: Proceed or Login to Checkout' },
      { what: /^: was Ksh/, why: 'on the page the name of the product precedes it in the same piece' },
      { what: /^Only \d+ left$/, why: 'the page of a product says it before the cart opens' },
    ],
  },
  wishlist: {
    begins: {
      '*': scene(
        page('/wishlist', {
          replies: {
            'GET /products/phone-a': toSuccess({ product: phone }),
            'GET /products/tablet-b': toSuccess({ product: tablet }),
          },
          ...FILLABLE,
        }),
      ),
    },
    foreseen: {
      'storage.read': ({ text }) => (text === null ? {} : { storage: { wishlist: String(text) } }),
      'storage.refused': () => REFUSED,
    },
    events: {
      'storage.changed': ({ text }) => [elsewhere({ wishlist: text as string | null })],
      'wishlist.notSaved': (_, before) =>
        before?.matches({ list: 'starting' }) === true ? NOT_READ : [fillStorage, ...wishAndBack(before)],
      'wishlist.saved': (_, before) =>
        before?.matches({ list: 'starting' }) === true ? NOT_READ : [freeStorage, ...wishAndBack(before)],
      'page.close': () => [go(IS_THERE), go('/wishlist')],
      'product.toggle': ({ product }) => pressHeart(product as typeof phone, 1),
    },
    differences: [{ what: /^button 'Wishlist: /, why: 'these hearts are on the pages of the products' }],
  },
  session: {
    begins: { '*': scene(page(IS_THERE, { replies: { 'POST /auth/login': toSuccess(credentials) } })) },
    calls: {
      loadProfile: { call: 'GET /auth/profile', reply: (user: object) => toSuccess({ user }), triesFor: TRIES_FOR },
      logout: { call: 'POST /auth/logout', reply: () => ({ success: true }) },
    },
    foreseen: {
      'customer.read': ({ stored }) => ({ storage: withoutNull(staged(stored as StoredState, '')) }),
      'admin.read': ({ stored }) => ({ storage: withoutNull(staged(stored as StoredState, 'admin')) }),
      'storage.refused': () => FULL,
    },
    events: {
      'customer.changed': ({ stored }) => [elsewhere(staged(stored as StoredState, ''))],
      'admin.changed': ({ stored }) => [elsewhere(staged(stored as StoredState, 'admin'))],
      'session.signedIn': ({ load }) =>
        load === true
          ? 'signed in by a sign-up: see sign-up'
          : [
              go('/auth/login'),
              act(fill('Email', wanjiku.email)),
              act(fill('Password', 'Secret12')),
              act(press('button', 'Login')),
            ],
      'session.logout': () => [act(press('button', 'Profile')), act(press('button', 'Logout', PROFILE))],
      'request.unauthorized': ({ path }) => `a refused call of another flow (${String(path)}) reports it: see there`,
      'user.update': () => 'another flow has changed the user: see profile-form and address-book',
      'profile.load': (_, before) =>
        before?.matches({ customer: 'guest' }) === true ? 'a guest has no profile' : [act(press('button', 'Retry'))],
    },
    // The header shows who is logged in.
    beside: ({ after }) => {
      if (after.matches({ customer: 'guest' })) return { sight: { controls: ["link 'Login'", "link 'Sign Up'"] } };
      if (!after.matches({ customer: 'authenticated' })) return null;
      const { user } = after.context as { readonly user: { readonly name: string } | null };
      return { sight: { texts: [`Welcome ${user?.name ?? ''}`], controls: ["button 'Profile'"] } };
    },
    differences: [
      {
        what: /^Your browser is not keeping data/,
        why: 'the browser refuses when a login is saved, which shows the notice',
      },
    ],
  },
  menu: {
    begins: { '*': scene(page(IS_THERE)) },
    events: {
      'session.signedIn': ({ name }) => [elsewhere(toStoredSession({ ...wanjiku, name: String(name) }))],
      'session.signedOut': () => [elsewhere(NO_SESSION)],
      'outside.pressed': () => [aside],
      'screen.widened': () => [widen(NARROW), widen(WIDE)],
      'mobile.toggle': (_, before) => [
        ...(before?.matches({ mobile: 'open' }) === true ? [] : [widen(NARROW)]),
        act(press('button', /^(Menu|Close menu)$/)),
      ],
      'profile.toggle': (_, before) => [
        ...(before?.matches({ mobile: 'open' }) === true ? [] : [widen(WIDE)]),
        act(press('button', 'Profile')),
      ],
      'mobile.close': () => [act(press('link', 'Cart', MAIN))],
      'path.changed': () => [go('/contact')],
    },
    instead: ({ step }) => (step.event.type === 'logout.choose' ? { address: '/auth/login' } : null),
    differences: [
      { what: /^button '(Menu|Close menu)'|^Welcome |'(Sign Up|Login)'$/, why: 'only windows of one width show it' },
    ],
  },
  connection: { begins: { '*': scene(page(IS_THERE)) } },
  'protected-page': {
    begins: {
      loading: scene(page('/profile?section=orders')),
      'logged in': scene(signedIn('/profile?section=orders')),
      guest: scene(page('/profile?section=orders')),
      'public, loading': scene(page('/')),
      'public, logged in': scene(signedIn('/')),
      'public, guest': scene(page('/')),
      '*': 'no page begins like this; the shop reaches it through the others',
    },
    foreseen: {
      'session.changed': ({ status }, before) =>
        before?.context.status === 'loading'
          ? status === 'signedIn'
            ? { storage: toStoredSession(wanjiku) }
            : {}
          : null,
    },
    events: {
      'session.changed': ({ status }) => [elsewhere(status === 'signedIn' ? toStoredSession(wanjiku) : NO_SESSION)],
      'path.changed': ({ path }) => [go(String(path))],
    },
    // The flow has no rendering, so the address shows its result.
    instead: ({ after }) => {
      if (after.matches('checking')) return null;
      const { path } = after.context as { readonly path: string };
      return { address: after.matches('redirected') ? '/auth/login' : path };
    },
  },
  'category-nav': {
    begins: {
      'no list': scene(page('/', { document: embedReplies([]) })),
      'a list': scene(
        page('/products?category=tvs', {
          document: embedReplies([]),
          replies: { 'GET /categories': withMany(categories) },
        }),
      ),
      'an empty list': scene(
        page('/', { document: embedReplies([]), replies: { 'GET /categories': toSuccess({ categories: [] }) } }),
      ),
    },
    calls: { loadCategories: { call: 'GET /categories', reply: withMany, triesFor: TRIES_FOR } },
    events: {
      'address.changed': ({ path }) => [go(String(path))],
      'strip.measured': ({ position, end }) => {
        if (end === 0) return [widen(WIDE)];
        return position === 0
          ? [widen(NARROW)]
          : [
              widen(Number(position) < Number(end) ? TINY : NARROW),
              act(press('button', 'Scroll categories right')),
              tell('scrolled'),
            ];
      },
    },
    never: [
      {
        step: /strip\.measured\((?!fits)/,
        when: ({ before }) => before?.matches({ load: 'ready' }) !== true,
        why: 'a bar without entries fits into every window',
      },
    ],
  },
  'top-categories': {
    begins: {
      'no list': scene(page(IS_THERE, { document: embedReplies([]) })),
      ...Object.fromEntries(
        [0, 1, 6, 7].map((count) => [
          count === 1 ? '1 category' : `${count} categories`,
          scene(
            page(IS_THERE, {
              document: embedReplies([]),
              replies: { 'GET /categories?limit=6': toSuccess({ categories: manyCategories(count) }) },
            }),
          ),
        ]),
      ),
    },
    calls: {
      loadCategories: {
        call: 'GET /categories?limit=6',
        reply: (all: readonly object[]) => toSuccess({ categories: all }),
        triesFor: TRIES_FOR,
      },
    },
  },
  'search-box': {
    differences: [{ what: /^Page \d+ of \d+$/, why: 'the list below tells its own page' }],
    unchecked: [{ what: /^Go to \/products/, why: 'the rows have other suggestions' }],
    // The chosen suggestion, not another one.
    beside: ({ step, before }) =>
      step.event.type === 'highlight.take' && before?.can(step.event) === true
        ? { address: paths.suggestion(before.context.found[before.context.highlighted]) }
        : null,
    begins: { empty: scene(page(IS_THERE)), 'of a search': scene(page('/products?search=tv')) },
    calls: {
      loadSuggestions: { call: 'GET /products', reply: (products: readonly object[]) => toSuccess(listed(products)) },
    },
    events: {
      'outside.used': () => [aside],
      'address.changed': ({ searched }) => [go(searched === '' ? '/contact' : `/products?search=${String(searched)}`)],
      'highlight.take': () => [act({ do: 'key', role: 'combobox', name: 'Search products', value: 'Enter' })],
    },
  },
};

const listed = (products: readonly object[]) => ({
  products,
  pagination: { page: 1, limit: 8, total: products.length, pages: 1 },
});
