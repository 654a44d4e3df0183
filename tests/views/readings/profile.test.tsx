// @vitest-environment happy-dom
import { addressBookMachine } from '../../../src/machines/account/address-book.machine.ts';
import { profileFormMachine } from '../../../src/machines/account/profile-form.machine.ts';
import { profileMachine } from '../../../src/machines/account/profile.machine.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { NEW_ADDRESS, toAddressDraft } from '../../../src/rules/account/address-book.ts';
import { AddressBookView } from '../../../src/views/account/address-book.view.tsx';
import { ProfileFormView } from '../../../src/views/account/profile-form.view.tsx';
import { ProfilePhoneView } from '../../../src/views/account/profile-phone.view.tsx';
import { ProfileView } from '../../../src/views/account/profile.view.tsx';
import { a1, a2, having } from '../../flows/address-book/address-book.samples.ts';
import { wanjiku } from '../../flows/support/account.samples.ts';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };

const profile =
  (value: string | object, context: object = {}): Draw =>
  (send) => (
    <ProfileView
      snapshot={at(profileMachine, { section: 'account' }, value, { user: wanjiku, ...context })}
      send={send}
      account={<p>The account</p>}
      orders={<p>The orders</p>}
      addresses={<p>The addresses</p>}
    />
  );

const profileForm =
  (value: string | object, context: object = {}): Draw =>
  (send) => (
    <ProfileFormView
      snapshot={at(profileFormMachine, { user: wanjiku }, value, context)}
      send={send}
      code={<p>The code</p>}
    />
  );

const profilePhone =
  (value: string | object, context: object = {}): Draw =>
  (send) => (
    <ProfilePhoneView
      snapshot={at(phoneVerificationMachine, { phone: '0712345678', userName: 'Wanjiku' }, value, context)}
      send={send}
    />
  );

const addressBook =
  (open: object, context: object = {}, user = having({ ...a1, postalCode: '', phone: '' }, a2)): Draw =>
  (send) => (
    <AddressBookView
      snapshot={at(
        addressBookMachine,
        { user },
        { open: { book: { list: 'filled' }, undo: 'none', message: 'none', ...open } },
        context,
      )}
      send={send}
    />
  );
const said = (isGood: boolean, isInDialog = false) => ({ message: { isGood, isInDialog, problem } });
const change = { chosen: a1, draft: toAddressDraft(a1) };

readings('profile', {
  profile: {
    'is loaded (§2 Profile)': profile('loading', { user: null }),
    'could not be loaded (U7)': profile('loadFailed', { user: null, problem }),
    'account of a customer with a picture': profile(
      { ready: 'account' },
      { user: { ...wanjiku, avatar: '/media/wanjiku' } },
    ),
    'orders of a customer without a name': profile({ ready: 'orders' }, { user: { ...wanjiku, name: '' } }),
    addresses: profile({ ready: 'address' }),
    'asks whether to log out (A52)': profile({ ready: 'logoutDialog' }),
    'logs out': profile('loggingOut'),
    'is left': profile('gone'),
  },
  'profile-form': {
    'saved values (§2 Profile)': profileForm(
      { editing: 'plain' },
      {
        draft: {
          name: 'Wanjiku',
          email: 'wanjiku@duka.test',
          phone: '0712 345 678',
          street: 'Moi Avenue 1',
          city: 'Thika',
          town: 'Makongeni',
          zipCode: '01000',
          country: 'Kenya',
        },
      },
    ),
    'refused form': profileForm(
      { editing: 'refused' },
      { fieldErrors: { name: 'No name', email: 'No email', phone: 'No phone' }, problem },
    ),
    'is saved, with an e-mail and a phone to confirm (D22)': profileForm('saving', {
      pending: { email: 'new@duka.test', phone: '0733000000' },
    }),
    'was saved': profileForm({ editing: 'saved' }),
    'phone was confirmed (D22)': profileForm({ editing: 'confirmed' }),
    'phone stays (D22)': profileForm({ editing: 'kept' }),
    'phone stays unknown (D22)': profileForm({ editing: 'kept' }, { user: { ...wanjiku, phone: null } }),
    'could not be saved': profileForm({ editing: 'failed' }, { problem }),
    'code of a new phone, the rest was saved (D22)': profileForm({ phoneStep: 'told' }),
    'code of a new phone (D22)': profileForm({ phoneStep: 'quiet' }),
    'phone is confirmed': profileForm('confirming'),
    'is left': profileForm('gone'),
  },
  'profile-phone': {
    'code is sent (D22)': profilePhone('sending'),
    'typed code': profilePhone({ open: { code: 'usable', resend: 'allowed' } }, { code: '123456' }),
    'is saved': profilePhone('completing'),
    'is over': profilePhone('completed'),
  },
  'address-book': {
    'no address (§2 Address tab)': addressBook({ book: { list: 'empty' } }, {}, having()),
    'two addresses, the second is the default': addressBook({}),
    'default is set': addressBook({ book: 'settingDefault' }, { chosen: a1 }),
    'address is deleted': addressBook({ book: 'deleting' }, { chosen: a1 }),
    'address was deleted, and can be restored (U13)': addressBook(
      { undo: 'offered', message: 'success' },
      { deleted: a1, ...said(true) },
      having(a2),
    ),
    'address is restored (U13)': addressBook({ undo: 'sending' }, { deleted: a1 }, having(a2)),
    'waits for another write before it restores (U13)': addressBook(
      { book: 'settingDefault', undo: 'offered' },
      { chosen: a2, deleted: a1 },
      having(a2),
    ),
    'address could not be deleted': addressBook({ message: 'error' }, said(false)),
    'new address, the first one': addressBook(
      { book: { modal: { filling: 'adding' } } },
      { draft: NEW_ADDRESS },
      having(),
    ),
    'new address after a deletion': addressBook(
      { book: { modal: { filling: 'adding' } }, undo: 'offered', message: 'success' },
      { draft: NEW_ADDRESS, deleted: a1, ...said(true) },
    ),
    'new address, while another one is restored (U13)': addressBook(
      { book: { modal: { filling: 'adding' } }, undo: 'sending' },
      { draft: NEW_ADDRESS, deleted: a1 },
    ),
    'new address is saved': addressBook(
      { book: { modal: 'creating' } },
      { draft: { ...NEW_ADDRESS, name: 'Jane', address: 'Moi Avenue 1', city: 'Thika', isDefault: true } },
    ),
    'changed address was refused': addressBook(
      { book: { modal: { filling: 'editing' } }, message: 'error' },
      {
        ...change,
        fieldErrors: {
          type: 'Wrong type',
          name: 'No name',
          address: '',
          city: 'No city',
          country: 'Wrong country',
          postalCode: 'Wrong code',
          phone: 'Wrong phone',
        },
        ...said(false, true),
      },
    ),
    'changed address is saved': addressBook({ book: { modal: 'updating' } }, change),
  },
});
