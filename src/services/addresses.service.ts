import { cleanLine } from '../../contract/rules/clean-text.ts';
import { stripPhone } from '../../contract/rules/phone.ts';
import { createAddress, deleteAddress, setDefaultAddress, updateAddress } from '../../contract/addresses.ts';
import { getProfile } from '../../contract/auth.ts';
import type { AddressFields } from '../rules/account/address-book.ts';
import type { DeliveryDetails } from '../rules/checkout/checkout.ts';
import type { User } from '../../contract/user.ts';
import type { Api } from './api.ts';

/** The shopper with the saved addresses. Every function returns the user and rejects with `ApiError`. */
export function createAddressesService(call: Api) {
  return {
    async owner(signal: AbortSignal): Promise<User> {
      return (await call(getProfile, {}, { signal })).data.user;
    },

    /** Saves delivery details as the new default address (A27). */
    async createDefault({ name, phone, address, city, country }: DeliveryDetails): Promise<User> {
      const fields = {
        type: 'Home' as const,
        name: cleanLine(name),
        phone: stripPhone(phone),
        address: cleanLine(address),
        city: cleanLine(city),
        country,
        postalCode: '',
      };
      return (await call(createAddress, { ...fields, isDefault: true })).data.user;
    },

    async create(fields: AddressFields, signal: AbortSignal): Promise<User> {
      return (await call(createAddress, fields, { signal })).data.user;
    },

    async update(fields: AddressFields & { readonly id: string }, signal: AbortSignal): Promise<User> {
      return (await call(updateAddress, fields, { signal })).data.user;
    },

    async remove({ id }: { readonly id: string }, signal: AbortSignal): Promise<User> {
      return (await call(deleteAddress, { id }, { signal })).data.user;
    },

    /** Without a signal, the call outlives the page that made it. */
    async makeDefault(id: string, signal?: AbortSignal): Promise<User> {
      return (await call(setDefaultAddress, { id }, { ...(signal && { signal }) })).data.user;
    },
  };
}
