import { expect } from 'vitest';
import type { menuMachine } from '../../../src/machines/shell/menu.machine.ts';
import { HeaderView } from '../../../src/views/shell/header.view.tsx';
import { renderPage } from 'model-testing/view/page';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { key, press } from 'model-testing/view/act';
import { MAIN, PROFILE } from './menu.model.ts';

type Menu = typeof menuMachine;
type Live = LiveActor<Menu>;

const signedIn = (name = 'Jane') => ({ type: 'session.signedIn', name }) as const;
const toggle = { type: 'mobile.toggle' } as const;

const header = (snapshot: Live['snapshot'], cartQuantity: number) => (
  <HeaderView snapshot={snapshot} send={() => undefined} cartQuantity={cartQuantity} connection={null} search="" />
);

/** The open menu of the state; the header for the other states. */
const getPlace = (from: string) => ({ 'profile.open': PROFILE, 'mobile.open': MAIN })[from];

export const menuTable: Table<Menu> = {
  start: {
    'logged in': { after: signedIn() },
    guest: '',
    always: '',
    'logged in with a name': { after: signedIn() },
    'guest or no name': { after: signedIn('') },
  },
  when: [
    {
      'logged in': { after: signedIn() },
      guest: { holds: ({ snapshot }) => snapshot.matches({ profile: 'absent' }) },
      'POST /auth/logout fails': { because: 'A25: the session leaves whatever the server answers' },
    },
  ],
  on: [
    {
      'logged in': signedIn(),
      'press Profile': { type: 'profile.toggle' },
      'press menu': toggle,
      'press close': press('button', 'Close menu'),
      Escape: (_, __, { from }) => key('Escape', 'button', from === 'profile.open' ? 'Profile' : 'Close menu'),
      'click outside': { type: 'outside.pressed' },
      'screen gets large': { type: 'screen.widened' },
      'choose Logout': { type: 'logout.choose' },
    },
    [/^logged in\(name '(.*)'\)$/, (_, [, name]) => signedIn(name)],
    [/^logged out/, { type: 'session.signedOut' }],
    [/^choose (.*)$/, (_, [, name = ''], { from }) => press('link', name, getPlace(from))],
    [/^cart changes/, LOOK],
  ],
  calls: [],
  does: [
    {
      'focus back on the Profile button': { judgedBy: 'tests/routes/focus.test.tsx' },
      'token and user cleared': (outcome) => void outcome.effect('logOut'),
      'badge 3 on the cart link': ({ snapshot }) =>
        void renderPage(header(snapshot, 3)).getByRole('link', { name: 'Cart, 3 items' }),
      'no number on the cart link': ({ snapshot }) =>
        void renderPage(header(snapshot, 0)).getByRole('link', { name: 'Cart' }),
    },
    [/^go to (\S+)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [/^location\.assign/, { judgedBy: 'tests/flows/session/session.paths.test.tsx' }],
  ],
  elsewhere: [{ rows: /^invariant: a guest never sees My Profile/, by: 'tests/flows/menu/menu.paths.test.tsx' }],
};
