import { expect } from 'vitest';
import { formatPhone } from '../../../contract/rules/phone.ts';
import type { AddressBookContext } from '../../../src/machines/account/address-book.setup.ts';
import { NEW_ADDRESS } from '../../../src/rules/account/address-book.ts';
import { expectError, fieldNamed } from '../support/account.judges.ts';
import { addressBookModel } from './address-book.model.ts';
import { addressBookView } from './address-book.view.tsx';
import { addressBookTable, getCards, fieldsShown } from './address-book.table.tsx';
import type { Page } from 'model-testing/view/page';
import { NOTHING, see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

/** The name of the one busy button. No button is busy when another tab has already made the change. */
const busy = (does: string, { chosen, user }: AddressBookContext) =>
  user.addresses.some(({ _id, isDefault }) => _id === chosen?._id && (does === 'Delete' || !isDefault))
    ? [`${does} ${chosen?.type}, ${chosen?.address}`]
    : [];

const busyIn = ({ element }: Pick<Page, 'element'>) =>
  [...element.querySelectorAll('[aria-busy="true"]')].map((one) => one.getAttribute('aria-label'));

flowTests(addressBookModel, {
  view: addressBookView,
  shows: {
    open: see('heading', 'Saved Addresses'),
    'open.book.list': see('button', 'Add New Address'),
    'open.book.list.empty': 'No saved addresses found. Add your first address to get started!',
    'open.book.list.filled': (page, { context: { user } }) =>
      expect(getCards(page)).toEqual(
        user.addresses.map(({ type, name, address, city, postalCode, country, phone, isDefault }) => ({
          texts: [type, name, address, `${city} ${postalCode}`, country, formatPhone(phone)],
          isDefault,
          buttons: isDefault ? ['Edit', 'Delete'] : ['Edit', 'Set as Default', 'Delete'],
        })),
      ),
    'open.book.modal': (page, { context: { draft, chosen, fieldErrors, message } }) => {
      const dialog = page.element.querySelector('dialog');
      expect(dialog?.querySelector('h2')?.textContent).toBe(chosen === null ? 'Add New Address' : 'Edit Address');
      expect(fieldsShown(page)).toEqual(draft);
      for (const field of Object.keys(NEW_ADDRESS).filter((one) => one !== 'isDefault')) {
        const error = fieldErrors[field as keyof typeof fieldErrors] ?? null;
        // A missing field is reported by the alert at the top.
        if (error === '') expect(fieldNamed(page, field).getAttribute('aria-invalid')).toBe('true');
        else expectError(page, field, error);
      }
      const said = [...(dialog?.querySelectorAll('[role="alert"] p:first-child') ?? [])].map((one) => one.textContent);
      expect(said).toEqual(message?.isInDialog === true ? [message.problem.text] : []);
    },
    'open.book.modal.filling': see('button', 'Cancel'),
    'open.book.modal.filling.adding': see('heading', 'Add New Address'),
    'open.book.modal.filling.editing': see('heading', 'Edit Address'),
    'open.book.modal.creating': [see('button', 'Add Address', 'busy'), see('button', 'Cancel', 'off')],
    'open.book.modal.updating': [see('button', 'Update Address', 'busy'), see('button', 'Cancel', 'off')],
    'open.book.settingDefault': (page, { context }) => expect(busyIn(page)).toEqual(busy('Set as Default:', context)),
    'open.book.deleting': (page, { context }) => expect(busyIn(page)).toEqual(busy('Delete', context)),
    'open.undo.none': see('button', 'Undo', 'absent'),
    'open.undo.offered': (page, { context: { deleted } }) => {
      page.getByRole('button', { name: 'Undo' });
      page.getByText(`Deleted: ${deleted?.type}, ${deleted?.address}`);
    },
    'open.undo.sending': see('button', 'Undo', 'busy'),
    'open.message.none': [see('status', /successfully/, 'absent'), see('alert', /\w/, 'absent')],
    'open.message.success': [
      see('status', /successfully/),
      (page, { context: { message } }) => expect(page.says).toEqual([message?.problem.text]),
    ],
    'open.message.error': [
      see('alert', /\w/),
      (page, { context: { message } }) =>
        expect(page.says.map((said) => said.split('Request')[0])).toEqual([message?.problem.text]),
    ],
    gone: NOTHING,
  },
  table: addressBookTable,
});
