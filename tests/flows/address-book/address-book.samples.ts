import type { SavedAddress, User } from '../../../contract/user.ts';
import { wanjiku } from '../support/account.samples.ts';
import { savedAddress } from '../../support/samples/account.ts';

/** The addresses of the table. */
export const a1: SavedAddress = savedAddress({
  _id: 'a1',
  name: 'Wanjiku',
  address: 'Moi Avenue 1',
  phone: '0722000000',
  isDefault: false,
});
export const a2: SavedAddress = { ...a1, _id: 'a2', type: 'Work', address: 'Kenyatta Road 2', isDefault: true };
export const ugandan: SavedAddress = { ...a1, _id: 'a3', address: 'Kampala Road 3', country: 'Uganda' };
export const tanzanian: SavedAddress = { ...a1, _id: 'a4', address: 'Samora Avenue 4', country: 'Tanzania' };

export const having = (...addresses: readonly SavedAddress[]): User => ({
  ...wanjiku,
  phone: '0712345678',
  addresses: [...addresses],
});
