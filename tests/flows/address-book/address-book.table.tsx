import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import type { SavedAddress, User } from '../../../contract/user.ts';
import type { addressBookMachine } from '../../../src/machines/account/address-book.machine.ts';
import { toAddressDraft, toAddressFields, NEW_ADDRESS } from '../../../src/rules/account/address-book.ts';
import type { AddressField, AddressFields } from '../../../src/rules/account/address-book.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Outcome } from 'model-testing/table/outcome';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { key } from 'model-testing/view/act';
import type { Page } from 'model-testing/view/page';
import { expectError } from '../support/account.judges.ts';
import { badPhone } from './address-book.model.ts';
import { a1, a2, having, tanzanian, ugandan } from './address-book.samples.ts';

type Machine = typeof addressBookMachine;
type Live = LiveActor<Machine>;

const ROAD = { street: 'Moi Avenue 1', city: 'Nairobi', state: 'Kilimani', zipCode: '00100', country: 'Kenya' };
const a1AsDefault = having({ ...a1, isDefault: true }, { ...a2, isDefault: false });

const become = (live: Live, user: User) => live.emit('watchSession', { type: 'user.changed', user });

/** Brings the shopper's profile and addresses into the state that the row needs. */
async function prepare(live: Live, { on }: { readonly on: string }): Promise<void> {
  if (on.includes('the profile has none')) await become(live, { ...having(a1, a2), phone: null });
  if (on.includes('Uganda)') && on.includes('an address')) await become(live, having(a1, a2, ugandan));
  if (on.includes('an address of Tanzania')) await become(live, having(a1, a2, tanzanian));
  if (on.includes('the deleted one was the default')) await become(live, a1AsDefault);
  if (on.includes('{street:')) await become(live, { ...having(), address: ROAD });
}

async function remove(live: Live, id: string, left: User): Promise<void> {
  await live.send({ type: 'address.delete', id });
  await live.answer('deleteAddress', left);
}

async function makeDefault(live: Live, id: string, after: User): Promise<void> {
  await live.send({ type: 'address.makeDefault', id });
  await live.answer('setDefaultAddress', after);
}

const fillIn = (fields: AddressFields) => [
  ...Object.entries(fields)
    .filter(([field]) => field !== 'isDefault')
    .map(([field, value]) => ({ type: 'field.change', field: field as AddressField, value: String(value) }) as const),
  ...(fields.isDefault ? [{ type: 'default.choose', isOn: true } as const] : []),
];

/** The values that a row fills in: the first address, with the changes that the row names. */
function fieldsIn(words: string): AddressFields {
  const all = toAddressFields(a1);
  if (words === 'name, address, city and country empty')
    return { ...all, name: '', address: '', city: '', country: '' };
  if (words.startsWith('the same without postalCode')) return { ...all, postalCode: '' };
  if (words.startsWith('the same without phone')) return { ...all, phone: '' };
  if (words.includes('Set as default ticked')) return { ...all, isDefault: true };
  const said = [...words.matchAll(/(\w+) (?:'([^']*)'|(\w+))/g)].filter(([, field = '']) => field in all);
  return {
    ...all,
    ...Object.fromEntries(
      said.filter(([, field]) => field !== 'isDefault').map(([, field, quoted, bare]) => [field, quoted ?? bare]),
    ),
  };
}

/** Starts the request whose result the row names. */
const begin: Readonly<Record<string, (live: Live) => Promise<void>>> = {
  'an address was deleted(a1)': (live) => live.send({ type: 'address.delete', id: 'a1' }),
  'an address was deleted(a2)': (live) => live.send({ type: 'address.delete', id: 'a2' }),
  'a success is said': (live) => live.send({ type: 'address.makeDefault', id: 'a1' }),
  'an error is said': (live) => live.send({ type: 'address.makeDefault', id: 'a1' }),
  'another success is said': (live) => live.send({ type: 'address.makeDefault', id: 'a1' }),
  'another error is said': (live) => live.send({ type: 'address.makeDefault', id: 'a1' }),
};

const underWay = (live: Live, { on }: { readonly on: string }) => begin[on]?.(live);

/** The values of the fields in the dialog. The test DOM does not report which option is selected. */
export function fieldsShown({ element }: Pick<Page, 'element'>): AddressFields {
  const getValue = (field: HTMLInputElement | HTMLSelectElement) =>
    field.querySelector('option[selected]')?.getAttribute('value') ?? field.value;
  const fields = [...element.querySelectorAll<HTMLInputElement | HTMLSelectElement>('dialog [name]')];
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      'checked' in field && field.type === 'checkbox' ? field.checked : getValue(field),
    ]),
  ) as unknown as AddressFields;
}

