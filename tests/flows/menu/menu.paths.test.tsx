import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { menuModel } from './menu.model.ts';
import { menuView } from './menu.view.tsx';
import { menuTable } from './menu.table.tsx';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const shopper = (page: Page) => expect(page.text).not.toMatch(/Sign Up|Login/);

/** The links of the mobile menu and their addresses. */
const mobileLinks = (page: Page) =>
  within(page.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link: HTMLElement) => `${link.textContent} ${link.getAttribute('href')}`);

flowTests(menuModel, {
  view: menuView,
  shows: {
    'profile.absent': [
      see('link', 'Login'),
      see('link', 'Sign Up'),
      see('button', 'Profile', 'absent'),
      (page) => expect(page.text).not.toMatch(/My Profile|Logout/),
    ],
    'profile.closed': [shopper, see('button', 'Profile'), see('button', 'Logout', 'absent')],
    'profile.open': [shopper, see('button', 'Profile'), see('link', 'My Profile'), see('button', 'Logout')],
    'mobile.closed': [see('button', 'Menu'), see('navigation', 'Main', 'absent')],
    'mobile.open': [
      see('button', 'Close menu'),
      (page, snapshot) =>
        expect(mobileLinks(page)).toEqual([
          'Home /',
          'All Products /products',
          'Cart /cart',
          ...(snapshot.matches({ profile: 'absent' })
            ? ['Login /auth/login', 'Sign Up /auth/signup']
            : ['My Profile /profile']),
          'Call 0700 123 456 tel:+254700123456',
        ]),
    ],
    'greeting.generic': 'Welcome to our shop',
    'greeting.named': 'Welcome Jane',
  },
  table: menuTable,
});
