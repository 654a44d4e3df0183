import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import type { createAddress } from '../../../contract/addresses.ts';
import { phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import type { User } from '../../../contract/user.ts';
import type { Services } from '../../composition.ts';
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

/** Keeps the profile's answer small; nobody lives in more places. */
const MOST = 50;

export type NewAddress = InferOutput<(typeof createAddress)['request']>;

/** The shopper's saved addresses. Each call answers with the user and all addresses (§7 Addresses). */
export function createAddressesService(deps: Pick<Deps, 'db' | 'clock'>, services: Pick<Services, 'profile'>) {
  const { db, clock } = deps;
  const { profile } = services.profile;

  /**
   * Saves an address; a new default replaces the old one. One that is there in every word is not saved again: the request
   * may have reached us twice. Refusal `conflict` when there are 50 already.
   */
  function create(owner: CurrentUser, address: NewAddress): Promise<User> {
    return db.tx(async (tx) => {
      const now = clock.now();
      await lockUser(tx, owner.id, now);
      const saved = asSaved(address, owner);
      const known = await findSameAddress(tx, owner.id, saved);
      if (known === null && (await countAddresses(tx, owner.id)) >= MOST) throw new Refusal('conflict', texts.tooMany);
      if (address.isDefault) await clearDefault(tx, owner.id);
      if (known === null) await insertAddress(tx, { id: randomUUID(), userId: owner.id, ...saved, createdAt: now });
      else if (address.isDefault) await markDefault(tx, owner.id, known);
      await markOnlyOne(tx, owner.id);
      return profile(owner.id, tx);
    });
  }

  /** Replaces an address; a new default replaces the old one. Refusal `not-found` for one that is not the owner's. */
  function update(owner: CurrentUser, id: string, address: NewAddress): Promise<User> {
    return db.tx(async (tx) => {
      await lockUser(tx, owner.id, clock.now());
      if (!(await hasAddress(tx, owner.id, id))) throw new Refusal('not-found', texts.notFound);
      if (address.isDefault) await clearDefault(tx, owner.id);
      await changeAddress(tx, owner.id, id, asSaved(address, owner));
      await markOnlyOne(tx, owner.id);
      return profile(owner.id, tx);
    });
  }

  /**
   * No other address becomes the default in its place, unless it is the only one that is left. Refusal `not-found` for
   * one that is not the owner's.
   */
  function remove(owner: CurrentUser, id: string): Promise<User> {
    return db.tx(async (tx) => {
      await lockUser(tx, owner.id, clock.now());
      if (!(await deleteAddress(tx, owner.id, id))) throw new Refusal('not-found', texts.notFound);
      await markOnlyOne(tx, owner.id);
      return profile(owner.id, tx);
    });
  }

  /** Refusal `not-found` for an address that is not the owner's. */
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

/** The phone defaults to the profile's (§5). Refusal `invalid` for one that is none. */
function asSaved(address: NewAddress, owner: CurrentUser): NewAddress {
  if (address.phone === '') return { ...address, phone: owner.phone };
  refuseFields({ phone: phoneError(address.phone) });
  return { ...address, phone: toMsisdn(address.phone) };
}
