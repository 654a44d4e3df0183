import { createAddress, setDefaultAddress } from '../../contract/addresses.ts';
import { getProfile } from '../../contract/auth.ts';
import type { DeliveryDetails } from '../rules/checkout.ts';
import type { User } from '../../contract/user.ts';
import type { Api } from './api.ts';

/** The shopper with the saved addresses. Every function answers with the user and rejects with ApiError. */
export function createAddressesService(call: Api) {
  return {
    async owner(signal: AbortSignal): Promise<User> {
      return (await call(getProfile, {}, { signal })).data.user;
    },

    /** Saves delivery details as the new default address (A27). */
    async createDefault({ name, phone, address, city, country }: DeliveryDetails): Promise<User> {
      const fields = { name: name.trim(), phone: phone.trim(), address: address.trim(), city: city.trim(), country };
      return (await call(createAddress, { ...fields, isDefault: true })).data.user;
    },

    async makeDefault(id: string): Promise<User> {
      return (await call(setDefaultAddress, { id })).data.user;
    },
  };
}
