import type { SavedAddress, User } from '../../../contract/user.ts';
import { toAddressFields } from '../../../src/rules/account/address-book.ts';
import { jane } from '../support/shop.samples.ts';
import { call, effect, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';
import type { Entry } from '../support/world.ts';
import { savedAddress } from '../../support/samples/account.ts';

const HOME = '44444444-4444-4444-8444-444444444444';
const home = savedAddress({ _id: HOME, phone: '0722000000', isDefault: false });
const user: User = { ...jane, addresses: [home] };
const having = (...addresses: readonly SavedAddress[]): User => ({ ...user, addresses: [...addresses] });

const world = { user };
const start: Act = ({ start }) => start('addressBook', { user });
const press =
  (...events: readonly object[]): Act =>
  ({ actor }) =>
    events.forEach((event) => actor.send(event as never));
const filledIn = [
  { type: 'address.edit', id: HOME },
  { type: 'field.change', field: 'city', value: ' Thika ' },
];
/** The session takes over the user of the response and notifies its subscribers. */
const kept = (slot: string, after: User): Entry[] => [
  { done: slot, output: after },
  { session: { type: 'user.update', user: after } },
  { stored: 'user', value: after },
  { heard: { type: 'user.changed', user: after } },
];
const fields = { ...toAddressFields(home), city: 'Thika' };

walkArea('address-book', () => {
  listener('addressBook', 'watchSession', {
    world,
    act: start,
    starts: [{ heard: { type: 'user.changed', user } }],
    listening: ['session', 'session'],
    hears: [
      [
        ({ app }) => app.session.send({ type: 'user.update', user: having() }),
        [
          { session: { type: 'user.update', user: having() } },
          { stored: 'user', value: having() },
          { heard: { type: 'user.changed', user: having() } },
        ],
      ],
      [
        ({ app }) =>
          app.session.send({ type: 'request.unauthorized', access: 'customer', path: '/auth/addresses', token: 'T' }),
        [
          { session: { type: 'request.unauthorized', access: 'customer', path: '/auth/addresses', token: 'T' } },
          { removed: 'token' },
          { removed: 'user' },
          { heard: { type: 'session.ended' } },
        ],
      ],
    ],
  });
  call('addressBook', 'createAddress', {
    world: { user: having() },
    open: async (world) => {
      world.start('addressBook', { user: having() });
      await press(
        { type: 'address.add' },
        { type: 'field.change', field: 'name', value: 'Jane' },
        { type: 'field.change', field: 'address', value: 'Moi Ave 1' },
        { type: 'field.change', field: 'city', value: 'Thika' },
      )(world);
    },
    act: press({ type: 'form.submit' }),
    does: [
      { sent: 'createAddress', body: { ...fields, postalCode: '', phone: jane.phone }, token: 'T' },
      ...kept('createAddress', having({ _id: 'd1', ...fields, postalCode: '', phone: jane.phone ?? '' })),
    ],
  });
  call('addressBook', 'updateAddress', {
    world,
    open: async (world) => {
      await start(world);
      await press(...filledIn)(world);
    },
    act: press({ type: 'form.submit' }),
    does: [
      { sent: 'updateAddress', params: { id: HOME }, body: fields, token: 'T' },
      ...kept('updateAddress', having({ _id: HOME, ...fields })),
    ],
  });
  call('addressBook', 'deleteAddress', {
    world,
    open: start,
    act: press({ type: 'address.delete', id: HOME }),
    does: [{ sent: 'deleteAddress', params: { id: HOME }, body: {}, token: 'T' }, ...kept('deleteAddress', having())],
  });
  call('addressBook', 'setDefaultAddress', {
    world,
    open: start,
    act: press({ type: 'address.makeDefault', id: HOME }),
    does: [
      { sent: 'setDefaultAddress', params: { id: HOME }, body: {}, token: 'T' },
      ...kept('setDefaultAddress', having({ ...home, isDefault: true })),
    ],
  });
  effect('addressBook', 'updateUser', {
    world,
    open: start,
    act: press({ type: 'address.delete', id: HOME }),
    does: [{ sent: 'deleteAddress', params: { id: HOME }, body: {}, token: 'T' }, ...kept('deleteAddress', having())],
    // U13: Undo sends the deleted address again.
    next: [
      [
        press({ type: 'undo.press' }),
        [
          { sent: 'createAddress', body: toAddressFields(home), token: 'T' },
          ...kept('createAddress', having({ _id: 'd1', ...toAddressFields(home) })),
        ],
      ],
    ],
  });
});
