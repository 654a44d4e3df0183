import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import type { createAddress } from '../../../contract/addresses.ts';
import type { User } from '../../../contract/user.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../http/handler.ts';
import { HttpError } from '../../http/http-error.ts';
import { createProfileService } from '../auth/profile.service.ts';
import {
  clearDefault,
  countAddresses,
  hasAddress,
  insertAddress,
  lockUser,
  markDefault,
} from './addresses.repository.ts';

/** Keeps the profile's answer small; nobody lives in more places. */
const MOST = 50;

export type NewAddress = InferOutput<(typeof createAddress)['request']>;

/** The shopper's saved addresses. Both calls answer with the user and all addresses (§7 Addresses). */
export function createAddressesService(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db, clock } = deps;
  const { profile } = createProfileService(deps);

  /** Saves an address; a new default replaces the old one. HttpError 409 when there are 50 already. */
  function create(owner: CurrentUser, { phone, ...address }: NewAddress): Promise<User> {
    return db.tx(async (tx) => {
      const now = clock.now();
      await lockUser(tx, owner.id, now);
      if ((await countAddresses(tx, owner.id)) >= MOST) throw new HttpError(409, 'You cannot save more addresses.');
      if (address.isDefault) await clearDefault(tx, owner.id);
      // The phone defaults to the profile's (§5).
      const saved = { ...address, phone: phone.trim() === '' ? owner.phone : phone };
      await insertAddress(tx, { id: randomUUID(), userId: owner.id, ...trimmed(saved), createdAt: now });
      return profile(owner.id, tx);
    });
  }

  /** HttpError 404 for an address that is not the owner's. */
  function setDefault(owner: CurrentUser, id: string): Promise<User> {
    return db.tx(async (tx) => {
      await lockUser(tx, owner.id, clock.now());
      if (!(await hasAddress(tx, owner.id, id))) throw new HttpError(404, 'Address not found');
      await clearDefault(tx, owner.id);
      await markDefault(tx, owner.id, id);
      return profile(owner.id, tx);
    });
  }

  return { create, setDefault };
}

function trimmed(address: NewAddress): NewAddress {
  const { name, address: street, city, country, postalCode, phone } = address;
  return {
    ...address,
    name: name.trim(),
    address: street.trim(),
    city: city.trim(),
    country: country.trim(),
    postalCode: postalCode.trim(),
    phone: phone.trim(),
  };
}
