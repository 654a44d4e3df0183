import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { addressBookMachine } from '../../../src/machines/account/address-book.machine.ts';
import type { AddressBookContext } from '../../../src/machines/account/address-book.setup.ts';
import {
  addressPhoneError,
  toAddressFields,
  missingFields,
  NEW_ADDRESS,
  toAddressPayload,
  formatShortAddress,
} from '../../../src/rules/account/address-book.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, key, press, select } from 'model-testing/view/act';
import { otieno } from '../support/account.samples.ts';
import { a1, a2, having, tanzanian, ugandan } from './address-book.samples.ts';
import { dismissModal } from '../support/modal.acts.ts';

export const LABELS = {
  type: 'Address Type',
  name: 'Full Name*',
  address: 'Street Address*',
  city: 'City*',
  postalCode: 'Postal Code',
  country: 'Country*',
  phone: 'Phone Number',
} as const;

const KNOWN = [a1, a2, ugandan, tanzanian];
const getName = (id: string) =>
  formatShortAddress(KNOWN.find(({ _id }) => _id === id) ?? { type: 'Other', address: id });

export const badPhone = new ApiError({
  kind: 'refused',
  status: 400,
  fields: { phone: 'This phone number is not valid' },
});

const getIds = ({ user }: AddressBookContext) => user.addresses.map(({ _id, isDefault }) => `${_id} ${isDefault}`);

