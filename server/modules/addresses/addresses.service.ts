import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import type { createAddress } from '../../../contract/addresses.ts';
import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../http/handler.ts';
import { HttpError } from '../../http/http-error.ts';
import { findUser } from '../auth/users.repository.ts';
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

export interface Addresses {
  /** Saves an address; a new default replaces the old one. HttpError 409 where there are 50 already. */
  create(owner: CurrentUser, address: NewAddress): Promise<User>;
  /** HttpError 404 for an address that is not the owner's. */
  setDefault(owner: CurrentUser, id: string): Promise<User>;
}

/** Both calls answer with the user and all addresses (§7 Addresses). */
export function createAddresses({ db, clock }: Pick<Deps, 'db' | 'clock'>): Addresses {
  return {
    create: (owner, { phone, ...address }) =>
      db.tx(async (sql) => {
        const now = clock.now();
        await lockUser(sql, owner.id, now);
        if ((await countAddresses(sql, owner.id)) >= MOST) throw new HttpError(409, 'You cannot save more addresses.');
        if (address.isDefault) await clearDefault(sql, owner.id);
        // §5 Address save: the phone defaults to the profile's.
        const saved = { ...address, phone: phone.trim() === '' ? owner.phone : phone };
        await insertAddress(sql, { id: randomUUID(), userId: owner.id, ...trimmed(saved), createdAt: now });
        return withAddresses(sql, owner);
      }),

    setDefault: (owner, id) =>
      db.tx(async (sql) => {
        await lockUser(sql, owner.id, clock.now());
        if (!(await hasAddress(sql, owner.id, id))) throw new HttpError(404, 'Address not found');
        await clearDefault(sql, owner.id);
        await markDefault(sql, owner.id, id);
        return withAddresses(sql, owner);
      }),
  };
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

async function withAddresses(sql: Sql, { id }: CurrentUser): Promise<User> {
  const user = await findUser(sql, id);
  if (user === null) throw new HttpError(404, 'Failed to load user');
  return user;
}
