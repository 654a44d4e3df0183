import * as contract from '../../../contract/addresses.ts';
import type { Services } from '../../composition.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

/** Saved addresses (§7), with the words of §8. */
export function addressRoutes({ addresses }: Pick<Services, 'addresses'>): Handler[] {
  return [
    handler(contract.createAddress, async (request, { user }) =>
      ok({ user: await addresses.create(user, request) }, 'Address added successfully!'),
    ),
    handler(contract.updateAddress, async ({ id, ...address }, { user }) =>
      ok({ user: await addresses.update(user, id, address) }, 'Address updated successfully!'),
    ),
    handler(contract.deleteAddress, async ({ id }, { user }) =>
      ok({ user: await addresses.remove(user, id) }, 'Address deleted successfully!'),
    ),
    handler(contract.setDefaultAddress, async ({ id }, { user }) =>
      ok({ user: await addresses.setDefault(user, id) }, 'Default address updated successfully!'),
    ),
  ];
}
