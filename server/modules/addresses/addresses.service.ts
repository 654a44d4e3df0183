import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import type { createAddress } from '../../../contract/addresses.ts';
import { phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import type { User } from '../../../contract/user.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../people.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import {
  changeAddress,
  clearDefault,
  countAddresses,
  deleteAddress,
  findSameAddress,
  hasAddress,
  insertAddress,
  lockUser,
  markDefault,
  markOnlyOne,
} from './addresses.repository.ts';
import * as texts from './addresses.texts.ts';

/** Limits the size of the profile response. */
const MOST = 50;

export type NewAddress = InferOutput<(typeof createAddress)['request']>;

/** The shopper's saved addresses. Each call returns the user with all addresses (§7 Addresses). */
export function createAddressesService(deps: Pick<Deps, 'db' | 'clock'>, services: Pick<Services, 'profile'>) {
  const { db, clock } = deps;
  const { profile } = services.profile;

  /**
   * Saves an address. A new default replaces the old one. An identical address is not saved twice, because a client may
   * repeat the request. Throws `Refusal` `conflict` when the user already has 50 addresses.
   */
  function create(owner: CurrentUser, address: NewAddress): Promise<User> {
    return db.tx(async (tx) => {
      const now = clock.now();
      await lockUser(tx, owner.id, now);
      const saved = toSavedAddress(address, owner);
      const known = await findSameAddress(tx, owner.id, saved);
      if (known === null && (await countAddresses(tx, owner.id)) >= MOST) throw new Refusal('conflict', texts.tooMany);
      if (address.isDefault) await clearDefault(tx, owner.id);
      if (known === null) await insertAddress(tx, { id: randomUUID(), userId: owner.id, ...saved, createdAt: now });
      else if (address.isDefault) await markDefault(tx, owner.id, known);
      await markOnlyOne(tx, owner.id);
      return profile(owner.id, tx);
    });
  }

  /**
   * Replaces an address. A new default replaces the old one. Throws `Refusal` `not-found` when the address does not
   * belong to the owner.
   */
  function update(owner: CurrentUser, id: string, address: NewAddress): Promise<User> {
    return db.tx(async (tx) => {
      await lockUser(tx, owner.id, clock.now());
      if (!(await hasAddress(tx, owner.id, id))) throw new Refusal('not-found', texts.notFound);
      if (address.isDefault) await clearDefault(tx, owner.id);
      await changeAddress(tx, owner.id, id, toSavedAddress(address, owner));
      await markOnlyOne(tx, owner.id);
      return profile(owner.id, tx);
    });
  }

  /**
   * Deletes an address. The only remaining address becomes the default. Throws `Refusal` `not-found` when the address
   * does not belong to the owner.
   */
  function remove(owner: CurrentUser, id: string): Promise<User> {
    return db.tx(async (tx) => {
      await lockUser(tx, owner.id, clock.now());
      if (!(await deleteAddress(tx, owner.id, id))) throw new Refusal('not-found', texts.notFound);
      await markOnlyOne(tx, owner.id);
      return profile(owner.id, tx);
    });
  }

  /** Throws `Refusal` `not-found` when the address does not belong to the owner. */
  function setDefault(owner: CurrentUser, id: string): Promise<User> {
    return db.tx(async (tx) => {
      await lockUser(tx, owner.id, clock.now());
      if (!(await hasAddress(tx, owner.id, id))) throw new Refusal('not-found', texts.notFound);
      await clearDefault(tx, owner.id);
      await markDefault(tx, owner.id, id);
      return profile(owner.id, tx);
    });
  }

  return { create, update, remove, setDefault };
}

/**
 * Fills in the phone number of the profile when the address has none (§5). Throws `Refusal` `invalid` when the number
 * is not valid.
 */
function toSavedAddress(address: NewAddress, owner: CurrentUser): NewAddress {
  if (address.phone === '') return { ...address, phone: owner.phone };
  refuseFields({ phone: phoneError(address.phone) });
  return { ...address, phone: toMsisdn(address.phone) };
}
