import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { profileMachine } from '../../../src/machines/account/profile.machine.ts';
import type { ProfileSection } from '../../../src/rules/account/profile-section.ts';
import { defineActs } from 'model-testing/model/define';
import { key, press } from 'model-testing/view/act';
import { wanjiku } from '../support/account.samples.ts';
import { dismissModal } from '../support/modal.acts.ts';

/** The labels of the tabs. */
export const TABS: Readonly<Record<ProfileSection, string>> = {
  account: 'My Account',
  orders: 'Order History',
  address: 'Address',
  logout: 'Logout',
};

export const profileModel = defineModel({
  flow: 'profile',
  machine: profileMachine,
  inputs: {
    account: { section: 'account' },
    orders: { section: 'orders' },
    address: { section: 'address' },
    logout: { section: 'logout' },
  },
  events: {
    'section.choose': {
      account: { section: 'account' },
      orders: { section: 'orders' },
      address: { section: 'address' },
      logout: { section: 'logout' },
    },
    'address.changed': {
      account: { section: 'account' },
      orders: { section: 'orders' },
      address: { section: 'address' },
      logout: { section: 'logout' },
    },
    'logout.cancel': { '': {} },
    'logout.confirm': { '': {} },
    'profile.retry': { '': {} },
    'user.changed': { sentBy: 'watchSession', cases: { renamed: { user: { ...wanjiku, name: 'Wanjiku N.' } } } },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
  },
  acts: defineActs<typeof profileMachine>({
    // Nothing behind the dialog can be pressed.
    'section.choose': ({ section }, snapshot) =>
      snapshot.matches({ ready: 'logoutDialog' }) ? null : press('tab', TABS[section]),
    'address.changed': { sentIn: 'src/routes/account/profile.route.tsx' },
    'logout.cancel': [
      press('button', 'Cancel'),
      key('Escape', 'dialog', 'Confirm Logout'),
      ...dismissModal('Confirm Logout'),
    ],
    'logout.confirm': press('button', 'Logout'),
    'profile.retry': press('button', 'Try Again'),
  }),
  done: {
    loadProfile: { '': wanjiku, 'with a picture': { ...wanjiku, avatar: '/media/u1-1' } },
    logout: { '': undefined },
  },
  fail: { loadProfile: { forbidden: new ApiError({ kind: 'refused', status: 403 }) } },
  delays: {},
  project: ({ section, user, problem }) => ({
    section,
    name: user?.name,
    avatar: user?.avatar,
    problem: problem?.text,
  }),
  states: {
    loading: (s) => s.matches('loading'),
    loadFailed: (s) => s.matches('loadFailed'),
    ready: (s) => s.matches('ready'),
    'ready.account': (s) => s.matches({ ready: 'account' }),
    'ready.orders': (s) => s.matches({ ready: 'orders' }),
    'ready.address': (s) => s.matches({ ready: 'address' }),
    'ready.logoutDialog': (s) => s.matches({ ready: 'logoutDialog' }),
    loggingOut: (s) => s.matches('loggingOut'),
    gone: (s) => s.matches('gone'),
  },
  beyond: [
    { what: /^\(root\): address\.changed/, why: 'A52: the address keeps the tab while the profile is not shown' },
    { what: /^\(root\): session\.ended -> gone, from/, why: 'H10: another tab logs out, wherever this one is' },
    {
      what: /^ready: section\.choose .* from ready\.logoutDialog/,
      why: 'A52: nobody can press a tab behind the dialog; the tab Logout is one like the others',
    },
  ],
  invariants: {
    'a tab click replaces the address and never adds to the history': ({ step, before, effects, snapshot }) =>
      step?.event.type !== 'section.choose' ||
      before?.matches('ready') !== true ||
      before.context.section === snapshot.context.section ||
      effects.some(
        ({ type, params }) =>
          type === 'replaceAddress' && (params as { section: string }).section === snapshot.context.section,
      ),
    'a network fault never ends the session': ({ step, effects }) =>
      step?.kind !== 'error' ||
      !effects.some(({ type }) => type === 'endSession') ||
      [401, 403].includes((step.event as unknown as { error: { status: number } }).error.status),
    "opening a tab loses nothing typed in another tab's form": ({ step, before, snapshot }) =>
      step?.event.type !== 'section.choose' || before?.context.user === snapshot.context.user,
    'the address keeps the tab from the first moment (A52)': ({ step, before, snapshot: { context } }) =>
      step?.event.type !== 'address.changed' || before === null || context.section === step.event['section'],
    'nobody is known before the profile is loaded, and a failure is told only until the next try': ({
      step,
      snapshot,
    }) =>
      (step?.kind !== 'start' || snapshot.context.user === null) &&
      snapshot.matches('loadFailed') === (snapshot.context.problem !== null),
    'cart and wishlist survive logout': ({ effects }) =>
      effects.every(({ type }) => ['replaceUser', 'replaceAddress', 'endSession'].includes(type)),
  },
  equivalents: {
    'unguard ready: address.changed': 'the open tab opens again, with nothing lost',
    'swap ready.deciding: always #1': 'an address names one tab',
    'retarget ready.logoutDialog: logout.cancel -> ready': 'the tab that the dialog chooses is decided at once',
  },
});
