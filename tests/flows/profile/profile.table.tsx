import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { profileMachine } from '../../../src/machines/account/profile.machine.ts';
import { parseProfileSection } from '../../../src/rules/account/profile-section.ts';
import type { ProfileSection } from '../../../src/rules/account/profile-section.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { key } from 'model-testing/view/act';
import { wanjiku } from '../support/account.samples.ts';
import { TABS } from './profile.model.ts';

type Machine = typeof profileMachine;
type Live = LiveActor<Machine>;

const nameless = { ...wanjiku, name: '', avatar: null };
const sectionCalled = (title = '') =>
  (Object.keys(TABS) as ProfileSection[]).find((section) => TABS[section] === title) ?? 'account';
const choose = (title?: string) => ({ type: 'section.choose', section: sectionCalled(title) }) as const;

/** Loads the profile and opens the tab. */
const on = (section: ProfileSection) => async (live: Live) => {
  await live.answer('loadProfile', wanjiku);
  if (section !== 'account') await live.send({ type: 'section.choose', section });
};

export const profileTable: Table<Machine> = {
  start: { always: 'account' },
  reach: {
    loadFailed: (live) => live.fail('loadProfile', failures['offline']),
    ready: on('account'),
    'ready.account': on('account'),
    'ready.orders': on('orders'),
    'ready.address': on('address'),
    'ready.logoutDialog': on('logout'),
    loggingOut: async (live) => {
      await on('logout')(live);
      await live.send({ type: 'logout.confirm' });
    },
  },
  when: [
    {
      'section is orders': { input: 'orders' },
      'section is address': { input: 'address' },
      'section is logout': { input: 'logout' },
    },

    // The parsing of the addresses is tested in tests/rules/profile-section.test.ts.
    [/^section is (absent|account|empty|wishlist|ORDERS)/, { input: 'account' }],
  ],
  on: [
    {
      'open tab Logout, then press Cancel': () => [choose('Logout'), { type: 'logout.cancel' }],
      'open tab Logout, then press Escape': async (live) => {
        await live.send(choose('Logout'));
        await live.act(key('Escape', 'dialog', 'Confirm Logout'));
      },
      'press Cancel': { type: 'logout.cancel' },
      'press Escape': key('Escape', 'dialog', 'Confirm Logout'),
      'press Logout': { type: 'logout.confirm' },
      "session's user replaced(name 'Wanjiku N.')": { type: 'user.changed', user: { ...wanjiku, name: 'Wanjiku N.' } },
    },
    [/^open tab ([\w ]+?)(?: \(the one shown\))?$/, (_, [, title]) => choose(title)],
    [
      /^url changed\((?:\?section=(\w+)(?:, unknown)?|no section)\)$/,
      (_, [, section]) => ({
        type: 'address.changed',
        section: parseProfileSection(section === undefined ? '' : `?section=${section}`),
      }),
    ],
    [/^Try Again/, { type: 'profile.retry' }],
    [/^session became guest/, { type: 'session.ended' }],
  ],
  calls: [
    {
      call: 'GET /auth/profile',
      slot: 'loadProfile',
      answers: [
        {
          'data.user': wanjiku,
          'data.user without name and avatar': nameless,
          "success false, message 'X'": new ApiError({ kind: 'refused', status: 200, message: 'X' }),
          'success false, no message': new ApiError({ kind: 'refused', status: 200 }),
          'the reply cannot be read': failures['broken'],
        },
      ],
    },
    { call: /^POST \/auth\/logout/, slot: 'logout', answers: [{ '200': undefined }] },
  ],
  does: [
    {
      'replace the user in the session': (outcome) =>
        void outcome.effect('replaceUser', { user: outcome.snapshot.context.user }),
      'replace the address by ?section=logout, then by ?section=account': (outcome) => {
        outcome.effect('replaceAddress', { section: 'logout' });
        outcome.effect('replaceAddress', { section: 'account' });
      },
      "the card shows 'User' and the icon": ({ page }) => {
        page.getByRole('heading', { level: 2, name: 'User' });
        expect(page.element.querySelector('img')).toBeNull();
      },
      'the dialog goes': ({ page }) => expect(page.element.querySelector('dialog')).toBeNull(),
      'the session stays, with the stored user': (outcome) => expect(outcome.unclaimed()).toEqual([]),
      // The session removes them itself when it logs out (tests/flows/session/session.paths.test.tsx).
      'remove token and user from localStorage': (outcome, _, { from }) =>
        void (from === 'loading' && outcome.effect('endSession')),
      'full navigation to /auth/login': { judgedBy: 'tests/flows/session/session.paths.test.tsx (A25)' },
      'to login, see protected-page': { judgedBy: 'tests/flows/protected-page/protected-page.paths.test.ts' },
    },
    [
      /^replace the address by \?section=(\w+)$/,
      (outcome, [, section]) => void outcome.effect('replaceAddress', { section }),
    ],
    [/^the card shows '(.*)'$/, ({ page }, [, name]) => void page.getByRole('heading', { level: 2, name })],
  ],
  undrawn: { User: 'only where there is no name, as its row says' },
  elsewhere: [
    { rows: /load\(no stored token\)$/, by: 'tests/flows/session/session.requirements.test.ts' },
    { rows: /page reloaded$/, by: 'tests/e2e/profile.spec.ts' },
  ],
};
