import type { Page } from '@playwright/test';

export interface OpenDialog {
  /** The name in messages. */
  readonly name: string;
  readonly path: string;
  /** Opens the dialog on its page. */
  readonly open: (page: Page) => Promise<void>;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const addAddress = (page: Page) => press(page, 'Add New Address');

/** Dialogs and menus of a customer with an unpaid order, at every width. */
export function getDialogs(orderId: string): readonly OpenDialog[] {
  const order = `/track-order/${orderId}`;
  return [
    { name: 'Profile menu', path: '/about', open: (page) => press(page, 'Profile') },
    { name: 'Confirm Logout', path: '/profile', open: (page) => page.getByRole('tab', { name: 'Logout' }).click() },
    { name: 'Add New Address', path: '/profile?section=address', open: addAddress },
    {
      name: 'Add New Address, refused',
      path: '/profile?section=address',
      open: async (page) => {
        await addAddress(page);
        await press(page, 'Add Address');
      },
    },
    {
      name: 'Discard your changes?',
      path: '/profile?section=address',
      open: async (page) => {
        await addAddress(page);
        await page.getByRole('dialog').getByLabel('City*').fill('Nairobi');
        await page.keyboard.press('Escape');
      },
    },
    { name: 'Cancel order', path: order, open: (page) => press(page, 'Cancel order') },
    { name: 'Confirm Phone Number', path: order, open: (page) => press(page, 'Pay with M-Pesa') },
    {
      name: 'Confirm Phone Number, refused',
      path: order,
      open: async (page) => {
        await press(page, 'Pay with M-Pesa');
        await page.getByLabel('M-Pesa phone number').fill('12');
        await press(page, 'Confirm');
      },
    },
  ];
}