export const addressBookModel = defineModel({
  flow: 'address-book',
  machine: addressBookMachine,
  inputs: { 'two addresses': { user: having(a1, a2) }, 'no addresses': { user: having() } },
  events: {
    'user.changed': {
      sentBy: 'watchSession',
      cases: {
        'one address': { user: having(a2) },
        'no addresses': { user: having() },
        'somebody else': { user: { ...otieno, addresses: [ugandan] } },
      },
    },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'address.add': { '': {} },
    'address.edit': { a1: { id: 'a1' }, a2: { id: 'a2' }, 'deleted meanwhile': { id: 'a9' } },
    'address.delete': { a1: { id: 'a1' }, a2: { id: 'a2' }, 'deleted meanwhile': { id: 'a9' } },
    'address.makeDefault': { a1: { id: 'a1' }, a2: { id: 'a2' } },
    'field.change': {
      work: { field: 'type', value: 'Work' },
      name: { field: 'name', value: 'Wanjiku' },
      'blank name': { field: 'name', value: '   ' },
      address: { field: 'address', value: 'Moi Avenue 1' },
      city: { field: 'city', value: 'Nairobi' },
      country: { field: 'country', value: 'Uganda' },
      'a phone that is none': { field: 'phone', value: '12' },
    },
    'default.choose': { on: { isOn: true }, off: { isOn: false } },
    'form.submit': { '': {} },
    'form.cancel': { '': {} },
    'undo.press': { '': {} },
  },
  acts: defineActs<typeof addressBookMachine>({
    'address.add': press('button', 'Add New Address'),
    'address.edit': ({ id }) => press('button', `Edit ${getName(id)}`),
    'address.delete': ({ id }) => press('button', `Delete ${getName(id)}`),
    'address.makeDefault': ({ id }) => press('button', `Set as Default: ${getName(id)}`),
    'field.change': ({ field, value }) => {
      if (field === 'type') return select(LABELS.type, value);
      // The select has no empty option.
      if (field === 'country') return value.trim() === '' ? null : select(LABELS.country, value);
      return fill(LABELS[field], value);
    },
    'default.choose': ({ isOn }, { context }) =>
      context.draft.isDefault === isOn ? null : press('checkbox', 'Set as default address'),
    'form.submit': (_, { context }) => press('button', context.chosen === null ? 'Add Address' : 'Update Address'),
    'form.cancel': [
      press('button', 'Cancel', { role: 'dialog', name: /Address$/ }),
      key('Escape', 'dialog', /Address$/),
      ...dismissModal(/Address$/),
    ],
    'undo.press': press('button', 'Undo'),
  }),
  done: {
    createAddress: { '': having(a1, a2) },
    updateAddress: { '': having({ ...a1, city: 'Thika' }, a2) },
    deleteAddress: { 'one is left': having(a2), 'the last one': having() },
    setDefaultAddress: { '': having({ ...a1, isDefault: true }, { ...a2, isDefault: false }) },
  },
  fail: { createAddress: { 'bad phone': badPhone } },
  project: (context, snapshot) =>
    snapshot.matches('open') && {
      ids: getIds(context),
      missing: snapshot.matches({ open: { book: 'modal' } }) && missingFields(context.draft).length,
      isWrong: Object.keys(context.fieldErrors).length > 0,
      edited: snapshot.matches({ open: { book: { modal: { filling: 'editing' } } } }) && context.chosen?._id,
      // The phone is checked only when no field is missing.
      isPhoneWrong: missingFields(context.draft).length === 0 && addressPhoneError(context.draft) !== null,
      isOfDialog: context.message?.isInDialog,
    },
  beyond: [
    { what: /^open: user\.changed/, why: 'H10: another tab has changed the addresses' },
    { what: /\[isUndoing\]/, why: 'the table assumes one write at a time: nothing is sent while Undo is on its way' },
    { what: /list\.empty: at once/, why: 'U13: Undo, or another tab (H10), fills the list again' },
    {
      what: /message\.error: at once/,
      why: '§8: what was wrong with a dialog is not said of the next try, nor beside a closed one',
    },
    { what: /default\.choose.*editing$/, why: '§2: the box stands in both dialogs' },
    { what: /session\.ended.*, from/, why: 'H10: logged out in another tab, wherever the shopper is' },
  ],
  delays: { undoFor: 8_000, successClears: 5_000, errorClears: 8_000 },
  states: {
    list: (s) => s.matches({ open: { book: 'list' } }),
    'list.empty': (s) => s.matches({ open: { book: { list: 'empty' } } }),
    'list.filled': (s) => s.matches({ open: { book: { list: 'filled' } } }),
    modal: (s) => s.matches({ open: { book: 'modal' } }),
    'modal.adding': (s) => s.matches({ open: { book: { modal: { filling: 'adding' } } } }),
    'modal.editing': (s) => s.matches({ open: { book: { modal: { filling: 'editing' } } } }),
    'modal.saving': (s) =>
      s.matches({ open: { book: { modal: 'creating' } } }) || s.matches({ open: { book: { modal: 'updating' } } }),
    settingDefault: (s) => s.matches({ open: { book: 'settingDefault' } }),
    deleting: (s) => s.matches({ open: { book: 'deleting' } }),
    undo: (s) => s.matches('open'),
    'undo.none': (s) => s.matches({ open: { undo: 'none' } }),
    'undo.offered': (s) => s.matches({ open: { undo: 'offered' } }),
    'undo.sending': (s) => s.matches({ open: { undo: 'sending' } }),
    message: (s) => s.matches('open'),
    'message.none': (s) => s.matches({ open: { message: 'none' } }),
    'message.success': (s) => s.matches({ open: { message: 'success' } }),
    'message.error': (s) => s.matches({ open: { message: 'error' } }),
    gone: (s) => s.matches('gone'),
  },
  invariants: {
    'undo runs beside list, modal and message and does not hinder them': ({ step, before, snapshot }) =>
      before === null ||
      !/undo/i.test(step?.event.type ?? '') ||
      (getBook(snapshot) === getBook(before) && snapshot.context.draft === before.context.draft),
    'message runs beside list and modal: a row that says a success text puts it into message.success, one that says an error text into message.error, counted anew each time; the empty text of list.empty is not such a text':
      ({ snapshot: { context }, snapshot }) =>
        context.news === null &&
        (snapshot.matches('gone') ||
          (snapshot.matches({ open: { message: 'none' } })
            ? context.message === null
            : snapshot.matches({ open: { message: 'success' } }) === context.message?.isGood)),
    'at most one address is the default': ({ snapshot: { context } }) =>
      context.user.addresses.filter(({ isDefault }) => isDefault).length <= 1,
    'a failed save keeps the modal open with everything typed': ({ step, before, snapshot }) =>
      before === null ||
      !before.matches({ open: { book: 'modal' } }) ||
      step?.kind !== 'error' ||
      snapshot.matches('gone') ||
      (snapshot.matches({ open: { book: 'modal' } }) && snapshot.context.draft === before.context.draft),
    'the default address has no Set as Default button': ({ snapshot }) =>
      snapshot.context.user.addresses.every(
        ({ _id: id, isDefault }) => !isDefault || !snapshot.can({ type: 'address.makeDefault', id }),
      ),
    'Delete asks no question': ({ step, started, before, snapshot }) =>
      step?.event.type !== 'address.delete' ||
      before?.value === snapshot.value ||
      !snapshot.matches({ open: { book: 'deleting' } }) ||
      started.some(({ slot }) => slot === 'deleteAddress') ||
      before?.matches({ open: { book: 'deleting' } }) === true,
    'one write at a time': ({ calls }) =>
      calls.filter((call) => call.slot !== 'watchSession' && call.isOpen()).length <= 1,
    'what is sent is what is typed, or what was deleted': ({ started, snapshot: { context } }) =>
      started.every(({ slot, input }) => {
        const typed = toAddressPayload(context.draft, context.user);
        if (slot === 'updateAddress') return isSame(input, { id: context.chosen?._id, ...typed });
        if (slot !== 'createAddress') return true;
        return isSame(input, typed) || (context.deleted !== null && isSame(input, toAddressFields(context.deleted)));
      }),
    'no address is sent without what is required (§5)': ({ started }) =>
      started.every(
        ({ slot, input }) =>
          !['createAddress', 'updateAddress'].includes(slot) || missingFields(input as never).length === 0,
      ),
    'what the server answers is kept by the session': ({ step, effects, snapshot: { context } }) =>
      step?.kind !== 'done' ||
      effects.some(({ type, params }) => type === 'updateUser' && (params as { user: object }).user === context.user),
    'a new address begins empty': ({ step, before, snapshot }) =>
      step?.event.type !== 'address.add' ||
      before?.matches({ open: { book: 'modal' } }) === true ||
      !snapshot.matches({ open: { book: 'modal' } }) ||
      snapshot.context.draft === NEW_ADDRESS,
    'no address is chosen and nothing is typed at the start': ({ step, snapshot: { context } }) =>
      step?.kind !== 'start' || (context.chosen === null && context.draft === NEW_ADDRESS),
    'it is over when the session is': ({ snapshot }) => snapshot.matches('gone') === (snapshot.status === 'done'),
  },
  equivalents: {
    'delay open.undo.offered: undoFor by errorClears': 'both take 8 s',
    'start open.message in error': 'without a message it is left at once',
  },
});

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The active states of list and dialog. */
function getBook({ value }: { readonly value: unknown }): string {
  const { open } = value as { open?: { book: unknown } };
  return JSON.stringify(open?.book);
}
