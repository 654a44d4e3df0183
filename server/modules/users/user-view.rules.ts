import type { User } from '../../../contract/user.ts';
import type { AddressRow, UserRow } from './users.repository.ts';

type ProfileAddress = NonNullable<User['address']>;
type AddressColumns = Pick<UserRow, 'street' | 'city' | 'state' | 'zipCode' | 'country'>;

/** Converts an account to §3 User. Ids become `_id` (A34). */
export function toUserView(user: UserRow, saved: readonly AddressRow[]): User {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    phone: user.phone,
    avatar: user.avatar,
    address: toProfileAddress(user),
    addresses: saved.map(toSavedAddress),
  };
}

/** Returns the profile address (A31). Town/Estate is `state`. */
export function toProfileAddress({ street, city, state, zipCode, country }: AddressColumns): ProfileAddress {
  return { street, city, state, zipCode, country };
}

/** Converts an address of the address book (A31). */
function toSavedAddress({ id, userId: _owner, createdAt: _at, type, ...rest }: AddressRow): User['addresses'][number] {
  return { _id: id, type: type === 'Work' || type === 'Other' ? type : 'Home', ...rest };
}
