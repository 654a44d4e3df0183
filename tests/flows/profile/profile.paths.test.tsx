import { expect } from 'vitest';
import { expectProblem } from '../support/account.judges.ts';
import { profileModel, TABS } from './profile.model.ts';
import { profileWith } from './profile.view.tsx';
import { profileTable } from './profile.table.tsx';
import type { Page } from 'model-testing/view/page';
import { NOTHING, see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const PANELS = { account: 'the form', orders: 'the orders', address: 'the addresses' } as const;

/** Only this panel is visible, and its tab is selected. The other panels stay in the page. */
const panel = (open: keyof typeof PANELS) => (page: Page) => {
  for (const [section, text] of Object.entries(PANELS)) {
    const shown = [...page.element.querySelectorAll('div')].find(
      (one) => one.textContent === text && one.children.length === 0,
    );
    expect(shown?.closest('[hidden]') === null).toBe(section === open);
  }
  expect(page.element.querySelector('[role="tab"][aria-selected="true"]')?.textContent).toBe(TABS[open]);
};

flowTests(profileModel, {
  view: profileWith({
    account: <div>{PANELS.account}</div>,
    orders: <div>{PANELS.orders}</div>,
    addresses: <div>{PANELS.address}</div>,
  }),
  shows: {
    loading: ['Loading your profile...', see('tab', 'My Account', 'absent')],
    loadFailed: [
      see('button', 'Try Again'),
      (page, { context: { problem } }) => expectProblem(page, problem, 'Try Again'),
    ],
    ready: [
      (page, { context: { user } }) => {
        page.getByRole('heading', { level: 2, name: user?.name });
        // The e-mail may wrap between its parts, which are separate elements (X36).
        expect(page.text).toContain(user?.email);
        // H20: an icon when the user has no picture.
        expect(page.element.querySelector('img')?.getAttribute('src')?.includes('u1-1') ?? false).toBe(
          user?.avatar !== null,
        );
      },
      ...Object.values(TABS).map((title) => see('tab', title)),
    ],
    'ready.account': [panel('account'), see('dialog', 'Confirm Logout', 'absent')],
    'ready.orders': panel('orders'),
    'ready.address': panel('address'),
    'ready.logoutDialog': [
      'Are you sure you want to logout from your account?',
      see('button', 'Cancel'),
      see('button', 'Logout'),
      panel('account'),
    ],
    loggingOut: [see('button', 'Logout', 'busy'), see('button', 'Cancel', 'off'), panel('account')],
    gone: NOTHING,
  },
  table: profileTable,
});