/** The text lines and the button names of each card. */
export const getCards = ({ element }: Pick<Page, 'element'>) =>
  [...element.querySelectorAll('li')].map((card) => ({
    texts: [...card.querySelectorAll('h3, address > span')].map(({ textContent }) => textContent),
    isDefault: (card.querySelector('h3')?.parentElement?.textContent ?? '').endsWith('Default'),
    buttons: [...card.querySelectorAll('button')].map(({ textContent }) => textContent),
  }));

const ALL = ['Edit', 'Set as Default', 'Delete'];
const getLines = ({ type, name, address, city, postalCode, country, phone }: SavedAddress) => [
  type,
  name,
  address,
  `${city} ${postalCode}`,
  country,
  formatPhone(phone),
];

const expectKept = (outcome: Outcome<Machine>) => outcome.effect('updateUser', { user: outcome.snapshot.context.user });
const isUndoOffered = ({ page }: Outcome<Machine>) => page.queryByRole('button', { name: 'Undo' }) !== null;

export const addressBookTable: Table<Machine> = {
  start: { 'the user has no addresses': 'no addresses', 'the user has addresses': 'two addresses' },
  input: ({ from, on }) =>
    from === 'list.empty' || /^open\(the user has no addresses\)/.test(on) ? 'no addresses' : 'two addresses',
  reach: {
    list: prepare,
    'list.filled': prepare,
    'modal.adding': async (live, row) => {
      await prepare(live, row);
      await live.send({ type: 'address.add' });
    },
    'modal.editing': (live) => live.send({ type: 'address.edit', id: 'a1' }),
    'modal.saving': async (live, { on }) => {
      await live.send(on.startsWith('PUT') ? { type: 'address.edit', id: 'a1' } : { type: 'address.add' });
      for (const event of fillIn(toAddressFields(a1))) await live.send(event);
      await live.send({ type: 'form.submit' });
    },
    settingDefault: (live) => live.send({ type: 'address.makeDefault', id: 'a1' }),
    deleting: (live, { on }) => live.send({ type: 'address.delete', id: on.includes('/a2') ? 'a2' : 'a1' }),
    'undo.none': underWay,
    'undo.offered': async (live, row) => {
      await prepare(live, row);
      await remove(live, 'a1', having(a2));
      await underWay(live, row);
    },
    'undo.sending': async (live) => {
      await remove(live, 'a1', having(a2));
      await live.send({ type: 'undo.press' });
    },
    'message.none': underWay,
    'message.success': async (live, row) => {
      await makeDefault(live, 'a1', having(a1, a2));
      await underWay(live, row);
    },
    'message.error': async (live, row) => {
      await live.send({ type: 'address.makeDefault', id: 'a1' });
      await live.fail('setDefaultAddress', failures['offline']);
      await underWay(live, row);
    },
  },
  when: [
    {
      'a1 is not the default': {
        holds: ({ snapshot }) =>
          snapshot.context.user.addresses.some(({ _id, isDefault }) => _id === 'a1' && !isDefault),
      },
    },
  ],
  on: [
    {
      "open(the user has address {street:'Moi Avenue 1', city:'Nairobi', state:'Kilimani', zipCode:'00100', country:'Kenya'} and no addresses)":
        LOOK,
      'press Add New Address': { type: 'address.add' },
      'press Edit(an address of Tanzania)': { type: 'address.edit', id: tanzanian._id },
      'press the button again': { type: 'form.submit' },
      'press Cancel': { type: 'form.cancel' },
      'press Escape': key('Escape', 'dialog', /Address$/),
      'an address was deleted(a1)': (live) => live.answer('deleteAddress', having(a2)),
      'an address was deleted(a2)': (live) => live.answer('deleteAddress', having()),
      'press Undo(7.9 s after the deletion; the success text went after 5 s)': async (live) => {
        await live.advance(7_900);
        await live.send({ type: 'undo.press' });
      },
      'open another tab of the profile': { type: 'user.changed', user: having(a2) },
    },
    [/^open\(the user has (no|two) addresses\)$/, START],
    [/^show card/, LOOK],
    [/^press Edit\((a\d)\)$/, (_, [, id = '']) => ({ type: 'address.edit', id })],
    [/^press Delete\((a\d)\)$/, (_, [, id = '']) => ({ type: 'address.delete', id })],
    [/^press Set as Default\((a\d)\)$/, (_, [, id = '']) => ({ type: 'address.makeDefault', id })],
    [/^(?:Add|Update) Address\((.*)\)$/, (_, [, words = '']) => [...fillIn(fieldsIn(words)), { type: 'form.submit' }]],
    [/^an?(?:other)? success is said$/, (live) => live.answer('setDefaultAddress', a1AsDefault)],
    [/^an?(?:other)? error is said$/, (live) => live.fail('setDefaultAddress', failures['offline'])],
    [/^press Undo/, { type: 'undo.press' }],
    [/^(\d+) ms have passed/, (live, [, ms]) => live.advance(Number(ms))],
    [/^session became guest/, { type: 'session.ended' }],
  ],
  calls: [
    {
      call: 'POST /auth/addresses',
      slot: 'createAddress',
      input: (args) => args,
      answers: [
        {
          'data.user with addresses': having(a1, a2),
          '200 without data.user': failures['broken'],
        },
      ],
      fails: [[/^400, fields \{phone:/, badPhone]],
    },
    {
      call: 'PUT /auth/addresses/a1',
      slot: 'updateAddress',
      input: (args) => ({ id: 'a1', ...args }),
      answers: [
        {
          'data.user with addresses': having({ ...a1, city: 'Thika' }, a2),
          '200 without data.user': failures['broken'],
        },
      ],
    },
    {
      call: 'PUT /auth/addresses/a1/default',
      slot: 'setDefaultAddress',
      input: () => ({ id: 'a1' }),
      answers: [
        {
          'data.user with addresses': a1AsDefault,
          'reply cannot be read': failures['broken'],
        },
      ],
    },
    {
      call: /^DELETE \/auth\/addresses\/a\d/,
      slot: 'deleteAddress',
      input: (_, { calls: [call = ''] }) => ({ id: call.slice(-2) }),
      answers: [
        {
          '200, a2 is left': having(a2),
          '200, it was the last one': having(),
          '200, the default one, a1 is left': having(a1),
        },
      ],
    },
  ],
  does: [
    {
      'type Home, country Kenya, everything else empty, Set as default unticked': ({ page }) =>
        expect(fieldsShown(page)).toEqual(NEW_ADDRESS),
      "the fields hold a1's values": ({ page }) => expect(fieldsShown(page)).toEqual(toAddressDraft(a1)),
      'nothing is saved': ({ started }) => expect(started).toEqual([]),
      'replace the user (and its addresses) in the session and under user': (outcome) => void expectKept(outcome),
      'show it under Phone Number': ({ page }) => expectError(page, 'phone', 'This phone number is not valid'),
      'Default badge on a1 only; Set as Default hidden on a1': ({ page }) =>
        expect(getCards(page).map(({ isDefault, buttons }) => ({ isDefault, buttons }))).toEqual([
          { isDefault: true, buttons: ['Edit', 'Delete'] },
          { isDefault: false, buttons: ALL },
        ]),
      'offer Undo for 8 s': (outcome) => {
        expect(isUndoOffered(outcome)).toBe(true);
        expect(outcome.live.clock.pending()).toContain(outcome.live.now + 8_000);
      },
      'Undo goes': (outcome) => expect(isUndoOffered(outcome)).toBe(false),
      'Undo is for a2 now': ({ page }) => expect(page.text).toContain('Deleted: Work, Kenyatta Road 2'),
      'the list is list.filled': ({ page }) => expect(getCards(page)).toHaveLength(2),
      'the message goes': ({ page }) => expect(page.says).toEqual([]),
      "the profile's own address is no card": ({ page }) => expect(getCards(page)).toEqual([]),
      "Home, Wanjiku, Moi Avenue 1, 'Nairobi 00100', Kenya, 0722000000; no Default badge": ({ page }) =>
        expect(getCards(page)[0]).toEqual({ texts: getLines(a1), isDefault: false, buttons: ALL }),
      'the country is Uganda; Edit, Set as Default and Delete as on the others': ({ page }) =>
        expect(getCards(page)[2]).toEqual({ texts: getLines(ugandan), isDefault: false, buttons: ALL }),
      'the country is Tanzania': ({ page }) => expect(fieldsShown(page).country).toBe('Tanzania'),
      'the 8 s go on': ({ live }) => expect(live.clock.pending()).toContain(8_000),
      'the modal opens, Undo stays offered': (outcome) => {
        expect(outcome.page.text).toContain('Edit Address');
        expect(isUndoOffered(outcome)).toBe(true);
      },
      'no other address is made the default': ({ page }) =>
        expect(getCards(page).map(({ isDefault }) => isDefault)).toEqual([false]),
      'remove token and user from localStorage': { judgedBy: 'tests/flows/session/session.requirements.test.ts (D14)' },
      'to login, see protected-page': { judgedBy: 'tests/flows/protected-page/protected-page.paths.test.ts' },
    },
    [
      /^take (a\d) out of the user's addresses, in the session and under user$/,
      (outcome, [, id]) => {
        expectKept(outcome);
        expect(outcome.snapshot.context.user.addresses.map(({ _id }) => _id)).not.toContain(id);
      },
    ],
  ],
  elsewhere: [{ rows: /page reloaded$/, by: 'tests/e2e/address-book.spec.ts' }],
  // Rows about Undo or a message check only their own region. The deletion notice stays visible for its 5 s.
};
