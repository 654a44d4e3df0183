import { vi } from 'vitest';
import { wanjiku } from '../flows/support/account.samples.ts';
import { categories } from '../flows/support/catalogue.samples.ts';
import { SHELF } from '../support/fake-shop.ts';
import { call, effect, listener, resize, walkArea } from '../flows/support/walks.ts';
import type { Act } from '../flows/support/walks.ts';
import type { World } from '../flows/support/world.ts';

const guest = { user: null };
const SIGN_IN = { type: 'session.signedIn', token: 'T2', user: wanjiku, load: false } as const;
const signIn: Act = ({ app }) => app.session.send(SIGN_IN);
const SIGNED_IN = [
  { session: SIGN_IN },
  { removed: 'token' },
  { removed: 'user' },
  { stored: 'user', value: wanjiku },
  { stored: 'token', value: 'T2' },
];
const LOGOUT = { session: { type: 'session.logout' } };
const LOGGED_OUT = [{ sent: 'logout', body: {}, token: 'T' }, { removed: 'token' }, { removed: 'user' }];
const LEFT = { assigned: '/auth/login' };

/** A fake page element. Its arguments are the selectors that `closest` matches. */
class FakeElement {
  readonly #within: readonly string[];
  constructor(...within: readonly string[]) {
    this.#within = within;
  }
  closest(selector: string): object | null {
    return this.#within.includes(selector) ? this : null;
  }
}

const menu = (world: World) => {
  vi.stubGlobal('Element', FakeElement);
  return world.start('menu');
};
const JANE = { heard: { type: 'session.signedIn', name: 'Jane' } };
const NOBODY = { heard: { type: 'session.signedOut' } };
const press =
  (target: unknown): Act =>
  ({ fire }) =>
    fire('pointerdown', { target });
const checkoutPage =
  (status: 'loading' | 'signedIn' | 'signedOut'): Act =>
  (world) =>
    world.start('protectedPage', { path: '/checkout?x=1', status });
const AT_LOGIN = { navigated: '/auth/login', options: { replace: true, state: { origin: '/checkout?x=1' } } };
const status = (of: string) => ({ heard: { type: 'session.changed', status: of } });

const typed: Act = (world) =>
  world.start('searchBox', { searched: '' }).send({ type: 'text.change', text: ' tv & radio ' });

walkArea('shell', () => {
  listener('menu', 'watchSession', {
    world: guest,
    act: menu,
    starts: [NOBODY],
    listening: ['pointerdown', 'resize', 'session'],
    hears: [
      [signIn, [...SIGNED_IN, { heard: { type: 'session.signedIn', name: 'Wanjiku' } }]],
      [
        ({ app }) => app.session.send({ type: 'user.update', user: { ...wanjiku, name: 'W. N.' } }),
        [
          { session: { type: 'user.update', user: { ...wanjiku, name: 'W. N.' } } },
          { stored: 'user', value: { ...wanjiku, name: 'W. N.' } },
          { heard: { type: 'session.signedIn', name: 'W. N.' } },
        ],
      ],
      [({ server }) => server.answer('logout', 'never'), []],
      [
        ({ app }) => app.session.send({ type: 'session.logout' }),
        [LOGOUT, NOBODY, { sent: 'logout', body: {}, token: 'T2' }],
      ],
    ],
  });
  listener('menu', 'watchPage', {
    act: menu,
    starts: [JANE],
    listening: ['pointerdown', 'resize', 'session'],
    hears: [
      [press(new FakeElement()), [{ heard: { type: 'outside.pressed' } }]],
      [press(new FakeElement('[data-menu]')), []],
      [press(null), [{ heard: { type: 'outside.pressed' } }]],
      [resize(1039), []],
      [resize(1040), [{ heard: { type: 'screen.widened' } }]],
    ],
  });
  effect('menu', 'logOut', {
    open: (world) => menu(world).send({ type: 'profile.toggle' }),
    act: ({ actor }) => actor.send({ type: 'logout.choose' }),
    does: [LOGOUT, NOBODY, ...LOGGED_OUT, LEFT],
  });

  listener('protectedPage', 'watchSession', {
    act: checkoutPage('signedIn'),
    starts: [],
    listening: ['session'],
    hears: [
      [({ app }) => app.session.send({ type: 'session.logout' }), [LOGOUT, ...LOGGED_OUT, LEFT, status('leaving')]],
    ],
  });
  listener(
    'protectedPage',
    'watchSession',
    { act: checkoutPage('loading'), starts: [status('signedIn')], listening: ['session'], hears: [] },
    'for a page with an outdated status',
  );
  effect('protectedPage', 'goToLogin', {
    world: guest,
    act: checkoutPage('signedOut'),
    does: [AT_LOGIN],
  });
  effect('protectedPage', 'goTo', {
    world: guest,
    open: checkoutPage('signedOut'),
    act: signIn,
    does: [...SIGNED_IN, status('signedIn'), { navigated: '/checkout?x=1', options: { replace: true } }],
  });

  listener('searchBox', 'watchPage', {
    world: guest,
    act: (world) => {
      vi.stubGlobal('Element', FakeElement);
      return world.start('searchBox', { searched: '' });
    },
    starts: [],
    listening: ['focusin', 'pointerdown'],
    hears: (['pointerdown', 'focusin'] as const).flatMap((type) => [
      [({ fire }) => fire(type, { target: new FakeElement() }), [{ heard: { type: 'outside.used' } }]],
      [({ fire }) => fire(type, { target: new FakeElement('[data-search]') }), []],
      [({ fire }) => fire(type, { target: null }), [{ heard: { type: 'outside.used' } }]],
    ]),
  });
  // The request is exactly the one in §7.
  call(
    'searchBox',
    'loadSuggestions',
    {
      world: guest,
      open: typed,
      act: ({ advance }) => advance(300),
      does: [
        { sent: 'listProducts', query: { search: 'tv & radio', limit: '8', activeOnly: 'true' } },
        { done: 'loadSuggestions', output: SHELF },
      ],
      leave: ({ actor }) => actor.send({ type: 'text.change', text: 'tv' }),
    },
    'for the typed text (A41)',
  );
  call(
    'searchBox',
    'loadSuggestions',
    {
      world: guest,
      open: (world) => {
        world.server.answer('listProducts', 'lost');
        return typed(world);
      },
      act: async ({ advance }) => {
        await advance(300);
        await advance(5_000);
      },
      does: [
        { sent: 'listProducts', query: { search: 'tv & radio', limit: '8', activeOnly: 'true' } },
        { failed: 'loadSuggestions', kind: 'offline', status: 0 },
      ],
    },
    'without a retry after a failure (A41)',
  );
  effect('searchBox', 'goTo', {
    world: guest,
    open: typed,
    act: ({ actor }) => actor.send({ type: 'search.submit' }),
    does: [{ navigated: '/products?search=tv%20%26%20radio' }],
  });
  call('categoryNav', 'loadCategories', {
    world: guest,
    act: (world) => world.start('categoryNav', { loaded: null, path: '/' }),
    does: [
      { sent: 'listCategories', query: { status: 'active' } },
      { done: 'loadCategories', output: categories },
    ],
  });
  call('topCategories', 'loadCategories', {
    world: guest,
    act: (world) => world.start('topCategories', { loaded: null }),
    does: [
      { sent: 'listCategories', query: { limit: '6', status: 'active' } },
      { done: 'loadCategories', output: categories },
    ],
  });
});
