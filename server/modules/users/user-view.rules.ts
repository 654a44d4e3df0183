import type { User } from '../../../contract/user.ts';
import type { AddressRow, UserRow } from './users.repository.ts';

type ProfileAddress = NonNullable<User['address']>;
type AddressColumns = Pick<UserRow, 'street' | 'city' | 'state' | 'zipCode' | 'country'>;

/** A stored account as §3 User; ids become `_id` here (A34). */
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

/** A31: the address of the profile, Town/Estate being `state`; the account's own columns have the same names. */
export function profileAddress({ street, city, state, zipCode, country }: AddressColumns): ProfileAddress {
  return { street, city, state, zipCode, country };
}

/** A31: an address of the address book. */
function savedAddress({ id, userId: _owner, createdAt: _at, type, ...rest }: AddressRow): User['addresses'][number] {
  return { _id: id, type: type === 'Work' || type === 'Other' ? type : 'Home', ...rest };
}
