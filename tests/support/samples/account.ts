import type { SavedAddress, User } from '../../../contract/user.ts';

/** The home address of Jane. */
export const savedAddress = (change: Partial<SavedAddress> = {}): SavedAddress => ({
  _id: 'd1',
  type: 'Home',
  name: 'Jane',
  address: 'Moi Ave 1',
  city: 'Nairobi',
  country: 'Kenya',
  postalCode: '00100',
  phone: '0712345678',
  isDefault: true,
  ...change,
});

/** A customer without a saved address. */
export const user = (change: Partial<User> = {}): User => ({
  _id: 'u1',
  name: 'Jane',
  email: 'jane@example.com',
  phone: '0712345678',
  avatar: null,
  address: null,
  addresses: [],
  ...change,
});
