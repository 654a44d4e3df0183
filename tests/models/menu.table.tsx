import { expect } from 'vitest';
import type { menuMachine } from '../../src/machines/menu.machine.ts';
import { HeaderView } from '../../src/views/layout/header.view.tsx';
import { renderPage } from '../../model-testing/view/page.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Outcome } from '../../model-testing/table/outcome.ts';
import type { Table } from '../../model-testing/table/table.ts';

type Menu = typeof menuMachine;
type Live = LiveActor<Menu>;

const signedIn = (live: Live, name = 'Jane') => live.emit('watchSession', { type: 'session.signedIn', name });
const signedOut = (live: Live) => live.emit('watchSession', { type: 'session.signedOut' });

const header = (snapshot: Live['snapshot'], cartQuantity = 0) => (
  <HeaderView snapshot={snapshot} send={() => undefined} cartQuantity={cartQuantity} connection={null} search="" />
);

/** The link that a row chooses stands in the header as it was before. */
const linksTo = ({ before }: Outcome<Menu>, on: string, href: string) => {
  const name = on.replace('choose ', '');
  const links = renderPage(header(before)).getAllByRole('link', { name });
  expect(links.map((link: HTMLElement) => link.getAttribute('href'))).toContain(href);
};

export const menuTable: Table<Menu> = {
  view: (snapshot) => header(snapshot),
  start: {
    'logged in': { input: '', after: (live) => signedIn(live) },
    guest: '',
    always: '',
    'logged in with a name': { input: '', after: (live) => signedIn(live) },
    'guest or no name': { input: '', after: (live) => signedIn(live, '') },
  },
  reach: {
    'profile.absent': () => undefined,
    'profile.closed': (live) => signedIn(live),
    'profile.open': async (live) => {
      await signedIn(live);
      await live.send({ type: 'profile.toggle' });
    },
    'mobile.closed': () => undefined,
    'mobile.open': (live) => live.send({ type: 'mobile.toggle' }),
    'greeting.generic': () => undefined,
    'greeting.named': (live) => signedIn(live),
  },
  when: [
    [/^logged in$/, { after: (live) => signedIn(live) }],
    [/^guest$/, {}],
    [/^POST \/auth\/logout fails$/, {}],
  ],
  on: [
    [/^logged in\(name '(.*)'\)$/, (live, [, name]) => signedIn(live, name)],
    [/^logged in$/, (live) => signedIn(live)],
    [/^logged out/, signedOut],
    [/^press Profile$/, (live) => live.send({ type: 'profile.toggle' })],
    [/^press menu$/, (live) => live.send({ type: 'mobile.toggle' })],
    [/^press close$/, (live) => live.send({ type: 'mobile.close' })],
    [
      /^Escape$/,
      (live, _, { from }) => live.send({ type: from === 'profile.open' ? 'profile.close' : 'mobile.close' }),
    ],
    [/^click outside$/, (live) => live.emit('watchPage', { type: 'outside.pressed' })],
    [/^screen gets large$/, (live) => live.emit('watchPage', { type: 'screen.widened' })],
    [/^url changed/, (live) => live.send({ type: 'path.changed' })],
    [/^choose Logout$/, (live) => live.send({ type: 'logout.choose' })],
    [/^choose Track Order$/, () => undefined],
    // Every link of a menu closes it; so does the new address.
    [
      /^choose /,
      (live, _, { from }) => {
        if (from === 'profile.open') return live.send({ type: 'profile.close' });
        return from === 'mobile.open' ? live.send({ type: 'mobile.close' }) : undefined;
      },
    ],
    [/^cart changes/, () => undefined],
  ],
  calls: [],
  does: [
    [/^go to (\S+)$/, (outcome, [, href = ''], { on }) => linksTo(outcome, on, href)],
    [/^focus back on the Profile button$/, ({ page }) => void page.getByRole('button', { name: 'Profile' })],
    [/^token and user cleared$/, (outcome) => void outcome.effect('logOut')],
    // The session's own (tests/paths/session.test.tsx).
    [/^location\.assign/, () => undefined],
    [
      /^badge 3 on the cart link$/,
      ({ snapshot }) => void renderPage(header(snapshot, 3)).getByRole('link', { name: 'Cart, 3 items' }),
    ],
    [
      /^no number on the cart link$/,
      ({ snapshot }) => void renderPage(header(snapshot, 0)).getByRole('link', { name: 'Cart' }),
    ],
  ],
  corrections: [
    {
      rows: /^profile\.open: choose Logout/,
      ref: 'the session calls the server and leaves: tests/paths/session.test.tsx',
      calls: [],
    },
  ],
  elsewhere: [
    { rows: /^invariant: a guest never sees My Profile/, by: 'tests/paths/menu.test.tsx' },
    // A link that lists everything would promise what it does not keep.
    { rows: /choose All Offers/, by: 'later: flash deals' },
  ],
};
