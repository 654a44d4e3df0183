import { expect } from 'vitest';
import { HeaderView } from '../../src/views/layout/header.view.tsx';
import { menuModel } from '../models/menu.model.ts';
import { menuTable } from '../models/menu.table.tsx';
import type { Page } from '../../model-testing/view/page.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

const shopper = (page: Page) => {
  page.getByRole('button', { name: 'Profile' });
  expect(page.text).not.toMatch(/Sign Up|Login/);
};

flowTests(menuModel, {
  view: (snapshot) => (
    <HeaderView snapshot={snapshot} send={() => undefined} cartQuantity={0} connection={null} search="" />
  ),
  shows: {
    'profile.absent': (page) => {
      page.getAllByRole('link', { name: 'Login' });
      page.getAllByRole('link', { name: 'Sign Up' });
      expect(page.text).not.toMatch(/My Profile|Logout/);
    },
    'profile.closed': shopper,
    'profile.open': (page) => {
      shopper(page);
      page.getAllByRole('link', { name: 'My Profile' });
      page.getByRole('button', { name: 'Logout' });
    },
    'greeting.generic': (page) => expect(page.text).toContain('Welcome to our shop'),
    'greeting.named': (page) => expect(page.text).toContain('Welcome Jane'),
  },
  table: menuTable,
});
