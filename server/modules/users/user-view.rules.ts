import type { User } from '../../../contract/user.ts';
import type { AddressRow, UserRow } from './users.repository.ts';

type ProfileAddress = NonNullable<User['address']>;
type AddressColumns = Pick<UserRow, 'street' | 'city' | 'state' | 'zipCode' | 'country'>;

/** Converts an account to §3 User. Ids become `_id` (A34). */
export function userView(user: UserRow, saved: readonly AddressRow[]): User {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    phone: user.phone,
    avatar: user.avatar,
    address: profileAddress(user),
    addresses: saved.map(savedAddress),
  };
}

/** Returns the profile address (A31). Town/Estate is `state`. */
export function profileAddress({ street, city, state, zipCode, country }: AddressColumns): ProfileAddress {
  return { street, city, state, zipCode, country };
}

/** Converts an address of the address book (A31). */
function savedAddress({ id, userId: _owner, createdAt: _at, type, ...rest }: AddressRow): User['addresses'][number] {
  return { _id: id, type: type === 'Work' || type === 'Other' ? type : 'Home', ...rest };
}
